# Two commands for a bare Debian 12 or 13 with python3, git, make and a C++20 compiler:
# `make museum` and `make test`. They install what is missing: Debian's packages where
# that is allowed, Python's into .venv.

PYTHON ?= python3
PRESET ?= ci
TEST_GROUP ?= test

BUILD_PACKAGES := libhwy-dev libmpfr-dev libeigen3-dev nlohmann-json3-dev libboost-dev pkgconf
TEST_PACKAGES := libgtest-dev chromium fonts-noto-cjk

PIP := .venv/bin/python -m pip --require-virtualenv
STAMPS := build/stamps
# Folders are listed too: they are newer when a file was added or removed.
PACKAGE_SOURCES := CMakeLists.txt pyproject.toml \
  $(shell find cmake lib experiments bindings -not -path '*/__pycache__*')
CXX_SOURCES = $(shell find lib experiments bindings tests -name '*.cc' -o -name '*.h')

export PYTHON
export PATH := $(CURDIR)/.venv/bin:$(PATH)
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(shell nproc)
export CTEST_PARALLEL_LEVEL ?= $(CMAKE_BUILD_PARALLEL_LEVEL)

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help museum install test test-cpp test-python test-exhaustive wheel bench lint \
  format clean packages test-packages

help:
	@echo 'make museum       build, install into .venv, run the museum and write its page'
	@echo 'make test         all tests, C++ and Python'
	@echo 'make test-cpp     the C++ tests; PRESET=debug, asan-ubsan, coverage: built so'
	@echo 'make test-python  the Python tests, on the installed package;'
	@echo '                  TEST_GROUP=test-torch: with torch, which may be large'
	@echo 'make test-exhaustive  all 2^32 binary32 numbers, all points of long formats'
	@echo 'make install      build and install the halfulp package into .venv'
	@echo 'make wheel        a wheel to publish, in dist; the Python tests, on it'
	@echo 'make bench        kernels, timed beside copying the same arrays'
	@echo 'make lint         formatting, lint, types, layers'
	@echo 'make format       format everything'
	@echo 'make clean        remove what was built; .venv stays'

museum: install
	.venv/bin/halfulp run museum --html build/museum.html

install: $(STAMPS)/package

test: test-cpp test-python

test-cpp: test-packages $(STAMPS)/requirements-run
	cmake --workflow --preset $(PRESET)

test-python: test-packages $(STAMPS)/package $(STAMPS)/requirements-$(TEST_GROUP)
	.venv/bin/pytest

test-exhaustive: test-packages $(STAMPS)/requirements-run
	cmake --preset ci
	cmake --build --preset ci --target test_exhaustive

wheel: $(STAMPS)/package $(STAMPS)/requirements-wheel
	.ci/wheel dist

bench: $(STAMPS)/requirements-run
	@.ci/debian-packages $(BUILD_PACKAGES) libbenchmark-dev
	cmake --preset bench
	cmake --build --preset bench --target halfulp_bench
	build/bench/tests/bench/halfulp_bench --benchmark_repetitions=9 \
	  --benchmark_enable_random_interleaving=true --benchmark_min_time=0.05 \
	  --benchmark_out=build/bench.json --benchmark_display_aggregates_only=true
	python tests/bench/ratios.py build/bench.json

lint: $(STAMPS)/requirements-lint
	clang-format --dry-run --Werror $(CXX_SOURCES)
	ruff format --check
	ruff check
	codespell
	mypy
	python .ci/check_layers.py

format: $(STAMPS)/requirements-lint
	clang-format -i $(CXX_SOURCES)
	ruff format
	ruff check --fix

clean:
	rm -rf build

packages:
	@.ci/debian-packages $(BUILD_PACKAGES)

test-packages:
	@.ci/debian-packages $(BUILD_PACKAGES) $(TEST_PACKAGES)

.venv/pyvenv.cfg: | packages
	$(PYTHON) -m venv --clear .venv

# requirements-run: to build and run the package; others: that, and the group.
$(STAMPS)/requirements-%: .venv/pyvenv.cfg pyproject.toml constraints.txt
	@mkdir -p $(STAMPS)
	python .ci/requirements.py $(filter-out run,$*) | \
	  $(PIP) install -q -c constraints.txt -r /dev/stdin
	@touch $@

# Without build isolation the build folder stays valid, and only what changed is rebuilt.
# The stamp has the time of the beginning: what changes during a build is newer.
$(STAMPS)/package: $(PACKAGE_SOURCES) $(STAMPS)/requirements-run
	@echo 'Building halfulp. The first time takes some minutes.'
	@touch $@.begun
	$(PIP) install -q --no-deps --no-build-isolation .
	@mv $@.begun $@
