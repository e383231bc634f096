# torqueflow: `make` prints this help.
VENV   := .venv
PYTHON := python3
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
TESTED := $(VENV)/.ready-for-tests
SITED  := $(VENV)/.ready-for-docs
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
JOBS   ?= auto
# Tests start many processes: none of them is to compile all that it imports once more.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help sim test test-all formal lint docs verilog bench clean

help:  ## Print this help
	@echo "torqueflow: robot dynamics as fixed-point dataflow hardware"
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-16s %s\n", $$1, $$2}'

$(READY): pyproject.toml constraints.txt scripts/system-programs.sh
	scripts/system-programs.sh
	@echo "installing what torqueflow needs into $(VENV): half a minute, the first time only"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@# Bytecode is made of what is imported, when it is: compiling the rest takes longer than all.
	@$(PIP) --no-compile -e .
	@touch $@

$(TESTED): $(READY)
	@echo "installing what the tests need into $(VENV): a minute, the first time only"
	@# With bytecode: warnings of other people's sources end here, and not in the tests.
	@$(PIP) -e '.[test]'
	@touch $@

$(SITED): $(READY)
	@echo "installing what the site needs into $(VENV): half a minute, the first time only"
	@$(PIP) -e '.[docs]'
	@touch $@

sim: $(READY)  ## Simulate the PUMA 560's array on 300 points, compare with emulator, golden and the papers
	@echo "designing, compiling and simulating the PUMA 560's array: ten seconds, three when repeated"
	$(BIN)/torqueflow simulate puma560 --points 300 --seed 1

test: $(TESTED)  ## Run the test suite on every core
	$(BIN)/python -m pytest -n $(JOBS) -m "not slow"

test-all: $(TESTED)  ## Run every test, the slow ones too; those of pages need Chromium
	scripts/system-programs.sh chromium
	@# Crocoddyl's wheel asks for loaders of an older example-robot-data, which it works without.
	@$(PIP) --no-deps crocoddyl libcrocoddyl
	$(BIN)/python -m pytest -n $(JOBS)

formal: $(TESTED)  ## Prove credit, queue, bus and serial line against every environment, by Yosys's SAT solver
	@$(PIP) -e '.[synth]'
	$(BIN)/python -m pytest tests/test_hdl_proofs*.py

lint: $(TESTED)  ## Check style, types and the import rule
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(SITED)  ## Build the site into build/site; a dead link ends it
	$(BIN)/python scripts/site_pages.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict
	@echo "build/site/index.html"

verilog: $(READY)  ## Write the PUMA 560 array as Verilog into build/verilog
	$(BIN)/torqueflow verilog puma560 -o build/verilog

bench: $(TESTED)  ## Measure golden, emulators and RTL beside Pinocchio and roboticstoolbox
	$(BIN)/python -m torqueflow.bench.dynamics
	$(BIN)/python -m torqueflow.bench.transputer

clean:  ## Remove what was built, but not the virtual environment
	rm -rf build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache *.egg-info
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +
