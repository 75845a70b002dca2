"""Readers of environment variables for the settings.

Each reader takes the name of a variable and its default. An empty variable counts as unset. Instead
of `NAME`, `NAME_FILE` may name a file that holds the value, as secrets of containers do. An invalid
value raises `ImproperlyConfigured` with a sentence that names the variable and says what
it should be. They are our own because django-environ accepts most of the values that this module
refuses, so it would save only the ten lines of `_postgres`.
"""

import base64
import os
import re
import secrets
from contextlib import suppress
from email.utils import parseaddr
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
"""The host names of the machine itself."""
SQLITE = "django.db.backends.sqlite3"
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


def text(name: str, default: str = "") -> str:
    """Return a string, stripped of white space; `name` with `_FILE` may name the file with it."""
    value = os.environ.get(name, "").strip()
    file = os.environ.get(f"{name}_FILE", "").strip()
    if value and file:
        raise ImproperlyConfigured(f"{name} and {name}_FILE are both set. Set one of them.")
    if file:
        try:
            value = Path(file).read_text().strip()
        except (OSError, ValueError) as error:
            raise ImproperlyConfigured(
                f"{name}_FILE must be a file that can be read, not {file!r}."
            ) from error
    return value or default


def flag(name: str, default: bool = False) -> bool:
    """Return a boolean."""
    value = text(name).lower()
    if value not in ("", *YES, *NO):
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
    return value in YES if value else default


def number(name: str, default: int, least: int = 0, most: int = 10**9) -> int:
    """Return an integer within bounds."""
    value = text(name, str(default))
    try:
        result = int(value)
    except ValueError:
        result = least - 1
    if not least <= result <= most:
        raise ImproperlyConfigured(
            f"{name} must be a whole number from {least} to {most}, not {value!r}."
        )
    return result


def choice(name: str, default: str, choices: tuple[str, ...]) -> str:
    """Return one of the choices."""
    value = text(name, default).upper()
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {value!r}.")
    return value


def folder(name: str, default: Path | None = None) -> Path:
    """Return a folder, which is created if it doesn't exist."""
    value = text(name, str(default or ""))
    if not value:
        raise ImproperlyConfigured(f"{name} is not set. Set it to a folder.")
    path = Path(value)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{name} must be a folder that can be written to; {str(path)!r} can't be created: "
            f"{error.strerror}."
        ) from error
    return path


def secret(name: str, keep_in: Path | None = None) -> str:
    """Return a secret of at least 20 characters; if none is set, the one kept in a file."""
    value = text(name)
    if not value and keep_in:
        value = kept(keep_in)
    if not value:
        raise ImproperlyConfigured(f"{name} is not set. Set it to a long random string.")
    if len(value) < 20:
        raise ImproperlyConfigured(f"{name} is too short: it needs at least 20 characters.")
    return value


def former_secrets(name: str) -> list[str]:
    """Return former secrets, of at least 20 characters each, with commas between them."""
    values = [value.strip() for value in text(name).split(",") if value.strip()]
    if any(len(value) < 20 for value in values):
        raise ImproperlyConfigured(  # without the values: they are secrets
            f"{name} must be former values of SECRET_KEY with commas between them, each of at "
            "least 20 characters."
        )
    return values


def kept(path: Path) -> str:
    """Return the random secret that a file holds. The first process creates it, concurrent ones
    read it.
    """
    try:
        if not path.exists():
            draft = path.with_name(f"{path.name}.{os.getpid()}.new")
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(50))
            with suppress(FileExistsError):
                os.link(draft, path)
            draft.unlink()
        return path.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{path} can't be written or read: {error.strerror}.") from error


def path_secret(name: str) -> str:
    """Return a secret that fits into a URL or a header as it is, or an empty string."""
    value = text(name)
    if value and not re.fullmatch(r"[A-Za-z0-9_-]{20,}", value):
        raise ImproperlyConfigured(
            f"{name} must be a random string of at least 20 characters: letters, digits, - and _."
        )
    return value


def vapid_key(name: str) -> str:
    """Return a private P-256 key (32 bytes in URL-safe base64), or an empty string."""
    value = text(name).rstrip("=")
    if not value:
        return ""
    fits = re.fullmatch(r"[A-Za-z0-9_-]{43}", value)
    number = int.from_bytes(base64.urlsafe_b64decode(value + "=")) if fits else 0
    if not 0 < number < P256_ORDER:
        raise ImproperlyConfigured(  # without the value: it is a secret
            f"{name} must be 32 random bytes as 43 characters: A-Z, a-z, 0-9, - and _."
        )
    return value


