"""The QR code of an invitation, as SVG."""

import qrcode
from django.utils.html import format_html
from django.utils.safestring import SafeString

QUIET = 4
"""The empty modules that the standard asks for around the code."""


def qr_code(link: str) -> SafeString:
    """Return the QR code of a link, dark on light in every theme; it is hidden from readers."""
    code = qrcode.QRCode(border=QUIET)
    code.add_data(link)
    rows = code.get_matrix()
    dark = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, on in enumerate(row) if on
    )
    return format_html(
        '<svg class="qr-code" viewBox="0 0 {0} {0}" aria-hidden="true"'
        ' shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{0}v{0}H0z"/>'
        '<path fill="#000" d="{1}"/></svg>',
        len(rows),
        dark,
    )
