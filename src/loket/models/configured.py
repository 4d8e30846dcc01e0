"""How language models are configured: `[models.NAME]` in `loket.toml`, LOKET_MODEL, and the usual variables of their
providers."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from loket.core.errors import ConfigError

MODEL = "LOKET_MODEL"
SECRET = "secret://"  # noqa: S105 - how the name of one begins

ModelId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*:[A-Za-z0-9@._:/-]{1,160}$")]
"""`provider:name`, as pydantic-ai names them."""

ModelName = Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,40}$")]

_GEMINI = {
    "GEMINI_API_VERSION": "api_version",
    "GEMINI_BASE_URL": "base_url",
    "GEMINI_MAX_TOKENS": "max_tokens",
    "GEMINI_TEMPERATURE": "temperature",
}


class Price(BaseModel):
    """US dollars for a million tokens. `cached` are those of the input that the provider had kept."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cached: float | None = Field(default=None, ge=0)


class ConfiguredModel(BaseModel):
    """One model: which, where, and how it answers when a request does not say. `context` is how many tokens of a prompt
    it is given at most. `fallback` is the name of another one, asked when this one fails."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    model: ModelId
    base_url: str = Field(default="", pattern=r"^$|^https?://[^\s?#@]+$")
    key: str = Field(default="", pattern=r"^$|^secret://[^\s/]+$", description="a name under [secrets]")
    api_version: str = Field(default="", pattern=r"^[A-Za-z0-9.]{0,20}$")
    max_tokens: int | None = Field(default=None, ge=1, le=1_000_000)
    temperature: float | None = Field(default=None, ge=0, le=2)
    thinking: Literal["off", "low", "medium", "high"] | None = None
    deadline: float | None = Field(default=None, gt=0, le=600, description="seconds for a whole response")
    context: int = Field(default=100_000, ge=1000)
    price: Price | None = None
    fallback: ModelName | None = None

    @property
    def provider(self) -> str:
        return self.model.partition(":")[0]


class ModelKey(BaseModel):
    """A key, and the names it may be configured by, for the sentence that says there is none."""

    model_config = ConfigDict(frozen=True)

    value: SecretStr | None = None
    names: tuple[str, ...] = ()


def variables(provider: str) -> tuple[str, ...]:
    """The usual variables of a provider's key."""
    if provider == "google":
        return "GOOGLE_API_KEY", "GEMINI_API_KEY"
    if provider.startswith("openai"):
        return ("OPENAI_API_KEY",)
    return (f"{provider.upper().replace('-', '_')}_API_KEY",)


def key_of(model: ConfiguredModel, env: Mapping[str, str], secrets: Mapping[str, SecretStr]) -> ModelKey:
    """The key of a model: the secret it names, else the usual variable. ConfigError for a secret that there is not."""
    if model.key:
        name = model.key.removeprefix(SECRET)
        if name not in secrets:
            raise ConfigError("bad_config", f"The model {model.model} wants {model.key}, which is not under [secrets].")
        return ModelKey(value=secrets[name], names=(model.key,))
    names = variables(model.provider)
    values = [env[name].strip() for name in names if env.get(name, "").strip()]
    # A key of OpenAI's is never sent to whom it is not meant for: another place names its own.
    usual = not (model.base_url and model.provider.startswith("openai"))
    return ModelKey(value=SecretStr(values[0]) if values and usual else None, names=names)


def gemini_of(env: Mapping[str, str]) -> ConfiguredModel | None:
    """The model that GEMINI_API_KEY alone switches on. ConfigError names the variable that can't be used."""
    if not env.get("GEMINI_API_KEY", "").strip():
        return None
    usual = {"max_tokens": 1200, "temperature": 0.6, "api_version": "v1beta"}
    stated = {field: env[name].strip() for name, field in _GEMINI.items() if env.get(name, "").strip()}
    name = env.get("GEMINI_MODEL", "").strip() or "gemini-flash-latest"
    return checked({"model": f"google:{name}", **usual, **stated}, {"model": "GEMINI_MODEL", **_gemini_variables()})


def checked(fields: Mapping[str, object], names: Mapping[str, str]) -> ConfiguredModel:
    """A model from unchecked fields. ConfigError with the name that the wrong field goes by."""
    try:
        return ConfiguredModel.model_validate(fields)
    except ValidationError as error:
        wrong = error.errors(include_input=False)[0]
        name = names.get(str(wrong["loc"][0]), str(wrong["loc"][0]))
        raise ConfigError("bad_config", f"{name} can't be used: {wrong['msg']}.") from None


def _gemini_variables() -> dict[str, str]:
    return {field: name for name, field in _GEMINI.items()}
