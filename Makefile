# Everything the project does, by one word. The first call makes .venv from the pinned versions (a minute or
# two); after that a call starts at once. Say `make` to see the list.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

# What `make test` leaves out: it needs minutes, a browser or PyTorch.
FAST := not slow and not browser and not torch

# In a container the only user is often root, whom Jupyter turns away unless told otherwise.
ALLOW_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)

.DEFAULT_GOAL := help
.PHONY: help lab test test-all demo notebooks handout bench lint format pins clean distclean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

lab: exchange/.released  ## open the course in JupyterLab (ARGS=--no-browser on a remote machine)
	$(BIN)/jupyter lab $(ALLOW_ROOT) $(ARGS)

test: $(VENV)/develop.stamp  ## run the fast tests
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "$(FAST)" $(ARGS)

test-all: $(VENV)/torch.stamp  ## run every test, those with a browser and PyTorch too
	$(BIN)/python -m pytest -n 2 --dist worksteal $(ARGS)

demo: $(VENV)/course.stamp  ## take a class of six through a whole grading round in a temporary folder
	$(BIN)/minigrad-course demo $(ARGS)

notebooks: $(VENV)/course.stamp  ## write every notebook anew from course/source
	$(BIN)/minigrad-course notebooks $(ARGS)

handout: $(VENV)/course.stamp  ## write the learners' copy, as a folder and a zip
	$(BIN)/minigrad-course handout $(ARGS)

bench: $(VENV)/course.stamp  ## print the speed table
	$(BIN)/python -m benchmarks $(ARGS)

lint: $(VENV)/develop.stamp  ## check style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: $(VENV)/develop.stamp  ## put the code into the house style
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# uv writes pins that hold on every system and every Python from 3.11 on. The course does without it.
PIN = $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-emit-index-url --custom-compile-command "make pins" --extra lab --extra grading --group build
pins: $(VENV)/develop.stamp  ## pin anew what pyproject.toml asks for (ARGS=--upgrade for the newest versions)
	$(BIN)/python -m pip install --quiet uv
	$(PIN) --output-file requirements.txt $(ARGS)
	$(PIN) --output-file requirements-dev.txt $(ARGS) --group test --group dev --constraint requirements.txt

clean:  ## remove what builds and tests leave behind, never a learner's work
	rm -rf build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -path ./$(VENV) -prune -o -name __pycache__ -type d -exec rm -rf {} +

distclean: clean  ## remove the environments too
	rm -rf $(VENV) .venv-bench

# JupyterLab's assignment list shows what was released. Without it the course works all the same.
exchange/.released: $(VENV)/course.stamp $(wildcard solutions/*/*.ipynb)
	-@$(BIN)/minigrad-course release && touch $@

# The environment. Each stamp is written last, so that an install which broke off is made again.

$(VENV)/pins.stamp: requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "This course needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) --version 2>&1)." >&2; \
	    echo "Install a newer one and name it: make $(firstword $(MAKECMDGOALS)) PYTHON=python3.13" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || { \
	    echo "Could not make $(VENV). On Debian and Ubuntu, install the package python3-venv." >&2; exit 1; }
	$(BIN)/python -m pip install --require-hashes --requirement requirements.txt
	@touch $@

$(VENV)/course.stamp: $(VENV)/pins.stamp pyproject.toml $(wildcard jupyter-config/*.* jupyter-config/*/*.*)
	$(BIN)/python -m pip install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/develop.stamp: $(VENV)/course.stamp requirements-dev.txt
	$(BIN)/python -m pip install --require-hashes --requirement requirements-dev.txt
	@touch $@

$(VENV)/torch.stamp: $(VENV)/develop.stamp
	$(BIN)/python -m pip install --no-build-isolation --editable '.[torch]'
	@touch $@
