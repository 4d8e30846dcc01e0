"""A server of the official SDK that wants OAuth, walked by our client: metadata, registration, a person's code, a token
and the call; nothing is called without one."""

import secrets
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp.server import MCPServer
from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    OAuthAuthorizationServerProvider,
    construct_redirect_uri,
)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from pydantic import AnyHttpUrl

from loket.core.tool import ToolFailed
from loket.tools.mcp import RemoteServer
from loket.tools.mcp_sdk import Options, SdkWire
from loket.tools.patience import Patience
from tests.conformance.auth import credentials
from tests.servers import free_port, serving
from tests.tools.sample_tools import context

pytestmark = pytest.mark.anyio
ONCE = Patience(connect=30.0, tries=1)


class Desk(OAuthAuthorizationServerProvider[AuthorizationCode, Any, AccessToken]):
    """Signs everybody in who asks, with a code that is good once."""

    def __init__(self) -> None:
        self.clients: dict[str, OAuthClientInformationFull] = {}
        self.codes: dict[str, AuthorizationCode] = {}
        self.tokens: dict[str, AccessToken] = {}

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        return self.clients.get(client_id)

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        assert client_info.client_id
        self.clients[client_info.client_id] = client_info

    async def authorize(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        code = secrets.token_urlsafe(32)
        known = {"code": code, "scopes": params.scopes or [], "expires_at": time.time() + 60}
        asked = params.model_dump(exclude={"state", "scopes"})
        self.codes[code] = AuthorizationCode(**asked, **known, client_id=str(client.client_id))
        return construct_redirect_uri(str(params.redirect_uri), code=code, state=params.state)

    async def load_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: str
    ) -> AuthorizationCode | None:
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode
    ) -> OAuthToken:
        given = self.codes.pop(authorization_code.code)
        token = secrets.token_urlsafe(32)
        self.tokens[token] = AccessToken(
            token=token, client_id=given.client_id, scopes=given.scopes, resource=given.resource
        )
        return OAuthToken(access_token=token, token_type="Bearer", expires_in=3600, scope=" ".join(given.scopes))

    async def load_access_token(self, token: str) -> AccessToken | None:
        return self.tokens.get(token)


def library(desk: Desk, url: str) -> Any:
    """One tool, behind the desk."""
    registration = ClientRegistrationOptions(enabled=True, valid_scopes=["read"], default_scopes=["read"])
    auth = AuthSettings(
        issuer_url=AnyHttpUrl(url),
        resource_server_url=AnyHttpUrl(f"{url}/mcp"),
        client_registration_options=registration,
        required_scopes=["read"],
        validate_token_resource=True,
    )
    server: Any = MCPServer("library", auth_server_provider=desk, auth=auth)

    @server.tool()
    def add(a: int, b: int) -> int:
        return a + b

    return server.streamable_http_app()


async def test_a_protected_server_is_called_with_a_token_and_not_without() -> None:
    port, desk = free_port(), Desk()
    at = f"http://127.0.0.1:{port}/mcp"
    async with serving(library(desk, f"http://127.0.0.1:{port}"), port):
        async with calling(at, Options()) as closed:
            with pytest.raises(ToolFailed):
                await closed.discover()
        assert desk.clients == {} and desk.tokens == {}
        async with calling(at, Options(auth=await credentials("a person's code", at, {}))) as server:
            [add] = await server.discover()
            assert await server.tool(add).call({"a": 1, "b": 2}, context()) == 3
    [client] = desk.clients.values()
    [token] = desk.tokens.values()
    assert (client.client_name, token.scopes, token.resource) == ("loket-conformance", ["read"], at)
    assert desk.codes == {}, "a code is good once"


@asynccontextmanager
async def calling(at: str, options: Options) -> AsyncGenerator[RemoteServer]:
    """Our client of the server there."""
    server = RemoteServer("library", SdkWire(at, options=options), ONCE)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()
