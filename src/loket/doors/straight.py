"""Words in the making leave in the step of whoever made them: each turn of the loop that they need costs the others."""

from starlette.types import Scope, Send
from uvicorn.protocols.http.flow_control import FlowControl

from loket.engine.feed import Straight

_STRAIGHT = "loket.straight"


def noted(scope: Scope, send: Send) -> None:
    """Notes how the body of this request's answer can be sent without a wait, for who calls the server itself."""
    flow = getattr(getattr(send, "__self__", None), "flow", None)
    if not isinstance(flow, FlowControl):
        return

    def straight(body: bytes) -> bool:
        """One that fails is sent again in the usual way, where whoever sends it hears why."""
        if flow.write_paused:
            return False
        sending = send({"type": "http.response.body", "body": body, "more_body": True}).__await__()
        try:
            next(sending)
        except StopIteration:
            return True
        except Exception:  # noqa: BLE001 - see above
            return False
        sending.close()
        return False

    scope[_STRAIGHT] = straight


def straight_of(scope: Scope) -> Straight | None:
    """What was noted; None when frames have to wait for their reader's turn."""
    return scope.get(_STRAIGHT)
