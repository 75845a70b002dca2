PYTHON := .venv/bin/python
# Tests are compiled once, not by each process anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

.PHONY: venv
venv: ## create or update .venv with the locked packages (other targets do it themselves)
	@bin/python-env

.PHONY: play
play: ## run the site in one process, with a demo (PORT=8001, HOST=0.0.0.0)
	@bin/python-env --to-play
	@case "$${HOST:-127.0.0.1}" in localhost|127.*|::1|"[::1]") debug=1;; *) debug=0;; esac; \
	DEBUG=$${DEBUG-$$debug} $(PYTHON) -m zenith_site.alone

# They start their own PostgreSQL and Redis: Debian's postgresql and redis-server.
.PHONY: load
load: venv ## play as browsers do and measure what a move costs (ARGS="--games 20 --before ../old")
	@$(PYTHON) -m tools.load $(ARGS)

# As root, who can read the memory of PostgreSQL.
.PHONY: memory
memory: venv ## measure the memory of a small and of a grown site's processes, which write as little as containers (ARGS="--games 10 --seconds 60")
	@$(PYTHON) -m tools.memory small --confined --at-most 1024 $(ARGS)
	@$(PYTHON) -m tools.memory grown --confined $(ARGS)

.PHONY: soak
soak: venv ## play 50 games with 1,000 sockets open for ten minutes: memory and queues stay flat (ARGS="--games 100"; as root)
	@$(PYTHON) -m tools.soak $(ARGS)

.PHONY: bench-pages
bench-pages: venv ## measure page times with 10,000 players (ARGS="--players 500 --games 5000")
	$(PYTHON) -m tools.grown $(PYTHON) -m tools.bench $(ARGS)

.PHONY: bench-queues
bench-queues: venv ## measure how soon bots answer while games are reviewed (ARGS="--games 40 --reviews 3")
	$(PYTHON) -m tools.bench.queues $(ARGS)

.PHONY: bench-idle
bench-idle: venv ## measure what open sockets and streams cost while nothing happens (ARGS="--connections 200")
	@$(PYTHON) -m tools.bench.idle $(ARGS)

.PHONY: bench-scale
bench-scale: venv ## measure an annulment, and the site with 100, 10,000 and 100,000 running games (ARGS="100 2000" for other sizes)
	$(PYTHON) -m tools.grown $(PYTHON) -m tools.scale $(ARGS)

# The tests of a module run in one process: what they share is made once.
PARALLEL := -n auto --dist loadscope

.PHONY: test
test: venv ## run all tests but those that take long
	$(PYTHON) -m pytest $(PARALLEL) -m "not whole and not slow and not release"

# What took half of the time of `make test`.
.PHONY: test-whole
test-whole: venv ## run the tests that play whole games or start the site's processes
	$(PYTHON) -m pytest -n auto -m "whole and not slow and not release"

# What a process makes once serves both.
.PHONY: test-both
test-both: venv ## run `make test` and `make test-whole` in one go
	$(PYTHON) -m pytest $(PARALLEL) -m "not slow and not release"

