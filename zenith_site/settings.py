"""Django settings, configured by environment variables only (docs/configuration.md)."""

from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from zenith_site import environment as env
from zenith_site.pools import check

MEGABYTE = 1024 * 1024
BASE_DIR = Path(__file__).resolve().parent.parent

DEBUG = env.flag("DEBUG")
DATA_DIR = env.folder("DATA_DIR", BASE_DIR / "data")
REDIS_URL = env.redis_address("REDIS_URL")
QUEUE_REDIS_URL = env.redis_address("QUEUE_REDIS_URL", REDIS_URL)
CACHE_REDIS_URL = env.redis_address("CACHE_REDIS_URL", REDIS_URL)
HINTS_REDIS_URLS = env.redis_addresses("HINTS_REDIS_URLS", REDIS_URL)
"""The Redis servers: of the queues, of the cache, of the hints to open pages."""
if not REDIS_URL and (QUEUE_REDIS_URL or CACHE_REDIS_URL or any(HINTS_REDIS_URLS)):
    raise ImproperlyConfigured("A Redis server of queues, cache or hints needs REDIS_URL too.")
ALONE = not REDIS_URL
"""Whether everything runs in one process; generated secrets are then kept in DATA_DIR."""
SECRET_KEY = env.secret("SECRET_KEY", DATA_DIR / "secret.key" if DEBUG or ALONE else None)
SECRET_KEY_FALLBACKS = env.former_secrets("SECRET_KEY_FALLBACKS")

_site = env.site("SITE_URL", "http://127.0.0.1:8000")
SITE_URL = _site.geturl()
"""The public URL of the site: for links in mails, and as the origin that may open WebSockets."""
SECURE = _site.scheme == "https"
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", _site, DEBUG)
CSRF_TRUSTED_ORIGINS = [SITE_URL]

# --- the two ways to run: alone (SQLite, one process) and grown (PostgreSQL, Redis) ---

DATABASES = {"default": env.database("DATABASE_URL", DATA_DIR / "zenith.sqlite3")}
_database = DATABASES["default"]
if _database["ENGINE"] == env.SQLITE:
    # IMMEDIATE takes the write lock when a transaction begins: the lock of one game row that
    # PostgreSQL gives with select_for_update().
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    # A connection kept by age leaks one a thread under ASGI; a pool does not.
    _database["CONN_MAX_AGE"] = 0
    # Behind PgBouncer in transaction mode a cursor is gone with its statement.
    _database["DISABLE_SERVER_SIDE_CURSORS"] = True
    _prepares = env.flag("DATABASE_PREPARE", default=True)
    _database["OPTIONS"] = {
        "connect_timeout": 3,
        # A host that is gone is noticed after 25 s, whether a connection is idle or waits.
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 20_000,
        **_database.get("OPTIONS", {}),
        # A statement that a connection has sent five times is parsed and planned no more.
        "server_side_binding": _prepares,
        "prepare_threshold": 5 if _prepares else None,
        "pool": {
            "min_size": 1,
            "max_size": env.number("DATABASE_POOL", 10, least=1, most=100),
            "timeout": 4,
            "check": check,
            "connection_class": import_string("zenith_site.postgres.PostgresConnection"),
            # A pool that waits for PostgreSQL tries more and more seldom: give up soon, then the
            # next request begins anew.
            "reconnect_timeout": 3,
        },
    }

_replica = env.replica("DATABASE_REPLICA_URL", _database)
if _replica:
    _options = {**_database["OPTIONS"], **_replica["OPTIONS"]}
    DATABASES["replica"] = {**_database, **_replica, "OPTIONS": _options}
    DATABASE_ROUTERS = ["common.replicas.ReplicaRouter"]
