# Every command sets itself up: on a fresh machine Python (3.11 or later), pip and make are enough.

PYTHON ?= python3
# The tests run on all cores; PYTEST_FLAGS=-x, say, runs them one by one and stops at the first fault.
PYTEST_FLAGS ?= --numprocesses auto --dist worksteal
BENCH ?=
GAME ?=
PORT ?=

VENV := .venv
PY := $(VENV)/bin/python
INSTALL := $(PYTHON) -m pip --python $(PY) install --quiet --disable-pip-version-check --require-hashes
TREE := engine bot cogs tests data docs

.DEFAULT_GOAL := help
.PHONY: .venv help play run game quick test browser shots slow check coverage bench messages format lock clean

.venv: $(VENV)/.dev # everything that any command needs

help: ## what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.play ## try Parlour in the browser: no account, no token, no network (PORT=8080)
	$(PY) -m bot.playground $(if $(PORT),--port $(PORT))

run: $(VENV)/.run ## start the bot with the token in .env
	$(PY) -m bot

game: $(VENV)/.dev ## write a stub of every file that a new game needs (GAME=eights)
	$(PY) docs/game/new.py $(GAME)
	@$(PY) -m ruff check --fix --exit-zero --quiet $(TREE)
	@$(PY) -m ruff format --quiet $(TREE)

# Without those that play whole matches, start processes or live long.
QUICK := tests/repository tests/engine tests/bot tests/cogs \
	$(addprefix --ignore tests/, engine/conformance engine/test_shell.py cogs/test_limits.py \
	bot/test_main.py bot/test_long_life.py bot/store/test_migrations.py)

quick: $(VENV)/.dev ## the tests of single parts: less than a minute
	$(PY) -m pytest $(QUICK) $(PYTEST_FLAGS)

test: $(VENV)/.dev ## all tests but those that need a browser, or those that concern one game (GAME=eights)
	$(PY) -m pytest $(PYTEST_FLAGS) $(if $(GAME),-k $(GAME) tests/engine tests/cogs tests/bot tests/e2e)

browser: $(VENV)/.dev ## the tests that need Chromium
	$(PY) -m pytest -m browser

shots: $(VENV)/.dev ## every screen of every game as a picture, in artifacts/shots (needs Chromium)
	$(PY) -m tests.browser.shots

slow: $(VENV)/.dev ## the long forms of some tests: an hour or so
	$(PY) -m pytest -m slow --timeout 7200 $(PYTEST_FLAGS)

check: $(VENV)/.dev ## what has to pass: format, lint, types, import rules, tests
	$(PY) -m ruff format --check $(TREE)
	$(PY) -m ruff check $(TREE)
	$(PY) -m mypy
	$(VENV)/bin/lint-imports
	$(PY) -m pytest $(PYTEST_FLAGS)

coverage: $(VENV)/.dev ## which lines no test reaches: half as long again as the tests alone
	$(PY) -m pytest --cov --cov-report=term $(PYTEST_FLAGS)

bench: $(VENV)/.dev ## measure the engine and the bot against their budgets
	$(PY) -m tests.bench $(BENCH)

messages: $(VENV)/.dev ## collect the translatable texts
	@mkdir -p data/locales
	$(VENV)/bin/pybabel --quiet extract --no-location --sort-output --project=Parlour --version="" \
		--copyright-holder="The Parlour contributors" --output-file=data/locales/parlour.pot bot cogs

format: $(VENV)/.dev ## lay out the source and mend what can be mended
	$(PY) -m ruff check --fix $(TREE)
	$(PY) -m ruff format $(TREE)

# The development lock comes first and binds the other two, so that all three agree on every version.
LOCK := $(VENV)/bin/uv pip compile --quiet --generate-hashes --universal --python-version 3.11 --no-header --no-annotate
lock: $(VENV)/.dev ## pin the dependencies again (UPGRADE=--upgrade takes newer releases)
	$(LOCK) $(UPGRADE) --all-extras --group dev --output-file requirements-dev.txt pyproject.toml
	$(LOCK) --extra play --constraint requirements-dev.txt --output-file requirements-play.txt pyproject.toml
	$(LOCK) --constraint requirements-dev.txt --output-file requirements.txt pyproject.toml

clean: ## remove what these commands made, but no database
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage artifacts
	find $(TREE) -name __pycache__ -type d -prune -exec rm -r {} +

# One environment for everything: the stamps say how much of it is there. Without ensurepip, which some
# systems split off, the pip that is already there installs into it.
$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Parlour needs Python 3.11 or later (PYTHON=...)")'
	$(PYTHON) -m venv --clear --without-pip $(VENV)

$(VENV)/.run: requirements.txt | $(PY)
	$(INSTALL) -r $<
	@touch $@

$(VENV)/.play: requirements-play.txt | $(PY)
	$(INSTALL) -r $<
	@touch $@ $(VENV)/.run

$(VENV)/.dev: requirements-dev.txt | $(PY)
	$(INSTALL) -r $<
	@touch $@ $(VENV)/.run $(VENV)/.play
