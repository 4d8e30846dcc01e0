"""A client for libraries that speak httpx2 instead of httpx; read only together with such a library.

For addresses that the operator configured: they are not guarded."""

from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx2


def second_client(connect: float = 5, answer: float = 60) -> httpx2.AsyncClient:
    """A client with deadlines in seconds; the caller closes it. Like the shared one it follows no redirect, knows no
    proxy of the environment and keeps no cookies."""
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(answer, connect=connect),
        cookies=CookieJar(policy=DefaultCookiePolicy(allowed_domains=[])),
        follow_redirects=False,
        trust_env=False,
    )
