# One image for every process of the grown site; the command says which (docker-compose.yml).
FROM python:3.13-slim-trixie AS packages
COPY requirements/base.txt /tmp/base.txt
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r /tmp/base.txt

# The engine, compiled from the same files; the build stops if it plays other games than the plain one.
FROM packages AS engine
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
COPY requirements/compile.txt /tmp/compile.txt
RUN python -m venv /compile \
    && /compile/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r /tmp/compile.txt
WORKDIR /build
COPY bin/compile-engine bin/compile-engine
COPY engine engine
RUN PYTHON=/compile/bin/python bin/compile-engine /compiled

FROM python:3.13-slim-trixie
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=zenith_site.settings \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    PROMETHEUS_MULTIPROC_DIR=/run/zenith
RUN groupadd --gid 1000 zenith \
    && useradd --uid 1000 --gid zenith --no-create-home --shell /usr/sbin/nologin zenith \
    && install --directory --owner zenith --group zenith /data /data/dumps /run/zenith
COPY --from=packages /venv /venv
WORKDIR /app
COPY manage.py ./
COPY zenith_site zenith_site
COPY --from=engine /compiled ./
COPY common common
COPY accounts accounts
COPY games games
COPY templates templates
COPY static static
COPY locale locale
RUN python -m compileall -q engine common accounts games zenith_site
USER zenith
# The key is for this step only; the site refuses to start without one of its own.
RUN SECRET_KEY=only-while-the-image-is-built SITE_URL=http://localhost python manage.py collectstatic --noinput --verbosity 0
EXPOSE 8000
# A player who is gone does not hold up a new version for longer than this.
STOPSIGNAL SIGTERM
CMD ["uvicorn", "zenith_site.asgi:application", "--host", "0.0.0.0", "--port", "8000", \
     "--workers", "2", "--http", "zenith_site.connections:Connection", \
     "--ws-per-message-deflate", "false", "--ws-max-size", "4096", \
     "--ws-ping-interval", "15", "--ws-ping-timeout", "10", \
     "--timeout-graceful-shutdown", "5", "--no-access-log", "--log-level", "warning"]
