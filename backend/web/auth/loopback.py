"""Tell whether an address belongs to this machine."""

import ipaddress
import re

_NOWHERE = "nowhere"

_WITH_PORT = re.compile(r"\[(?P<six>[^][]*)\](?::\d+)?|(?P<four>[^:]+):\d+")


def is_loopback(host: str | None) -> bool:
    """Whether a host name or an address can be reached from this machine only.

    No other name than `localhost` is: what a name means is for somebody else to say, and may change.

    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "", "intranet", None)]
    [True, True, True, False, False, False, False]
    """
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback


def address_group(address: str | None) -> str:
    """The unit that rate limits count: one IPv4 address, or the /64 network of an IPv6 address.

    Some proxies tell the port too, which is another one for each connection. Requests without an address are one
    neighbourhood too: who cannot be told apart is not let off.

    >>> address_group("192.0.2.7:443"), address_group("[2001:db8::1:2:3:4]:443"), address_group(None)
    ('192.0.2.7', '2001:db8::/64', 'nowhere')
    """
    try:
        parsed = ipaddress.ip_address(_without_port(address or ""))
    except ValueError:
        return _NOWHERE
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is None:
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(getattr(parsed, "ipv4_mapped", None) or parsed)


def forwarded_address(forwarded: str, proxies: int) -> str | None:
    """The client address that the first of this many proxies has seen; None if it is missing.

    Quotes are no quotes here: a caller who opened one would hide what the proxies have added behind it.

    >>> forwarded_address('"203.0.113.1, 192.0.2.7', 1), forwarded_address("192.0.2.7", 2)
    ('192.0.2.7', None)
    """
    addresses = forwarded.split(",")
    return (addresses[-proxies].strip() or None) if 0 < proxies <= len(addresses) else None


def _without_port(address: str) -> str:
    """The address without its port.

    >>> [_without_port(each) for each in ("192.0.2.7:443", "[2001:db8::1]", "2001:db8::1")]
    ['192.0.2.7', '2001:db8::1', '2001:db8::1']
    """
    found = _WITH_PORT.fullmatch(address)
    return (found["six"] or found["four"] or "") if found else address
