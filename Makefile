# Every chore is one command, and CI runs the same ones. Needs Python 3.11 or later and make.
#
#   PYTHON=python3.12   the interpreter to build .venv with (the newest fit one otherwise)
#   ARGS="…"            what `tapete play` is given
#   PYTEST="…"          further arguments of pytest, such as -k or a path

MAKEFLAGS += --no-print-directory
VENV := .venv
BIN := $(VENV)/bin
SETUP := VENV="$(VENV)" PYTHON="$(PYTHON)" sh scripts/setup.sh
RUN_TESTS := $(BIN)/python -m pytest -n auto
# The wrapper's own question whether a newer release exists is not for a build to ask.
PYRIGHT := PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/python -m pyright --pythonpath $(BIN)/python

.DEFAULT_GOAL := help
.PHONY: help play test dev lint format proof mutations clean

help: ## show this list
	@sed -n 's/^\([a-z]*\):.* ## /\1|/p' $(firstword $(MAKEFILE_LIST)) \
	| while IFS='|' read -r name text; do printf 'make %-10s %s\n' "$$name" "$$text"; done

play: ## play in the terminal; ARGS="declare --seats 3" goes to `tapete play`
	@$(SETUP) play
	@$(BIN)/python -m tapete play $(ARGS)

test: lint ## lint, check types and run every test
	@$(RUN_TESTS) $(PYTEST)

dev: ## set up .venv with all tools
	@$(SETUP) dev

lint: dev ## check format, style and types
	@$(BIN)/ruff format --check . || { echo 'make format puts the layout right' >&2; exit 1; }
	@$(BIN)/ruff check .
	@$(PYRIGHT)

format: dev ## lay the code out and mend what the linter can
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

proof: dev ## the long tests, then the mutation run
	@$(RUN_TESTS) -m proof $(PYTEST)
	@$(BIN)/python -m tests.mutations --report bench/mutations.md

mutations: dev ## the mutation run alone; ARGS="--game declare"
	@$(BIN)/python -m tests.mutations $(ARGS)

clean: ## remove .venv and whatever a run leaves behind
	@rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
