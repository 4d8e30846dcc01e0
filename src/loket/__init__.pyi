from loket.core.tool import ToolFailed as ToolFailed
from loket.face.assistant import Assistant as Assistant
from loket.face.tool import Context as Context
from loket.face.tool import tool as tool

__version__: str
