# tbk: `make help` lists the targets. WERROR=1 makes warnings errors; SAN=1 builds with the sanitizers; CC=clang
# BUILD=build/clang with Clang; PLAIN=1 BUILD=build/plain without the libraries that tbk can do without, and without vector
# instructions.

# mk/ has the parts: configuration, tests, measurements, installation, releases, and how files are made.
PARTS := check reports install release build
include mk/config.mk

# Every target with a text for `make help`.
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*\#\# .*/\1/p' Makefile $(PARTS:%=mk/%.mk))

all: $(BUILD)/tbk ## build build/tbk (the default)

library: $(SHARED) $(BUILD)/libtbk.a ## build the shared and the static library

demo: $(BUILD)/tbk ## projectivize a small treebank and show what was done
	data/demo.sh $(BUILD)/tbk

format: ## lay out the sources with clang-format
	clang-format -i $(shell git ls-files '*.c' '*.h')

clean: ## remove build/
	rm -rf build

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile $(PARTS:%=mk/%.mk) | expand -t 18

include $(PARTS:%=mk/%.mk)
