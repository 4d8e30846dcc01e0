"""A2A over gRPC, an extra: the same requests on a port of their own, for callers of 1.0 and 0.3."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import grpc
from a2a.compat.v0_3 import a2a_v0_3_pb2 as v03
from a2a.compat.v0_3.a2a_v0_3_pb2_grpc import add_A2AServiceServicer_to_server as add_03
from a2a.compat.v0_3.grpc_handler import CompatGrpcHandler
from a2a.extensions.common import get_requested_extensions
from a2a.server.context import ServerCallContext
from a2a.server.request_handlers.grpc_handler import GrpcHandler, GrpcServerCallContextBuilder
from a2a.server.request_handlers.request_handler import RequestHandler
from a2a.types import a2a_pb2 as v10
from a2a.types.a2a_pb2_grpc import add_A2AServiceServicer_to_server as add_10
from a2a.utils.errors import InternalError, VersionNotSupportedError

from loket.core.errors import ConfigError
from loket.doors.a2a.callers import EXTENSIONS, VERSION, Caller, speaks
from loket.doors.a2a.grpc_bodies import GrpcRequests
from loket.doors.a2a.grpc_forwarding import ATTENTIVE_MS
from loket.doors.auth import LOCAL, Access
from loket.doors.bounds import FILE_BYTES

GRACE_SECONDS = 1.0
OPTIONS = [
    ("grpc.max_receive_message_length", FILE_BYTES),
    ("grpc.so_reuseport", 0),
    ("grpc.http2.min_ping_interval_without_data_ms", ATTENTIVE_MS // 2),
]


@asynccontextmanager
async def grpc_served(
    requests: RequestHandler, address: str, access: Access, strict: bool = True, nodes: bool = False
) -> AsyncGenerator[int]:
    """Serves until left, as one of several `nodes` or alone; gives the port. ConfigError when strangers could reach it,
    or the address is taken."""
    access.check_bind(address.rpartition(":")[0].strip("[]"))
    new = GrpcHandler(requests, _Callers(access, "1.0", strict))
    old = CompatGrpcHandler(requests, _Callers(access, "0.3", strict))
    reading = GrpcRequests({_service(v10): new.abort_context, _service(v03): old.abort_context}, nodes)
    server = grpc.aio.server(interceptors=[_Token(access), reading], options=OPTIONS)
    add_10(new, server)
    add_03(old, server)
    try:
        port = server.add_insecure_port(address)
    except RuntimeError as error:
        raise ConfigError("bad_config", f"{address} can't be used for gRPC: {error}") from error
    await server.start()
    try:
        yield port
    finally:
        await server.stop(GRACE_SECONDS)


class _Callers(GrpcServerCallContextBuilder):
    """Who asks, in which version."""

    def __init__(self, access: Access, wanted: str, strict: bool) -> None:
        self._access, self._wanted, self._strict = access, wanted, strict

    def build(self, context: Any) -> ServerCallContext:
        said = _metadata(context.invocation_metadata())
        version = said.get(VERSION, "")
        if not speaks(version, self._wanted, self._strict):
            raise VersionNotSupportedError(
                message=f"This is a service of {self._wanted}, not of {version[:20] or '0.3'}."
            )
        owner = self._access.owner(_token(said)) if self._access.tokens else LOCAL
        if owner is None:
            raise InternalError(message="This call has no token.")
        named = [value for name in EXTENSIONS if (value := said.get(name))]
        state = {"headers": said, "dialect": self._wanted}
        return ServerCallContext(user=Caller(owner), requested_extensions=get_requested_extensions(named), state=state)


class _Token(grpc.aio.ServerInterceptor):
    """Lets nobody in without a token, where there are tokens."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def intercept_service(self, continuation: Callable[[Any], Awaitable[Any]], handler_call_details: Any) -> Any:
        said = _metadata(handler_call_details.invocation_metadata)
        if not self._access.tokens or self._access.owner(_token(said)) is not None:
            return await continuation(handler_call_details)
        return grpc.unary_unary_rpc_method_handler(_refused)


def _service(version: Any) -> str:
    """What the service of a version is called on the wire."""
    return version.DESCRIPTOR.services_by_name["A2AService"].full_name


async def _refused(request: Any, context: Any) -> None:
    await context.abort(grpc.StatusCode.UNAUTHENTICATED, "Send your token as authorization: Bearer ….")


def _metadata(pairs: Any) -> dict[str, str]:
    return {str(key).lower(): value for key, value in pairs or () if isinstance(value, str)}


def _token(said: dict[str, str]) -> str:
    scheme, _, token = said.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