HAS_REPLICA = bool(_replica)
DATABASE_REPLICA_LAG = env.number("DATABASE_REPLICA_LAG", 5, least=1, most=30)
"""Seconds by which the replica may be behind; pages come from the primary if it is more."""
DATABASE_TIMEOUT = env.number("DATABASE_TIMEOUT", 8, least=1, most=8)
"""Seconds that a page waits for PostgreSQL; a task waits three times as long for each statement."""
DRAIN_SECONDS = env.number("DRAIN_SECONDS", 0, least=0, most=30)
"""Seconds for which a web process serves on when it is told to end: `zenith_site/draining.py`."""
REDIS_TIMEOUT = env.number("REDIS_TIMEOUT", 2, least=1, most=5)
"""Seconds that each command to Redis may take."""
STANDSTILL = env.number("STANDSTILL", 20, least=1, most=3600)
"""Seconds without any progress after which a worker or beat ends, so that it is started anew."""

if REDIS_URL:
    CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
        "default": {
            "BACKEND": "zenith_site.redis_layer.RedisLayer",
            "CONFIG": {
                # A group's hints go through one of them, which its name chooses.
                "hosts": [
                    {
                        "address": address,
                        "socket_connect_timeout": REDIS_TIMEOUT,
                        "socket_timeout": REDIS_TIMEOUT,
                        "socket_keepalive": True,
                        "health_check_interval": 2 * REDIS_TIMEOUT,
                    }
                    for address in HINTS_REDIS_URLS
                ]
            },
        }
    }
    CACHES: dict[str, dict[str, object]] = {
        "default": {
            "BACKEND": "zenith_site.caches.ForgivingCache",
            "LOCATION": CACHE_REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": REDIS_TIMEOUT},
        }
    }
    CELERY_BROKER_URL = QUEUE_REDIS_URL
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {
        "visibility_timeout": 3600,
        # For publishers, such as a page: don't wait. Workers wait for ever.
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0.1,
        "interval_max": 0.1,
        "socket_connect_timeout": REDIS_TIMEOUT,
        "socket_timeout": REDIS_TIMEOUT,
        "socket_keepalive": True,
        # A worker waits for tasks on a connection that answers every second: one that has not for
        # this long is replaced.
        "health_check_interval": 2 * REDIS_TIMEOUT,
    }
    CELERY_WORKER_CONSUMER = "zenith_site.liveness:Consumer"
    # A full Redis, which refuses commands, is waited for like one that is away.
    CELERY_BROKER_CHANNEL_ERROR_RETRY = True
else:
    CHANNEL_LAYERS = {
        "default": {"BACKEND": "zenith_site.layers.OneProcessLayer", "CONFIG": {"capacity": 2000}}
    }
    CACHES = {
        "default": {
            "BACKEND": "zenith_site.caches.BoundedCache",
            "OPTIONS": {"MAX_BYTES": 32 * MEGABYTE},
        }
    }
    CELERY_BROKER_URL = "memory://localhost/"
    CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.05}

CACHES["process"] = {
    "BACKEND": "zenith_site.caches.BoundedCache",
    "LOCATION": "process",
    "OPTIONS": {"MAX_BYTES": 4 * MEGABYTE},
}
"""What each process may keep for itself for a minute: it saves a round trip to Redis."""
CACHES["drawn"] = {
    "BACKEND": "zenith_site.caches.BoundedCache",
    "LOCATION": "drawn",
    "OPTIONS": {"MAX_BYTES": 24 * MEGABYTE},
}
"""Pictures and parts of pages that a process has drawn, apart from the other caches: however many
are asked for, they drive out no rate limit.
"""

CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False
"""Publishing is not retried while the broker is down: periodic tasks find what was not queued."""
CELERY_TASK_TIME_LIMIT = 60
CELERY_TIMEZONE = "UTC"
CHANNELS = [
    "games.notifications.push",
    "games.notifications.webhook",
]
"""Apps by which notifications get to players, besides mail; each has a queue of its name."""
OUTBOX = (*(app.rpartition(".")[2] for app in CHANNELS), "mail")
WORKERS = ("site", "bots", "reviews", *OUTBOX)
"""The queues, each with a worker of its own, so that neither slow bots nor a slow mail server or
webhook delays the clocks or each other. /readyz expects a worker on each.
"""
CELERY_TASK_DEFAULT_QUEUE = "site"
CELERY_TASK_ROUTES = "common.queueing:route"
"""A task declares another queue than the default one beside itself, with `on_queue`."""
CELERY_BEAT_SCHEDULER = "zenith_site.liveness:Scheduler"

