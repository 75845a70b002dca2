"""WhiteNoise for ASGI."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
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


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage, which also puts hashed names into the imports of JavaScript modules.

    Without them a page of today may import a module of yesterday from a cache.
    """

    support_js_module_import_aggregation = True