def site(name: str, default: str) -> SplitResult:
    """Return the parts of the site's URL: scheme, host and optionally a port, nothing else.

    As browsers send it: in small letters, Unicode as Punycode, without the scheme's own port.
    """
    value = text(name, default).rstrip("/")
    parts = _split(value)
    oddity = ImproperlyConfigured(
        f"{name} must be a URL like https://zenith.example.org, without a path, not {value!r}."
    )
    if (
        parts is None
        or parts.scheme not in ("http", "https")
        or not parts.hostname
        or parts.path
        or parts.query
        or parts.fragment
        or parts.username is not None
        or any(letter.isspace() for letter in value)
    ):
        raise oddity
    host = _host(parts.hostname)
    if host is None:
        raise oddity
    own_port = {"http": 80, "https": 443}[parts.scheme]
    port = "" if parts.port in (None, own_port) else f":{parts.port}"
    return parts._replace(netloc=host + port)


def hosts(name: str, site: SplitResult, debug: bool) -> list[str]:
    """Return the allowed hosts: the site's own, those named, and localhost where it applies."""
    own = str(_host(str(site.hostname)))
    names = [own]
    for given in (host.strip() for host in text(name).split(",")):
        host = _host(given)
        if given and host is None:
            raise ImproperlyConfigured(
                f"{name} must be a comma-separated list of host names, like "
                f"zenith.example.org,localhost, without ports; {given!r} is not one."
            )
        names += [host] if host else []
    if debug or own in LOOPBACK:
        names += LOOPBACK
    return list(dict.fromkeys(names))


def _host(given: str) -> str | None:
    """Return a host name as browsers send it (Punycode, IPv6 in brackets), None if it isn't one."""
    try:
        return f"[{IPv6Address(given.strip('[]'))}]"
    except ValueError:
        pass
    try:
        name = given.encode("idna").decode().lower()
    except UnicodeError:
        return None
    return name if re.fullmatch(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*", name) else None


def database(name: str, default: Path) -> dict[str, Any]:
    """Return Django's settings for the database: SQLite, also by default, or PostgreSQL."""
    value = text(name)
    oddity = ImproperlyConfigured(  # without the value: it holds a password
        f"{name} must be sqlite:////folder/file or postgres://user:password@host:5432/name, "
        "with commas between several hosts, and #, ? and % in names and passwords written as %23, "
        "%3F and %25."
    )
    if not value:
        return {"ENGINE": SQLITE, "NAME": str(default)}
    try:
        parts = urlsplit(value)
    except ValueError:
        raise oddity from None
    if parts.scheme not in ("sqlite", "postgres", "postgresql") or parts.fragment:
        raise oddity
    if parts.scheme == "sqlite":
        file = unquote(parts.path[1:])
        if not file or parts.netloc or parts.query:
            raise oddity
        return {"ENGINE": SQLITE, "NAME": file}
    hosts = [_split(f"//{host}") for host in parts.netloc.rpartition("@")[2].split(",")]
    if not parts.path.strip("/") or None in hosts:
        raise oddity
    servers = [(unquote(host.hostname or ""), host.port) for host in hosts if host is not None]
    if len(servers) > 1 and not all(host for host, _port in servers):
        raise oddity
    return _postgres(parts, servers)


def replica(name: str, primary: dict[str, Any]) -> dict[str, Any]:
    """Return Django's settings for a replica of a PostgreSQL database, or nothing."""
    if not text(name):
        return {}
    settings = database(name, Path())
    if SQLITE in (settings["ENGINE"], primary["ENGINE"]):
        raise ImproperlyConfigured(
            f"{name} must be postgres://user:password@host:5432/name, and so must DATABASE_URL."
        )
    asked = dict(parse_qsl(urlsplit(text(name)).query))
    settings["OPTIONS"]["target_session_attrs"] = asked.get("target_session_attrs", "any")
    return settings


def _postgres(parts: SplitResult, servers: list[tuple[str, int | None]]) -> dict[str, object]:
    """Return Django's settings for a PostgreSQL database; the query holds libpq's parameters.

    Of several servers libpq takes the first one that accepts writes, unless the query asks for
    another one.
    """
    ports = ",".join(str(port or "") for _host, port in servers)
    options = dict(parse_qsl(parts.query))
    if len(servers) > 1:
        options.setdefault("target_session_attrs", "read-write")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": ",".join(host for host, _port in servers),
        "PORT": ports if ports.strip(",") else "",
        "OPTIONS": options,
    }


