"""The hosts and ports under which the site answers."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from zenith_site.environment import LOOPBACK

USUAL_PORTS = (":80", ":443")


def without_usual_port(host: str) -> str:
    """Return a Host header as browsers send it, without the port of `http` or `https`."""
    for port in USUAL_PORTS:
        if host.endswith(port):
            return host.removesuffix(port)
    return host


def is_own(host: str) -> bool:
    """Whether a host names this site: an allowed name, at the port of SITE_URL or none.

    Where the machine itself is allowed (`localhost`), any port is.
    """
    domain, port = split_domain_port(host)
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    return domain in LOOPBACK or port in ("", str(urlsplit(settings.SITE_URL).port))
