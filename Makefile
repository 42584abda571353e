PY ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo law test check format bench clean

$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PY) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[serve,pdf,milvus,browser,dev]'
	touch $(STAMP)

demo: $(STAMP)
	$(BIN)/przepis demo

# The real law: from reference data beside the checkout where there is some, else from the public archive.
LAW := $(wildcard ../shared/data/statutes-current.tar.zst ../shared/data/regulations-current.tar.zst)
law: $(STAMP)
	$(BIN)/przepis setup $(foreach archive,$(LAW),--from $(archive))

# The extras make the engine contract run on a real Milvus, and the page in a browser where Chromium is found.
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

# Every table and figure of the paper's systems from recorded answers: no model is asked.
# DATA has the statutes, the examinations and the queries (docs/evaluation.md); PAPER_HOME gets the corpus and its index.
PAPER_HOME ?= build/paper-home
DATA ?= ../shared/data
RECORDED = --recording benchmarks/recorded-answers.jsonl
paper: $(STAMP)
	$(BIN)/python -m benchmarks.paper_home --home $(PAPER_HOME) --data $(DATA)
	$(BIN)/python -m benchmarks.model_systems run --home $(PAPER_HOME) --data $(DATA) $(RECORDED) --out build/paper
	$(BIN)/python -m benchmarks.variants --home $(PAPER_HOME) --data $(DATA) $(RECORDED)
	$(BIN)/python -m benchmarks.results_page --models build/paper/report/report.md --page docs/results.md

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
