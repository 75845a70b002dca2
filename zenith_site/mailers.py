"""How mails leave: Django's ways, each a little better.

`Smtp` knows whether a mail was handed over when the connection breaks. A server that hangs up
after the whole mail may have taken it; who must not send it twice has to know that from a server
that hung up before. `Console` leaves out what nobody can read.
"""

from smtplib import SMTP, SMTP_SSL, SMTPResponseException

from django.core.mail import EmailMessage
from django.core.mail.backends.console import EmailBackend as DjangoConsole
from django.core.mail.backends.smtp import EmailBackend as DjangoSmtp

DATA_MAY_COME = 354


class Unsure(OSError):
    """The mail was on its way, and nobody said whether it was taken."""


class _Connection(SMTP):
    _on_its_way = False

    def data(self, msg: bytes | str) -> tuple[int, bytes]:  # type: ignore[override]
        """Send the mail itself."""
        self._on_its_way = False
        try:
            return super().data(msg)
        except SMTPResponseException:
            raise
        except OSError as error:
            if self._on_its_way:
                raise Unsure(str(error)) from error
            raise

    def getreply(self) -> tuple[int, bytes]:
        """Read what the server answers."""
        code, said = super().getreply()
        self._on_its_way = code == DATA_MAY_COME
        return code, said


class _SafeConnection(_Connection, SMTP_SSL):
    pass


class Smtp(DjangoSmtp):
    """Django's own, with these connections."""

    @property
    def connection_class(self) -> type[SMTP]:
        """Return what connects."""
        return _SafeConnection if self.use_ssl else _Connection


class Console(DjangoConsole):
    """Writes the head and the text of a mail: the HTML and the pictures are not for terminals."""

    def write_message(self, message: EmailMessage) -> None:
        """Write one mail."""
        head = message.message().items()
        lines = [f"{name}: {value}" for name, value in head if not name.startswith("Content-")]
        self.stream.write("\n".join([*lines, "", str(message.body), "-" * 79, ""]))
