# A thin front door: every target installs what is missing, builds with CMake and calls the tools.
#   make grade [A=map] [L=a01_map] [SUBMISSION=folder] [COMPILER=auto|nvcc|clang] [DEVICE=virtual|gpu]
#   make integration [SUBMISSION=folder] [COMPILER=...] [EPOCHS=4]: trains on the submission's kernels, then judges sentences
#   make test | docs | bench | setup | build
#   make bench-class [N=300] [COMPILER=...]: grades a synthetic class, and says what that took
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
BUILD := build
COMPILER ?= auto
DEVICE ?= virtual
SUBMISSION ?= .
EPOCHS ?= 4
N ?= 300

AUTOGRADER := $(BUILD)/bin/autograder
PROGRAMS := autograder vgpu-worker host-runner course_cudart

.PHONY: grade integration test docs bench bench-class setup build compare configure reconfigure format clean

grade: build
	@$(AUTOGRADER) grade $(A) $(L) --submission $(SUBMISSION) --compiler $(COMPILER) --device $(DEVICE)

# The given files with the submission's .cu files in their places; it is the person's own program, so it runs unconfined.
integration: build
	@rm -rf $(BUILD)/integration && mkdir -p $(BUILD)/integration && cp -r assignments $(BUILD)/integration
	@for name in map zip reduce matmul integration; do \
	  cp $(SUBMISSION)/assignments/$$name/$$name.cu $(BUILD)/integration/assignments/$$name/ || exit 1; done
	@$(AUTOGRADER) grade --submission $(SUBMISSION) --compiler $(COMPILER) --fail-under 100 > $(BUILD)/integration/grade.txt || \
	  { echo "Not everything is solved yet, so the network may learn nothing:"; cat $(BUILD)/integration/grade.txt; }
	@$(AUTOGRADER) run $(BUILD)/integration/assignments/integration/train.cu --compiler $(COMPILER) --device $(DEVICE) --checks none --quiet \
	  -- assignments/integration/data $(EPOCHS)

setup:
	@autograder/setup.sh

# Once configured, Ninja itself sees when that must be done again; `make test` looks for compilers anew.
configure: setup
	@[ -f $(BUILD)/build.ninja ] || $(MAKE) --no-print-directory reconfigure

reconfigure: setup
	@cmake -S . -B $(BUILD) -G Ninja > $(BUILD)-configure.log 2>&1 || { cat $(BUILD)-configure.log; exit 1; }
	@rm -f $(BUILD)-configure.log

# Later on, nothing is said where nothing is to do.
build: configure
	@if [ -x $(AUTOGRADER) ]; then \
	  cmake --build $(BUILD) --target $(PROGRAMS) | sed -u -e '/Re-checking globbed/d' -e '/^ninja: no work/d'; \
	else \
	  echo "Building the autograder, once: this takes ten minutes or more."; \
	  cmake --build $(BUILD) --target $(PROGRAMS) && $(MAKE) --no-print-directory compare; \
	fi

# What the course's own answers give is kept, so that the first check of a student's answer takes no longer than the later ones.
compare:
	@[ ! -d reference ] || $(AUTOGRADER) grade --lessons --submission reference --compiler $(COMPILER) > $(BUILD)/reference.txt || cat $(BUILD)/reference.txt

test: reconfigure
	@cmake --build $(BUILD)
	@ctest --test-dir $(BUILD) --output-on-failure --no-tests=error --parallel 2; status=$$?; \
	  cmake -D LOG=$(BUILD)/Testing/Temporary/LastTest.log -P autograder/cmake/ReportSkips.cmake; exit $$status

docs:
	@autograder/setup.sh docs
	@cmake -S . -B $(BUILD) -G Ninja
	@cmake --build $(BUILD) --target docs

bench: configure
	@cmake --build $(BUILD) --target bench

bench-class: build
	@mkdir -p $(BUILD)/bench
	@autograder/bench/class.sh $(AUTOGRADER) . $(N) $(COMPILER) | tee $(BUILD)/bench/class-$(COMPILER).txt

format:
	@git ls-files '*.h' '*.cpp' '*.inl' '*.cu' | xargs clang-format-14 -i

clean:
	@rm -rf $(BUILD)
