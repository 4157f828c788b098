"""Tell by its headers whether a proxy has forwarded a request."""

from collections.abc import Iterable

_NAMES = frozenset(
    {
        "forwarded",
        "via",
        "client-ip",
        "proxy-connection",
        "true-client-ip",
        "x-amzn-trace-id",
        "x-client-ip",
        "x-cloud-trace-context",
        "x-cluster-client-ip",
        "x-host",
        "x-http-scheme",
        "x-https",
        "x-proxyuser-ip",
        "x-real-ip",
        "x-real-port",
        "x-remote-addr",
        "x-remote-ip",
        "x-rewrite-url",
        "x-scheme",
        "x-ssl",
        "x-url-scheme",
        "x-varnish",
    }
)
"""Headers that proxies add and that no browser, no Word and no program of this machine sends by itself."""

_BEGINNINGS = (
    "akamai-",
    "cdn-",
    "cf-",
    "cloudfront-",
    "fastly-",
    "fly-",
    "front-end-",
    "ngrok-",
    "tailscale-",
    "x-akamai-",
    "x-amz-cf-",
    "x-appengine-",
    "x-arr-",
    "x-azure-",
    "x-envoy-",
    "x-forwarded",
    "x-original-",
    "x-proxy",
    "x-real-",
    "x-vercel-",
)
"""What the names of such headers begin with, where a proxy adds many."""


def is_passed_on(names: Iterable[str]) -> bool:
    """Whether one of these names of headers is one that proxies add.

    >>> is_passed_on(["Host", "X-Forwarded-Proto"]), is_passed_on(["Host", "Accept"])
    (True, False)
    """
    return any(_is_sign(name.lower().replace("_", "-")) for name in names)


def _is_sign(name: str) -> bool:
    return name in _NAMES or name.startswith(_BEGINNINGS)
