PYTHON := .venv/bin/python

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

.PHONY: venv
venv: ## .venv with the locked packages; every target below sees to it itself
	@bin/python-env

.PHONY: play
play: venv ## the whole site in one process, with a demo (PORT=8001, HOST=0.0.0.0)
	@DEBUG=$${DEBUG-1} $(PYTHON) -m zenith_site.alone

.PHONY: load
load: venv ## random games through HTTP against a running site (ARGS="--games 20 --seconds 30")
	@DEBUG=$${DEBUG-1} $(PYTHON) manage.py load $(ARGS)

.PHONY: test
test: venv ## all tests but the slow ones
	$(PYTHON) -m pytest -n auto -m "not slow"

.PHONY: test-slow
test-slow: venv ## the slow tests
	$(PYTHON) -m pytest -n auto -m slow

# A process of their own: Playwright leaves a loop running, which other database tests refuse.
.PHONY: test-browser
test-browser: venv ## the tests in a real browser; they need Debian's chromium
	DJANGO_ALLOW_ASYNC_UNSAFE=true $(PYTHON) -m pytest tests/e2e

# DATABASE_URL and REDIS_URL say where they are; the tests make a database of their own there.
.PHONY: test-grown
test-grown: venv ## the tests of the site on PostgreSQL and Redis
	$(PYTHON) -m pytest -m "not slow" tests/games tests/accounts

.PHONY: lint
lint: venv ## style, formatting, types, who may import whom
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	$(PYTHON) -m mypy
	.venv/bin/lint-imports --no-logo

.PHONY: format
format: venv ## put the code into shape
	$(PYTHON) -m ruff check --fix
	$(PYTHON) -m ruff format

.PHONY: messages
messages: venv ## find the sentences to translate, compile French and German (needs GNU gettext)
	@bin/messages

.PHONY: bench
bench: venv ## how fast the engine is here
	$(PYTHON) -m engine bench

# Keeps the versions that still fit; UPGRADE=--upgrade takes the newest ones,
# UPGRADE="--upgrade-package ruff" the newest of one.
.PHONY: lock
lock: ## write requirements/{base,dev}.txt anew (UPGRADE=--upgrade: newest versions)
	@set -e; python=$$(bin/python-env --find); \
	tools=$$(mktemp -d); trap 'rm -rf "$$tools"' EXIT; \
	"$$python" -m venv "$$tools"; \
	"$$tools/bin/pip" install --quiet --disable-pip-version-check uv; \
	"$$tools/bin/uv" pip compile --quiet --universal --generate-hashes --python-version 3.12 \
		--no-emit-index-url --custom-compile-command "make lock" $(UPGRADE) \
		requirements/dev.in --output-file requirements/dev.txt; \
	"$$tools/bin/uv" pip compile --quiet --universal --generate-hashes --python-version 3.12 \
		--no-emit-index-url --custom-compile-command "make lock" \
		--constraint requirements/dev.txt \
		requirements/base.in --output-file requirements/base.txt

.PHONY: clean
clean: ## remove .venv and everything the tools leave behind
	rm -rf .venv .venv.building .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name .git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
