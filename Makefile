# Everything a person or a CI does with this repository. `make help` lists it.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

BIN := .venv/bin
PORT ?= 10002
NODE := $(BIN)/python hatch_build.py

export PYTHONUTF8 := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Every worker of the tests and every process they start would compile all there is, each for itself.
unexport PYTHONDONTWRITEBYTECODE

# The first Python on this machine that is new enough; PYTHON=... chooses another.
define FIND_PYTHON
for p in $${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
	if "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo "$$p"; exit 0; fi;
done;
echo "Loket needs Python 3.11 or newer and found none; install one or call: make PYTHON=/path/to/python3" >&2; exit 1
endef

.PHONY: help
help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | while IFS=$$'\t' read -r name what; do printf '  make %-12s %s\n' "$$name" "$$what"; done

# --- set up ---------------------------------------------------------------------------------------------------------

.PHONY: setup
setup: .venv/.installed ## .venv as locked, and what browsers load when its sources changed
	@$(NODE) bundle

.venv/.installed: pyproject.toml demos/pyproject.toml requirements.lock
	@if ! $(BIN)/python -c '' 2>/dev/null; then \
		python=$$($(strip $(FIND_PYTHON))); \
		echo "Making .venv with $$("$$python" --version)"; \
		"$$python" -m venv --clear .venv || { echo "This Python cannot make virtual environments; on Debian and Ubuntu: apt-get install python3-venv" >&2; rm -rf .venv; exit 1; }; \
	fi
	@echo "Installing what requirements.lock names"
	@$(BIN)/python -m pip install --quiet --no-deps --require-hashes --requirement requirements.lock
	@LOKET_SKIP_WEB=1 $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable . --editable demos
	@touch $@

.PHONY: browser
browser: .venv/.installed
	@$(BIN)/python tests/chromium.py

.PHONY: node
node: .venv/.installed
	@$(NODE) install

# --- use ------------------------------------------------------------------------------------------------------------

.PHONY: run
run: setup ## serve on http://127.0.0.1:10002 at demo pace; PORT=... for another port
	@exec $(BIN)/loket serve --pace demo --port $(PORT)

.PHONY: up
up: setup ## the same as six processes, on ports 5173, 10002, 8000, 8010, 8020 and 8030
	@exec $(BIN)/loket up

# --- prove ----------------------------------------------------------------------------------------------------------

.PHONY: test
test: setup browser node ## all tests, a real browser included
	@$(MAKE) --keep-going --jobs=2 _pytest _vitest

# Vitest is done long before pytest is; what it says comes at once, in the middle of the other's dots.
.PHONY: _pytest _vitest
_pytest:
	@$(BIN)/pytest
_vitest:
	@said=$$($(NODE) npm run --silent test 2>&1) || { printf '\n%s\n' "$$said"; exit 1; }; printf '\n%s\n' "$$said"

.PHONY: quick
quick: .venv/.installed ## the tests of two minutes: no process, no browser, no file that takes long
	@LOKET_SIMULATIONS=3 $(BIN)/pytest --hypothesis-profile=quick -m "not process and not browser and not long"

CHECKS := _format _lint _floors _generated _types _webtypes _webformat

.PHONY: tapes
tapes: .venv/.installed ## what a model says to the questions of relocation, recorded anew when a prompt changed
	@$(BIN)/python -m tests.relocation.taped

.PHONY: check
check: .venv/.installed node ## format, lint, types, floors, generated files; every complaint at once, no test
	@$(MAKE) --keep-going $(CHECKS)

.PHONY: $(CHECKS)
_format:
	@$(BIN)/ruff format --check --quiet .
_lint:
	@$(BIN)/ruff check --quiet .
_floors:
	@$(BIN)/lint-imports
_generated:
	@$(BIN)/python -m scripts.generate --check
_types:
	@$(BIN)/pyright
_webtypes:
	@$(NODE) npm run --silent types
_webformat:
	@$(NODE) npm run --silent format:check

.PHONY: format
format: .venv/.installed node ## write the format that `make check` wants
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@$(NODE) npm run --silent format

.PHONY: generated
generated: .venv/.installed ## renew the files that are made from code
	@$(BIN)/python -m scripts.generate

.PHONY: screenshots
screenshots: setup browser ## pictures of every screen, in .screenshots
	@$(BIN)/pytest -m browser --screenshots=.screenshots

.PHONY: conformance
conformance: setup ## the public MCP conformance suites, server and client
	@$(BIN)/python -m tests.conformance

.PHONY: kits
kits: setup ## others' kits, clients, agents, linters and suites against us; KITS=folder, which may be empty, PARTS=some of them
	@$(BIN)/python -m tests.conformance.kits "$(KITS)" $(PARTS)

.PHONY: counterparts
counterparts: setup ## scenarios played with agents and clients made with others' libraries; KITS=folder for their environments
	@$(BIN)/python -m tests.conformance.counterparts $(KITS)

.PHONY: trials
trials: setup ## 1,000 runs of the shipped scenarios without a key, under faults and kill -9; never in CI
	@$(BIN)/python -m tests.endurance trials

.PHONY: endure
endure: setup ## property tests by the thousand; crashes, load, memory, hostile bodies and erasing, into docs/endurance.md; never in CI
	@LOKET_SIMULATIONS=1000 $(BIN)/pytest --hypothesis-profile=long --timeout=0 -m "not browser" tests/engine tests/crash tests/stores tests/views
	@$(BIN)/pytest --hypothesis-profile=long --timeout=0 -m "hypothesis and not browser" $(foreach room,engine crash stores views,--ignore=tests/$(room))
	@$(BIN)/python -m tests.endurance

.PHONY: cluster
cluster: .venv/.installed ## three NATS servers, three nodes and 500 runs with faults; RUNS=, SEED=, KINDS= for others; never in CI
	@$(BIN)/python -m tests.cluster $(if $(RUNS),--runs $(RUNS)) $(if $(SEED),--seed $(SEED)) $(if $(KINDS),--kinds $(KINDS))

.PHONY: bench
bench: setup ## the floor, Loket and its peers in one run; minutes of work, never in CI
	@$(BIN)/python -m bench

# --- keep up --------------------------------------------------------------------------------------------------------

.PHONY: lock
lock: ## renew requirements.lock and web/package-lock.json from what pyproject.toml and package.json allow
	@test -x .lock-venv/bin/uv || { python=$$($(strip $(FIND_PYTHON))); "$$python" -m venv --clear .lock-venv; .lock-venv/bin/python -m pip install --quiet 'uv>=0.9,<1'; }
	@.lock-venv/bin/uv pip compile pyproject.toml demos/pyproject.toml --quiet --upgrade --universal --python-version 3.11 --extra llm --extra grpc --extra airtable --extra dev --generate-hashes --no-annotate --no-header --no-emit-index-url --no-emit-find-links --no-emit-package loket --output-file requirements.lock
	@$(MAKE) .venv/.installed
	@$(NODE) npm update --package-lock-only --ignore-scripts --loglevel=error

.PHONY: clean
clean: ## remove everything that setting up, running and testing made
	@rm -rf .venv .lock-venv web/node_modules src/loket/static demos/src/loket_demos/static build dist .pytest_cache .ruff_cache .hypothesis .schemathesis .import_linter_cache .conformance .screenshots bench/.envs
	@find src demos tests bench examples scripts -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
