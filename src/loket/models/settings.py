"""How a model is called: what the environment says, checked."""

from collections.abc import Mapping

from pydantic import Field, SecretStr, ValidationError

from loket.core.data import Frozen
from loket.core.errors import ConfigError

_VARIABLES = {
    "key": "GEMINI_API_KEY",
    "model": "GEMINI_MODEL",
    "api_version": "GEMINI_API_VERSION",
    "base_url": "GEMINI_BASE_URL",
    "max_tokens": "GEMINI_MAX_TOKENS",
    "temperature": "GEMINI_TEMPERATURE",
}


class GeminiSettings(Frozen):
    """Where and how Gemini is called."""

    key: SecretStr
    model: str = Field(default="gemini-flash-latest", pattern=r"^[A-Za-z0-9._/-]{1,128}$")
    api_version: str = Field(default="v1beta", pattern=r"^[A-Za-z0-9.]{1,20}$")
    base_url: str = Field(default="https://generativelanguage.googleapis.com", pattern=r"^https?://[^\s?#]+$")
    max_tokens: int = Field(default=1200, ge=1, le=65_536)
    temperature: float = Field(default=0.6, ge=0, le=2)


def gemini_settings(env: Mapping[str, str]) -> GeminiSettings | None:
    """The settings in the environment, None without a key. Raises ConfigError that names the variable."""
    given = {field: env.get(name, "").strip() for field, name in _VARIABLES.items()}
    if not given["key"]:
        return None
    try:
        return GeminiSettings.model_validate({field: value for field, value in given.items() if value})
    except ValidationError as error:
        wrong = error.errors(include_input=False)[0]
        name = _VARIABLES[str(wrong["loc"][0])]
        raise ConfigError("bad_config", f"{name} can't be used: {wrong['msg']}.") from None