def redis_addresses(name: str, default: str) -> list[str]:
    """Return the URLs of Redis servers, with commas between them."""
    values = [value.strip() for value in text(name, default).split(",")]
    if len(values) > 1 and "" in values:
        raise ImproperlyConfigured(f"{name} must be addresses with commas between them.")
    return [_redis(name, value) for value in values]


def redis_address(name: str, default: str = "") -> str:
    """Return the URL of a Redis server, or an empty string."""
    return _redis(name, text(name, default))


def _redis(name: str, value: str) -> str:
    parts = _split(value)
    if value and (parts is None or parts.scheme not in ("redis", "rediss") or not parts.hostname):
        raise ImproperlyConfigured(f"{name} must be redis://host:6379/0, rediss://..., or unset.")
    if parts is not None and not (parts.path.strip("/") or "0").isdecimal():
        raise ImproperlyConfigured(f"{name} must end with the number of a database: .../0")
    return value


def dsn(name: str) -> str:
    """Return the DSN of a project in Sentry, or of a server with the same protocol, or ""."""
    value = text(name)
    parts = _split(value)
    if value and (
        parts is None
        or parts.scheme not in ("http", "https")
        or not parts.username
        or not parts.hostname
        or not re.search(r"/\d+$", parts.path)
    ):
        raise ImproperlyConfigured(  # without the value: it holds a key
            f"{name} must be like https://key@errors.example.org/1."
        )
    return value


def sender(name: str, default: str) -> str:
    """Return the sender of mails: an address, optionally with a display name."""
    value = text(name, default)
    address = parseaddr(value)[1]
    if "@" not in address.strip("@") or "\n" in value:
        raise ImproperlyConfigured(
            f"{name} must be like Zenith <zenith@example.org>, not {value!r}."
        )
    return value


def contact(name: str) -> str:
    """Return an address where people are reached: a mail address, a page or a telephone, or ""."""
    value = text(name)
    if value and not re.fullmatch(r"(?:mailto:[^@\s]+@|https://|tel:)\S+", value):
        raise ImproperlyConfigured(
            f"{name} must be like mailto:security@example.org or https://example.org/report, "
            f"not {value!r}."
        )
    return value


def mail_host(site: SplitResult) -> str:
    """Return the site's host as the domain of a mail address."""
    host = str(_host(str(site.hostname)))
    return f"[IPv6:{host[1:-1]}]" if host.startswith("[") else host


def mailer(name: str) -> dict[str, object]:
    """Return Django's settings for a mailer: the console, a folder or an SMTP server."""
    backends = "django.core.mail.backends"
    value = text(name)
    if not value:
        return {"BACKEND": "common.mailers.Console"}
    parts = _split(value)
    if (
        parts is not None
        and parts.scheme == "file"
        and parts.path.startswith("/")
        and not (parts.netloc or parts.query or parts.fragment)
    ):
        return {
            "BACKEND": f"{backends}.filebased.EmailBackend",
            "OPTIONS": {"file_path": unquote(parts.path)},
        }
    ports = {"smtp": 25, "smtps": 465, "smtp+tls": 587}
    if parts is not None and parts.scheme in ports and parts.hostname:
        options = {
            "host": parts.hostname,
            "port": parts.port or ports[parts.scheme],
            "username": unquote(parts.username or ""),
            "password": unquote(parts.password or ""),
            "use_ssl": parts.scheme == "smtps",
            "use_tls": parts.scheme == "smtp+tls",
            "timeout": 20,
        }
        return {"BACKEND": "common.mailers.Smtp", "OPTIONS": options}
    raise ImproperlyConfigured(  # without the value: it holds a password
        f"{name} must be file:///folder, smtp://, smtps:// or smtp+tls://user:password@host:port."
    )


def _split(value: str) -> SplitResult | None:
    """Return the parts of a URL, or None if it or its port is invalid."""
    try:
        parts = urlsplit(value)
        parts.port  # noqa: B018 - it is read to see whether it can be
    except ValueError:
        return None
    return parts
