"""Credentials for the authorisation scenarios: the flows are the SDK's; what a person or a company does is played."""

from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.extensions.client_credentials import (
    ClientCredentialsOAuthProvider,
    PrivateKeyJWTOAuthProvider,
    SignedJWTParameters,
)
from mcp.client.auth.extensions.identity_assertion import IdentityAssertionOAuthProvider
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from pydantic import AnyUrl

from loket.core.data import JsonObject

REDIRECT = AnyUrl("http://localhost:3000/callback")
METADATA_URL = "https://conformance-test.local/client-metadata.json"
TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"


class Kept:
    """Tokens and registrations of one run."""

    def __init__(self) -> None:
        self.tokens: OAuthToken | None = None
        self.client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class Person:
    """Opens the page of the authorisation server, agrees, and is sent back with a code."""

    def __init__(self) -> None:
        self._back: dict[str, list[str]] = {}

    async def goes_to(self, url: str) -> None:
        async with httpx2.AsyncClient(trust_env=False) as browser:
            answer = await browser.get(url, follow_redirects=False)
        self._back = parse_qs(urlsplit(answer.headers["location"]).query)

    async def comes_back(self) -> AuthorizationCodeResult:
        found = {name: values[0] for name, values in self._back.items()}
        return AuthorizationCodeResult(code=found["code"], state=found.get("state"), iss=found.get("iss"))


async def credentials(scenario: str, url: str, given: JsonObject) -> httpx2.Auth:
    """What the scenario's client authenticates with."""
    match scenario:
        case "auth/client-credentials-jwt":
            return _signed(url, given)
        case "auth/client-credentials-basic":
            return ClientCredentialsOAuthProvider(url, Kept(), given["client_id"], given["client_secret"])
        case "auth/enterprise-managed-authorization" | "auth/cross-app-access-complete-flow":
            return await _of_the_company(url, given)
        case _:
            return _of_a_person(url, given)


def _signed(url: str, given: JsonObject) -> httpx2.Auth:
    signed = SignedJWTParameters(
        issuer=given["client_id"],
        subject=given["client_id"],
        signing_algorithm=given["signing_algorithm"],
        signing_key=given["private_key_pem"],
    )
    return PrivateKeyJWTOAuthProvider(url, Kept(), given["client_id"], signed.create_assertion_provider())


async def _of_the_company(url: str, given: JsonObject) -> httpx2.Auth:
    """The company's identity provider turns the person's token into one for the tool server."""

    async def assertion(audience: str, resource: str) -> str:
        form = {
            "grant_type": TOKEN_EXCHANGE,
            "requested_token_type": "urn:ietf:params:oauth:token-type:id-jag",
            "subject_token": given["idp_id_token"],
            "subject_token_type": "urn:ietf:params:oauth:token-type:id_token",
            "audience": audience,
            "resource": resource,
            "client_id": given["idp_client_id"],
        }
        async with httpx2.AsyncClient(trust_env=False) as http:
            answer = await http.post(given["idp_token_endpoint"], data=form)
        return answer.raise_for_status().json()["access_token"]

    return IdentityAssertionOAuthProvider(
        url,
        Kept(),
        given["client_id"],
        given["client_secret"],
        await _issuer_of(url),
        assertion,
        token_endpoint_auth_method="client_secret_basic",
    )


async def _issuer_of(url: str) -> str:
    """The authorisation server that the tool server names."""
    parts = urlsplit(url)
    origin = f"{parts.scheme}://{parts.netloc}"
    async with httpx2.AsyncClient(trust_env=False) as http:
        for path in (f"/.well-known/oauth-protected-resource{parts.path}", "/.well-known/oauth-protected-resource"):
            answer = await http.get(origin + path)
            if answer.is_success:
                return str(answer.json()["authorization_servers"][0])
    raise LookupError("the tool server names no authorisation server")


def _of_a_person(url: str, given: JsonObject) -> httpx2.Auth:
    person, kept = Person(), Kept()
    if "client_id" in given:
        kept.client = OAuthClientInformationFull(
            client_id=given["client_id"],
            client_secret=given.get("client_secret"),
            issuer=given.get("issuer"),
            redirect_uris=[REDIRECT],
            token_endpoint_auth_method="client_secret_basic" if "client_secret" in given else "none",
        )
    metadata = OAuthClientMetadata(
        client_name="loket-conformance",
        redirect_uris=[REDIRECT],
        grant_types=["authorization_code", "refresh_token"],
        response_types=["code"],
    )
    return OAuthClientProvider(
        url,
        metadata,
        kept,
        redirect_handler=person.goes_to,
        callback_handler=person.comes_back,
        client_metadata_url=METADATA_URL,
    )
