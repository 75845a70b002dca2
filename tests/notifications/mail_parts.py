"""The parts of a mail."""

from email.message import EmailMessage


def part(sent: EmailMessage, kind: str) -> str:
    """Return the text or the HTML of a mail."""
    body = sent.get_body((kind,))
    assert body is not None
    content: str = body.get_content()
    return content


def pictures(sent: EmailMessage) -> dict[str, bytes]:
    """Return the pictures inside a mail by their names."""
    return {
        str(each["Content-ID"]).strip("<>"): each.get_content()
        for each in sent.walk()
        if each.get_content_maintype() == "image"
    }
