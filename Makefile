PY ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo law test check format bench clean

$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PY) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[serve,pdf,dev]'
	touch $(STAMP)

demo: $(STAMP)
	$(BIN)/przepis demo

# The real law: from reference data beside the checkout where there is some, else from the public archive.
LAW := $(wildcard ../shared/data/statutes-current.tar.zst ../shared/data/regulations-current.tar.zst)
law: $(STAMP)
	$(BIN)/przepis setup $(foreach archive,$(LAW),--from $(archive))

test: $(STAMP)
	$(BIN)/python -m pytest -n 2

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/contract

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(STAMP)
	$(BIN)/python -m benchmarks.run

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
