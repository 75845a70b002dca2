"""Static files: WhiteNoise for ASGI, and bundles of style sheets and scripts."""

import re
from pathlib import PurePosixPath
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise middleware whose responses hold the file instead of a sync iterator over it.

    Django would read such an iterator to its end anyway, with a warning and in another thread. The
    site's files are small: none has 100 kB.
    """

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """Return the response with a file, a range of it, or a 304."""
        original = static_file.get_response(request.method, request.META)
        content = b""
        if original.file is not None:
            with original.file:
                content = original.file.read()
        response = HttpResponse(content, status=int(original.status))
        del response["Content-Type"]
        for name, value in original.headers:
            response[name] = value
        return response


IMPORTS = {
    ".css": re.compile(r'^@import "(?P<name>[\w-]+\.css)";$', re.MULTILINE),
    ".js": re.compile(r'^import "\./(?P<name>[\w-]+\.js)";$', re.MULTILINE),
}
"""The lines that make a file a bundle: imports of files beside it, for their effect alone."""
NOT_SENT = {
    ".css": re.compile(r"/\*.*?\*/\s*|(?<=\n)\s+", re.DOTALL),
    ".js": re.compile(r"^\s*(?://[^\n]*|/\*\*.*?\*/)\s*|(?<=\n)\s+", re.DOTALL | re.MULTILINE),
}
"""What browsers don't need: comments, of scripts those with lines of their own, and indentation."""
LINKED = re.compile(r"^(?:@?import|export)\b", re.MULTILINE)
"""Imports and exports; a file that has some can't be put into a bundle."""


class Sources(Storage):
    """Reads static files for `collectstatic`, each bundle with its files in place of the imports.

    Browsers follow the imports themselves while `DEBUG` is on: nothing has to be built, and a
    change shows on reload. A script keeps its scope in a block. Style sheets and scripts lose their
    comments and indentation, a quarter of what would be sent.
    """

    def __init__(self, files: dict[str, tuple[Storage, str]]) -> None:
        self.files = files
        """Storage and path of each static file, by name."""

    def open(self, name: str, mode: str = "rb") -> Any:
        """Return a file to read from."""
        storage, path = self.files[name]
        imports = IMPORTS.get(PurePosixPath(name).suffix)
        if imports is None or name.startswith("vendor/"):
            return storage.open(path, mode)
        text = self._text(name)
        return ContentFile(imports.sub(lambda match: self._part(name, match), text).encode())

    def _part(self, bundle: str, match: re.Match[str]) -> str:
        name = str(PurePosixPath(bundle).with_name(match["name"]))
        text = self._text(name).strip()
        if LINKED.search(text):
            raise ValueError(f"{name} has imports or exports, so it can't be a part of {bundle}.")
        return f"{{\n{text}\n}}" if name.endswith(".js") else text

    def _text(self, name: str) -> str:
        storage, path = self.files[name]
        with storage.open(path) as file:
            return NOT_SENT[PurePosixPath(name).suffix].sub("", file.read().decode())


class StaticStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, with bundles, and with hashed names in the imports of scripts.

    Without them a page of today may import a module of yesterday from a cache.
    """

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: dict[str, tuple[Storage, str]], dry_run: bool = False, **options: Any
    ) -> Any:
        """Hash, link and compress the files."""
        sources = Sources(paths)
        bundled = {name: (sources, name) for name in paths}
        return super().post_process(bundled, dry_run=dry_run, **options)