# --- Django ---

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "django_htmx",
    "oauth2_provider",
    "common",
    "accounts",
    "games.portraits",
    "games.symbols",
    "games.tables",
    "games.talk",
    "games.lobby",
    "games.learning",
    "games.review",
    "games.ratings",
    "games.puzzles",
    "games.notifications",
    *CHANNELS,
    "games.notifications.feeds",
    "games.notifications.moving",
    "games.fairplay",
    "games.contests",
    "games.matchmaking",
    "games.ladder",
    "games.seasons",
    "games.tournaments",
    "games.pages",
    "games.api",
    "games.archive",
    "games.discovery",
    "games.embeds",
    "games.legal",
    "games.records",
    "zenith_site",
]
MIDDLEWARE = [
    "zenith_site.middleware.HealthMiddleware",
    "zenith_site.request_log.RequestLogMiddleware",
    "zenith_site.middleware.HostMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "zenith_site.static.StaticMiddleware",
    "zenith_site.compression.CompressionMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "zenith_site.middleware.OddRequestMiddleware",
    "common.caching.NoStoreMiddleware",
    "common.visitors.VisitorSessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.ViewerMiddleware",
    "accounts.middleware.PreferencesMiddleware",
    "accounts.middleware.GuestMiddleware",
    "accounts.middleware.LastSeenMiddleware",
    "accounts.middleware.RefusalMiddleware",
    "accounts.former_names.FormerNameMiddleware",
]
if _replica:
    MIDDLEWARE.append("common.replicas.RecentWritersMiddleware")
ROOT_URLCONF = "zenith_site.urls"
ASGI_APPLICATION = "zenith_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "zenith_site.templates.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                ),
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csp",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "zenith_site.jinja.environment"},
    },
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French")), ("de", _("German"))]
FORMAT_MODULE_PATH = "zenith_site.formats"
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "zenith_site.static.StaticStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG

