PYTHON := .venv/bin/python

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

.PHONY: venv
venv: ## .venv with the locked packages; every target below sees to it itself
	@bin/python-env

.PHONY: play
play: venv ## the whole site in one process, with a demo (PORT=8001, HOST=0.0.0.0)
	@case "$${HOST:-127.0.0.1}" in localhost|127.*|::1|"[::1]") debug=1;; *) debug=0;; esac; \
	DEBUG=$${DEBUG-$$debug} $(PYTHON) -m zenith_site.alone

.PHONY: load
load: venv ## random games through HTTP against a running site (ARGS="--games 20 --seconds 30")
	@DEBUG=$${DEBUG-1} $(PYTHON) manage.py load $(ARGS)

# A PostgreSQL and a Redis of its own: Debian's postgresql and redis-server.
.PHONY: bench-pages
bench-pages: venv ## how quick pages are with 10,000 players (ARGS="--players 500 --games 5000")
	$(PYTHON) -m tests.grown $(PYTHON) -m tests.bench $(ARGS)

.PHONY: test
test: venv ## all tests but the slow ones
	$(PYTHON) -m pytest -n auto -m "not slow"

# Not the simulations: they take long and show nothing of a Python that other tests don't.
.PHONY: test-pythons
test-pythons: venv ## the tests on every other Python that is found here (3.12, 3.13, 3.14)
	@set -e; own=$$($(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	for version in 3.12 3.13 3.14; do \
		[ $$version != "$$own" ] || continue; \
		if ! python=$$(ZENITH_PYTHON= bin/python-env --find $$version); then echo "No Python $$version here."; continue; fi; \
		ZENITH_PYTHON=$$python ZENITH_VENV=.venv-$$version bin/python-env; \
		echo "On $$python:"; \
		.venv-$$version/bin/python -m pytest -q -n auto -m "not slow" \
			--ignore tests/simulation --ignore tests/year --ignore tests/bench; \
	done

.PHONY: test-slow
test-slow: venv ## the slow tests
	$(PYTHON) -m pytest -n auto -m slow

.PHONY: simulate
simulate: venv ## a simulated month of the site (ARGS="--players 200 --games 2000 --seed 2")
	$(PYTHON) -m tests.simulation $(ARGS)

.PHONY: simulate-year
simulate-year: venv ## a simulated year of ratings and contests (ARGS="--players 200 --weeks 20")
	$(PYTHON) -m tests.year $(ARGS)

# A process of their own: Playwright leaves a loop running, which other database tests refuse.
.PHONY: test-browser
test-browser: venv ## the tests in a real browser; they need Debian's chromium
	DJANGO_ALLOW_ASYNC_UNSAFE=true $(PYTHON) -m pytest -n auto --dist worksteal tests/e2e

# What locks, claims, tells others or asks in SQL of its own; ON_POSTGRES=tests for all.
ON_POSTGRES := tests/tables tests/fairplay tests/accounts/test_blocking.py tests/contests \
	tests/zenith_site/test_asgi.py tests/zenith_site/test_commands.py \
	tests/notifications/test_outbox.py tests/notifications/test_record.py \
	tests/notifications/test_digest.py tests/ratings/test_rating_updates.py \
	tests/ladder/test_places.py tests/ladder/test_challenges.py \
	tests/matchmaking/test_searching.py \
	tests/tournaments/test_runner.py tests/tournaments/test_knockout.py \
	tests/tournaments/test_enrolment.py \
	tests/seasons/test_lifecycle.py tests/seasons/test_enrolment.py

# They start a PostgreSQL and a Redis of their own: Debian's postgresql and redis-server.
.PHONY: test-grown
test-grown: venv ## services and sockets on PostgreSQL and Redis, and the site in several processes
	$(PYTHON) -m tests.grown $(PYTHON) -m pytest -n auto -m "not slow" $(ON_POSTGRES)
	$(PYTHON) -m pytest tests/grown

# The image has no more than these: a package that only the tools bring would be missing there.
.PHONY: test-packages
test-packages: ## the processes of the image start with the packages of base.txt alone
	@set -e; image=$$(mktemp -d); trap 'rm -rf "$$image"' EXIT; \
	"$$(bin/python-env --find)" -m venv "$$image"; \
	"$$image/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r requirements/base.txt; \
	env -i PATH="$$PATH" SECRET_KEY=only-for-this-check-which-serves-nobody SITE_URL=http://localhost \
		DATABASE_URL=postgres://localhost/zenith REDIS_URL=redis://localhost/0 DATA_DIR="$$image" \
		DJANGO_SETTINGS_MODULE=zenith_site.settings "$$image/bin/python" -B -c "import \
		zenith_site.asgi, zenith_site.celery; zenith_site.celery.app.connection().transport; \
		print('The packages of the image are enough.')"

# Not in .ci/run: most machines that run it have no container engine.
.PHONY: test-image
test-image: ## build the image, start all services of docker-compose.yml (needs Docker or Podman)
	@bin/test-image

# Mails are laid out by hand: their lines are what a mail program gets.
TEMPLATES := $(shell find templates -name '*.html' -not -path '*/mails/*')

.PHONY: lint
lint: venv ## style, formatting, types, who may import whom
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	.venv/bin/djangofmt --check --quiet $(TEMPLATES)
	$(PYTHON) -m mypy
	.venv/bin/lint-imports --no-logo

.PHONY: format
format: venv ## put the code into shape
	$(PYTHON) -m ruff check --fix
	$(PYTHON) -m ruff format
	.venv/bin/djangofmt --quiet $(TEMPLATES)

.PHONY: messages
messages: venv ## find the sentences to translate, compile French and German (needs GNU gettext)
	@bin/messages

.PHONY: bench
bench: venv ## how fast the engine is here
	$(PYTHON) -m engine bench

# Keeps the versions that still fit; UPGRADE=--upgrade takes the newest ones,
# UPGRADE="--upgrade-package ruff" the newest of one.
.PHONY: lock
lock: ## write requirements/{base,dev,uv}.txt anew (UPGRADE=--upgrade: newest versions)
	@set -e; python=$$(bin/python-env --find); \
	tools=$$(mktemp -d); trap 'rm -rf "$$tools"' EXIT; \
	"$$python" -m venv "$$tools"; \
	"$$tools/bin/pip" install --quiet --disable-pip-version-check \
		--require-hashes -r requirements/uv.txt; \
	"$$tools/bin/uv" pip compile --quiet --universal --generate-hashes --python-version 3.12 \
		--no-emit-index-url --custom-compile-command "make lock" $(UPGRADE) \
		requirements/dev.in --output-file requirements/dev.txt; \
	"$$tools/bin/uv" pip compile --quiet --universal --generate-hashes --python-version 3.12 \
		--no-emit-index-url --custom-compile-command "make lock" \
		--constraint requirements/dev.txt \
		requirements/base.in --output-file requirements/base.txt; \
	"$$tools/bin/uv" pip compile --quiet --universal --generate-hashes --python-version 3.12 \
		--no-emit-index-url --custom-compile-command "make lock" $(UPGRADE) \
		requirements/uv.in --output-file requirements/uv.txt

.PHONY: clean
clean: ## remove .venv and everything the tools leave behind
	rm -rf .venv .venv.* .venv-* .tools .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name .git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
