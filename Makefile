# Every chore is one command, and CI runs the same ones. Needs Python 3.11 or later and make.
#
#   PYTHON=python3.12   the interpreter to build .venv with (the newest fit one otherwise)
#   ARGS="…"            what the command behind a chore is given
#   PYTEST="…"          further arguments of pytest, such as -k or a path

MAKEFLAGS += --no-print-directory
VENV := .venv
BIN := $(VENV)/bin
SETUP := VENV="$(VENV)" PYTHON="$(PYTHON)" sh scripts/setup.sh
RUN_TESTS := sh scripts/pytest.sh $(BIN)/python
# npm in web/, with the system's Node.js or the one in the environment.
NPM := $(BIN)/python hatch_build.py
# The wrapper's own question whether a newer release exists is not for a build to ask.
PYRIGHT := PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/python -m pyright --pythonpath $(BIN)/python

.DEFAULT_GOAL := help
.PHONY: help play terminal test dev lint format proof mutations clean

help: ## show this list
	@sed -n 's/^\([a-z]*\):.* ## /\1|/p' $(firstword $(MAKEFILE_LIST)) \
	| while IFS='|' read -r name text; do printf 'make %-10s %s\n' "$$name" "$$text"; done

play: ## play in the browser; ARGS="--lan" goes to `tapete serve`
	@$(SETUP) play
	@$(BIN)/python -m tapete serve $(ARGS)

terminal: ## play in the terminal; ARGS="declare --seats 3" goes to `tapete play`
	@$(SETUP) play
	@$(BIN)/python -m tapete play $(ARGS)

test: lint ## lint, check types and run every test
	@$(NPM) run --silent test
	@$(RUN_TESTS) 'not proof' $(PYTEST)

dev: ## set up .venv with all tools
	@$(SETUP) dev

lint: dev ## check format, style and types
	@$(BIN)/ruff format --check . || { echo 'make format puts the layout right' >&2; exit 1; }
	@$(BIN)/ruff check .
	@$(PYRIGHT)
	@$(NPM) run --silent check

format: dev ## lay the code out and mend what the linter can
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@$(NPM) run --silent format

proof: dev ## the long tests, then the mutation run
	@$(RUN_TESTS) proof $(PYTEST)
	@$(BIN)/python -m tests.mutations --report bench/mutations.md

mutations: dev ## the mutation run alone; ARGS="--game declare"
	@$(BIN)/python -m tests.mutations $(ARGS)

clean: ## remove .venv and whatever a run leaves behind
	@rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis test-results
	@rm -rf web/node_modules src/tapete/server/static
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