# --- people ---

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.backends.Backend",
    # Not used for logging in any more, but older sessions name them.
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_REDIRECT_URL = "/"
LOGIN_URL = "account_login"
ACCOUNT_ADAPTER = "accounts.adapter.Adapter"
ACCOUNT_FORMS = {
    "login": "accounts.allauth_forms.LoginForm",
    "reset_password": "accounts.allauth_forms.ResetPasswordForm",
    "signup": "accounts.allauth_forms.SignupForm",
}
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Zenith: "
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {"push": "60/h/ip", "webhook": "30/h/ip"}
"""In addition to django-allauth's own: push subscriptions and new webhooks, by household."""
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SECURE
"""Without TLS browsers offer passkeys on http://localhost only."""
MFA_TOTP_ISSUER = "Zenith"
MFA_TOTP_TOLERANCE = 1
"""Steps of 30 seconds for which a code counts too early or too late: clocks differ, and it is sent
after it was read (RFC 6238, 5.2).
"""
ALLAUTH_RATE_LIMIT_IPV6_PREFIX = 64
"""Bits of an IPv6 address by which django-allauth's limits count, as `common.addresses` does."""
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("TRUSTED_PROXIES", 0, most=9)
HOUSEHOLD_SOCKETS = env.number("HOUSEHOLD_SOCKETS", 200, least=1)
"""Sockets of signed-in users behind one IPv4 address or IPv6 /64, at each process."""
USERSESSIONS_ADAPTER = "accounts.adapter.SessionsAdapter"
USERSESSIONS_TRACK_ACTIVITY = True
OAUTH2_PROVIDER = {"COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True}
"""Of django-oauth-toolkit; the rest is in `games.api.oauth.server`."""
GUEST_DAYS = env.number("GUEST_DAYS", 60, least=1, most=3650)

# --- mail ---

DEFAULT_FROM_EMAIL = env.sender("FROM_EMAIL", f"Zenith <zenith@{env.mail_host(_site)}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
MAILERS = {"default": env.mailer("EMAIL_URL")}
BOUNCE_SECRET = env.path_secret("BOUNCE_SECRET")
"""Part of the URL where a mail provider reports bounces; without it the URL doesn't exist."""
BOUNCE_PROVIDER = env.choice(
    "BOUNCE_PROVIDER", "NONE", ("NONE", "MAILERSEND", "MAILGUN", "POSTAL", "POSTMARK")
)
BOUNCE_KEY = env.text("BOUNCE_KEY")
"""The key with which the provider signs its reports."""
if BOUNCE_PROVIDER not in ("NONE", "POSTMARK") and not BOUNCE_KEY:
    raise ImproperlyConfigured(f"BOUNCE_PROVIDER={BOUNCE_PROVIDER} needs BOUNCE_KEY.")

# --- pushes ---

VAPID_PRIVATE_KEY = env.vapid_key("VAPID_PRIVATE_KEY")
"""Signs pushes; without it a site in one process generates one
(`games.notifications.push.vapid`).
"""

# --- security ---

SESSION_ENGINE = "common.session_store"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SECURE_SSL_REDIRECT = SECURE and env.flag("SSL_REDIRECT", True)
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", 0)
if SECURE_HSTS_SECONDS and not SECURE:
    raise ImproperlyConfigured("HSTS_SECONDS needs a SITE_URL that begins with https://.")
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if ALLAUTH_TRUSTED_PROXY_COUNT else None
)
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "manifest-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.SELF],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}

CONTACT = env.contact("CONTACT")
"""How players reach the operator; the imprint, the page about privacy and the terms name it."""
SECURITY_CONTACT = env.contact("SECURITY_CONTACT")
"""Where security.txt says that a security problem is reported; without it there is no such file."""

# --- metrics, logs, errors ---

SLOW_REQUEST_MS = env.number("SLOW_REQUEST_MS", 2000)
SLOW_STATEMENT_MS = env.number("SLOW_STATEMENT_MS", 1000)
"""What takes longer is logged as a warning; 0 logs nothing."""

SENTRY_DSN = env.dsn("SENTRY_DSN")
"""Where errors are reported; without it nothing is."""
METRICS_TOKEN = env.path_secret("METRICS_TOKEN")
"""Turns on `/metrics` and is needed to read it; without it nothing is measured."""
METRICS_PORT = env.number("METRICS_PORT", 0, most=65535)
"""Where a worker serves its metrics; a web process serves them among its pages."""
if METRICS_TOKEN:
    INSTALLED_APPS.insert(-1, "zenith_site.metrics")
    MIDDLEWARE.insert(1, "zenith_site.metrics.middleware.MetricsMiddleware")
    _layer = "MeasuredRedisLayer" if REDIS_URL else "MeasuredOneProcessLayer"
    CHANNEL_LAYERS["default"]["BACKEND"] = f"zenith_site.metrics.layers.{_layer}"
    if REDIS_URL:
        env.folder("PROMETHEUS_MULTIPROC_DIR")

LOG_LEVEL = env.choice("LOG_LEVEL", "WARNING", env.LEVELS)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "LINE": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"},
        "JSON": {"()": "zenith_site.logs.JsonFormatter"},
    },
    "filters": {
        "missing pages": {"()": "zenith_site.logs.MissingPages"},
        "seldom": {
            "()": "zenith_site.logs.Seldom",
            "names": [
                "common.queueing",
                "celery.beat",
                "celery.worker.consumer.consumer",
                "channels_redis.pubsub",
                "games.tables.consumers",
                "games.tables.publishing",
                "zenith_site.asgi",
                "zenith_site.caches",
            ],
        },
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": env.choice("LOG_FORMAT", "LINE", ("LINE", "JSON")),
            "filters": ["seldom"],
        }
    },
    # Instead of what uvicorn has set up; proxies log accesses.
    "loggers": {
        # Without Django's own handler, which with DEBUG writes everything a second time.
        "django": {"handlers": [], "level": LOG_LEVEL},
        "django.request": {"filters": ["missing pages"]},
        "uvicorn": {"handlers": ["console"], "level": LOG_LEVEL, "propagate": False},
        "uvicorn.access": {"handlers": [], "propagate": False},
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
}
