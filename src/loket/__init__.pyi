from loket.core.assistant import Budget as Budget
from loket.core.tool import ToolFailed as ToolFailed
from loket.face.assistant import Assistant as Assistant
from loket.face.flow import Flow as Flow
from loket.face.flow import ask as ask
from loket.face.flow import call as call
from loket.face.flow import done as done
from loket.face.flow import flow as flow
from loket.face.pages import page_of as page_of
from loket.face.tool import Context as Context
from loket.face.tool import tool as tool
from loket.planners.script import FlowContext as FlowContext

__version__: str
