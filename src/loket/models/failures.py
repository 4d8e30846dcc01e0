"""Whatever goes wrong at a provider as ModelFailed, without a word of the provider: it may repeat what we sent."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager

from pydantic_ai import exceptions as wire

from loket.core.model import FailureCode, ModelFailed
from loket.net.guard import AddressRefused

_CODES: tuple[tuple[type[Exception], FailureCode, str], ...] = (
    (wire.ModelRateLimitError, "rate_limited", "The model has too many requests at the moment"),
    (wire.ModelQuotaExceededError, "spent", "The account at the model's provider has no credit left"),
    (wire.ModelUnavailableError, "overloaded", "The model is overloaded at the moment"),
    (wire.ModelServerError, "overloaded", "The model's provider has a failure"),
    (wire.ModelRequestTimeout, "timeout", "The model did not answer in time"),
    (wire.ModelTimeoutError, "timeout", "The model did not answer in time"),
    (TimeoutError, "timeout", "The model did not answer in time"),
    (wire.ModelConnectionError, "unreachable", "The model can't be reached"),
    (wire.ModelContextWindowExceededError, "too_long", "The conversation is too long for the model"),
    (wire.ModelAuthenticationError, "unauthorised", "The model's provider does not take the key"),
    (wire.ModelRequestRejectedError, "rejected", "The model's provider does not take the request"),
    (wire.ContentFilterError, "refused", "A filter of the model's provider let no answer through"),
)


@contextmanager
def translated() -> Generator[None]:
    """Raises ModelFailed for whatever is raised inside."""
    try:
        yield
    except ModelFailed:
        raise
    except Exception as error:  # noqa: BLE001 - several libraries may raise anything; callers know one error
        raise _failed(error) from None


def _failed(error: Exception) -> ModelFailed:
    refused = next((one for one in _causes(error) if isinstance(one, AddressRefused)), None)
    if refused is not None:
        return ModelFailed("rejected", refused.refusal.text)
    status = error.status_code if isinstance(error, wire.ModelHTTPError) else None
    after = error.retry_after if isinstance(error, wire.ModelAPIError) else None
    for kind, code, text in _CODES:
        if isinstance(error, kind):
            answered = "" if status is None else f" (HTTP {status})"
            return ModelFailed(code, f"{text}{answered}.", retry_after=after, status=status)
    text = f"The model's answer can't be used ({type(error).__name__})."
    return ModelFailed("bad_response", text, retry_after=after, status=status)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what it came from; 20 steps at most, for causes may go round."""
    at: BaseException | None = error
    for _ in range(20):
        if at is None:
            return
        yield at
        at = at.__cause__ or at.__context__