# Without what takes long and tests nothing specific to a Python version. With another date, as no test may depend on
# today's.
.PHONY: test-pythons
test-pythons: venv ## run the tests on every other installed Python (3.12, 3.13, 3.14), 400 days later
	@set -e; own=$$($(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	for version in 3.12 3.13 3.14; do \
		[ $$version != "$$own" ] || continue; \
		if ! python=$$(ZENITH_PYTHON= bin/python-env --find $$version); then echo "No Python $$version here."; continue; fi; \
		ZENITH_PYTHON=$$python ZENITH_VENV=.venv-$$version bin/python-env; \
		echo "On $$python:"; \
		.venv-$$version/bin/python -m pytest -q $(PARALLEL) -m "not slow and not any_python and not release" --days-later 400; \
	done

# Every night other lines; what survives is printed, to be judged by a person.
.PHONY: mutation
mutation: venv ## change lines and see whether a test fails (ARGS="--lines 200 --seed 7")
	@$(PYTHON) -m tools.mutation $(or $(ARGS),--lines 40 --seed $(shell date +%Y%m%d) --at-least 85)

.PHONY: test-slow
test-slow: venv ## run the slow tests
	$(PYTHON) -m pytest -n auto -m slow

.PHONY: simulate
simulate: venv ## simulate a month of tables and notifications (ARGS="--players 20 --games 60 --seed 2")
	$(PYTHON) -m tools.simulation month $(ARGS)

.PHONY: simulate-year
simulate-year: venv ## simulate a year of ratings and contests (ARGS="--players 200 --weeks 20")
	$(PYTHON) -m tools.simulation year $(ARGS)

# In a separate process: Playwright leaves an event loop running, which breaks other database tests.
BROWSER := DJANGO_ALLOW_ASYNC_UNSAFE=true $(PYTHON) -m pytest -n auto --dist worksteal tests/e2e

.PHONY: test-browser test-browser-slow
test-browser: venv ## run the browser tests (needs Debian's chromium; faster with chromium-headless-shell)
	$(BROWSER) -m "not slow"

test-browser-slow: venv ## play whole games by keyboard and by roles, measure tables in all languages
	$(BROWSER) -m slow

ENGINES := bin/debian-packages firefox-esr=/usr/bin/firefox-esr webkit2gtk-driver=/usr/bin/WebKitWebDriver \
	gir1.2-webkit2-4.1="/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib" xvfb=/usr/bin/Xvfb \
	python3-gi=/usr/lib/python3/dist-packages/gi

# They install what they lack on Debian: firefox-esr, WebKitGTK and its driver, a virtual screen.
.PHONY: test-engines test-engines-short
test-engines: venv ## play in Firefox and WebKit, and compare their pictures with Chromium's
	@$(ENGINES)
	DJANGO_ALLOW_ASYNC_UNSAFE=true $(PYTHON) -m pytest tests/engines

test-engines-short: venv ## play a short game in Firefox and in WebKit
	@$(ENGINES)
	DJANGO_ALLOW_ASYNC_UNSAFE=true $(PYTHON) -m pytest tests/engines -m "not slow"

# In scratch copies of the repository.
.PHONY: test-removal test-removal-whole
test-removal: venv ## check that the site runs without subjects that no other one uses
	$(PYTHON) -m pytest -n auto tests/removal -m "not slow"

test-removal-whole: venv ## run all other tests without each subject that no other one uses
	$(PYTHON) -m pytest tests/removal -m slow

.PHONY: pictures
pictures: venv ## measure tables in all windows, themes and languages (ARGS="--positions middle")
	@$(PYTHON) -m tools.pictures $(ARGS)

.PHONY: windows
windows: venv ## measure the questions of 300 played games in windows (ARGS="--games 10 --first 40 --every 3")
	@$(PYTHON) -m tools.pictures.windows $(ARGS)

.PHONY: debian-packages
debian-packages: ## install Debian's packages that .ci/run and `make nightly` need (as root, or with sudo)
	@bin/debian-packages postgresql="/usr/lib/postgresql/*/bin/initdb" redis-server=/usr/bin/redis-server \
		pgbouncer=/usr/sbin/pgbouncer chromium=/usr/bin/chromium \
		chromium-headless-shell=/usr/bin/chromium-headless-shell fonts-liberation="/usr/share/fonts/truetype/liberation*/"

# All parts run, also after one has failed. What takes hours is added here.
NIGHTLY := audit test-slow test-compiled-package test-pythons test-grown test-hosts test-browser-slow test-removal-whole test-engines simulate simulate-year load pictures windows mutation
.PHONY: nightly
nightly: debian-packages venv ## run what takes hours: every night, and before a release
	@$(MAKE) --no-print-directory --keep-going $(NIGHTLY) ON_POSTGRES=tests

# After `make nightly`.
.PHONY: release
release: venv ## set version and date, commit and tag (VERSION=0.2.0); asks for translations and a changelog
	@$(PYTHON) -m tools.release $(or $(VERSION),--help)

# Measures time, so it wants a quiet machine; it is no part of .ci/run.
.PHONY: lighthouse
lighthouse: venv ## measure pages with Lighthouse (needs Node and chromium; ARGS="--pages table home --runs 5")
	@$(PYTHON) -m tools.lighthouse $(ARGS)

# Tests of locks, claims, publishing and raw SQL; every night all: ON_POSTGRES=tests.
ON_POSTGRES := $(wildcard $(patsubst %,tests/tables/test_%.py,agreements bots expiry indexes plans play presence \
	publishing sealing sockets takeover)) tests/tables/timekeeping \
	tests/accounts/test_blocking.py \
	tests/common/test_batches.py tests/common/test_database_clock.py \
	tests/zenith_site/test_postgres.py tests/zenith_site/test_redis_layer.py \
	tests/zenith_site/test_caches.py tests/zenith_site/test_health.py \
	tests/notifications/test_outbox.py tests/notifications/test_outbox_failures.py \
	tests/ratings/test_rating_updates.py tests/ratings/test_annulled_games.py \
	tests/ladder/test_places.py tests/ladder/test_challenges.py tests/ladder/test_protection.py \
	tests/matchmaking/test_searching.py tests/matchmaking/test_search_tables.py \
	tests/matchmaking/test_pairing.py \
	tests/tournaments/test_runner.py tests/tournaments/test_enrolment.py \
	tests/seasons/test_lifecycle.py \
	tests/api/test_races.py tests/upgrades/test_beside.py

# They start their own PostgreSQL, PgBouncer and Redis: Debian's postgresql, pgbouncer and redis-server.
.PHONY: test-grown
test-grown: venv ## run tests on PostgreSQL and Redis, and all of the site in several processes
	$(PYTHON) -m tools.grown $(PYTHON) -m pytest $(PARALLEL) -m "not slow and not release" $(ON_POSTGRES)
	$(PYTHON) -m pytest tests/grown

# docs/large.md: hosts are network namespaces, so it needs root.
.PHONY: test-hosts
test-hosts: venv debian-hosts ## let hosts of a large site die while people play (as root)
	$(PYTHON) -m pytest -s tests/hosts

.PHONY: debian-hosts
debian-hosts: debian-packages
	@bin/debian-packages python3-venv="/usr/lib/python3*/ensurepip" etcd-server=/usr/bin/etcd etcd-client=/usr/bin/etcdctl haproxy=/usr/sbin/haproxy \
		redis-sentinel=/usr/bin/redis-sentinel pgbackrest=/usr/bin/pgbackrest iptables=/usr/sbin/iptables iproute2=/sbin/ip
	@deploy/large/install-patroni

# Another Python and another database differ in different ways: one more run does for both. All on each Python, 400 days
# later, is `make test-pythons`, every night.
.PHONY: test-elsewhere
test-elsewhere: venv ## run the tests of `make test-grown` on another Python
	@set -e; other=$(PYTHON); \
	for version in 3.12 3.14 3.13; do \
		if found=$$(ZENITH_PYTHON= bin/python-env --find $$version); then \
			ZENITH_PYTHON=$$found ZENITH_VENV=.venv-$$version bin/python-env; other=.venv-$$version/bin/python; break; \
		fi; \
	done; \
	$$other --version; \
	$$other -m tools.grown $$other -m pytest -q -n auto -m "not slow and not release" $(ON_POSTGRES); \
	$$other -m pytest -q -m "not slow" tests/grown

# The engine as a distribution of its own: docs/releasing.md.
.PHONY: package package-compiled test-engine-package test-compiled-package
package: ## build zenith-engine, the engine to install elsewhere: sources and a pure wheel, in dist/
	@bin/package

package-compiled: ## the same, and a wheel compiled by mypyc for this machine
	@bin/package --compiled

test-engine-package:
	@bin/package --check

test-compiled-package: ## build zenith-engine with mypyc, install it into an empty environment and test it
	@bin/package --check --compiled

# The image installs base.txt only: a package that only dev.txt brings would be missing in it.
.PHONY: test-packages
test-packages: test-engine-package ## check that the image's processes start with base.txt alone, and zenith-engine
	@set -e; image=$$(mktemp -d); trap 'rm -rf "$$image"' EXIT; \
	"$$(bin/python-env --find)" -m venv "$$image"; \
	"$$image/bin/pip" install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements/base.txt; \
	env -i PATH="$$PATH" SECRET_KEY=only-for-this-check-which-serves-nobody SITE_URL=http://localhost \
		DATABASE_URL=postgres://localhost/zenith REDIS_URL=redis://localhost/0 DATA_DIR="$$image" \
		DJANGO_SETTINGS_MODULE=zenith_site.settings "$$image/bin/python" -B -c "import \
		zenith_site.asgi, zenith_site.celery; zenith_site.celery.app.connection().transport; \
		print('The packages of the image are enough.')"

# Not in .ci/run: what becomes known of a package has nothing to do with the change that is tested.
.PHONY: audit
audit: ## look for known vulnerabilities of the locked packages
	@set -e; audit=$$(mktemp -d); trap 'rm -rf "$$audit"' EXIT; \
	"$$(bin/python-env --find)" -m venv "$$audit"; \
	"$$audit/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r requirements/audit.txt; \
	for lock in requirements/*.txt deploy/large/patroni.txt; do \
		echo "$$lock:"; "$$audit/bin/pip-audit" --strict --disable-pip --require-hashes -r "$$lock" || failed=1; \
	done; [ -z "$${failed-}" ]

# Not in .ci/run: most machines that run it have no container engine.
.PHONY: test-image
test-image: ## build the image and start docker-compose.yml (needs Docker or Podman)
	@bin/test-image

.PHONY: pin-images
pin-images: ## write the digests of the images in docker-compose.yml and the Dockerfile (needs Docker)
	@bin/pin-images

# Mails are laid out by hand: their lines are what a mail program gets.
TEMPLATES := $(shell find templates -name '*.html' -not -path '*/mails/*')
JINJA := $(shell find templates -name '*.jinja')

STYLES_AND_SCRIPTS := static/css static/js tools/pictures
BIOME := .tools/front/biome check --config-path=tools/front --error-on-warnings
TSC := .tools/front/tsc -p tools/front && .tools/front/tsc -p tools/front/worker.json

# What checks styles and scripts is no part of .venv: tests and the site don't need it.
.PHONY: front-tools
front-tools: ## install Biome and TypeScript in .tools/ (other targets do it themselves)
	@bin/front-tools

.PHONY: lint
lint: venv front-tools ## style, formatting, types, who may import and link to whom, the API
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	.venv/bin/djangofmt --check --quiet $(TEMPLATES)
	.venv/bin/djangofmt --check --quiet --profile jinja $(JINJA)
	$(BIOME) $(STYLES_AND_SCRIPTS)
	$(TSC)
	$(PYTHON) -m mypy
	.venv/bin/lint-imports --no-logo
	$(PYTHON) -m tools.layers
	$(PYTHON) -m tools.openapi --check

.PHONY: format
format: venv front-tools ## put the code into shape
	$(PYTHON) -m ruff check --fix
	$(PYTHON) -m ruff format
	.venv/bin/djangofmt --quiet $(TEMPLATES)
	.venv/bin/djangofmt --quiet --profile jinja $(JINJA)
	$(BIOME) --write $(STYLES_AND_SCRIPTS)

.PHONY: messages
messages: venv ## extract messages, compile French and German (needs GNU gettext)
	@bin/messages

# Says how many modules are compiled; those of `make compiled` are measured too.
.PHONY: bench
bench: venv ## measure the speed of the engine
	$(PYTHON) -m engine bench
	@[ ! -d .compiled ] || { echo; cd .compiled && ../$(PYTHON) -m engine bench; }

.PHONY: compiled
compiled: ## compile the engine with mypyc to .compiled/ and check that it plays the same games
	@bin/compile-engine

# docs/bots.md says how long it takes and what a change of features means.
.PHONY: train
train: venv ## train the networks of the bots anew (ARGS="--greedy 200 --rounds 4" for a try)
	OMP_NUM_THREADS=1 $(PYTHON) -m tools.training --players 2 $(ARGS)
	OMP_NUM_THREADS=1 $(PYTHON) -m tools.training --players 4 $(ARGS)

# Keeps pinned versions that still satisfy *.in; UPGRADE=--upgrade takes the newest ones,
# UPGRADE="--upgrade-package ruff" upgrades one package.
.PHONY: lock
lock: ## regenerate requirements/*.txt and deploy/large/patroni.txt (UPGRADE=--upgrade: newest versions)
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
		--no-emit-index-url --custom-compile-command "make lock" \
		--constraint requirements/dev.txt \
		requirements/compile.in --output-file requirements/compile.txt; \
	"$$tools/bin/uv" pip compile --quiet --universal --generate-hashes --python-version 3.12 \
		--no-emit-index-url --custom-compile-command "make lock" \
		--constraint requirements/dev.txt \
		requirements/package.in --output-file requirements/package.txt; \
	"$$tools/bin/uv" pip compile --quiet --universal --generate-hashes --python-version 3.12 \
		--no-emit-index-url --custom-compile-command "make lock" $(UPGRADE) \
		requirements/uv.in --output-file requirements/uv.txt; \
	"$$tools/bin/uv" pip compile --quiet --universal --generate-hashes --python-version 3.12 \
		--no-emit-index-url --custom-compile-command "make lock" \
		--constraint requirements/dev.txt \
		requirements/audit.in --output-file requirements/audit.txt; \
	"$$tools/bin/uv" pip compile --quiet --universal --generate-hashes --python-version 3.12 \
		--no-emit-index-url --custom-compile-command "make lock" $(UPGRADE) \
		requirements/node.in --output-file requirements/node.txt; \
	"$$tools/bin/uv" pip compile --quiet --universal --generate-hashes --python-version 3.11 \
		--no-emit-index-url --custom-compile-command "make lock" $(UPGRADE) \
		deploy/large/patroni.in --output-file deploy/large/patroni.txt

.PHONY: clean
clean: ## remove .venv and the caches of the tools
	rm -rf .venv .venv.* .venv-* .tools .compiled .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name .git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
