# tbk: `make help` lists the targets. SAN=1 builds with the sanitizers; CC=clang BUILD=build/clang with Clang; PLAIN=1
# BUILD=build/plain with zlib where ISA-L, which inflates faster, is installed, and without vector instructions.
SHELL    = /bin/sh
PREFIX  ?= /usr/local
PLAIN   ?= 0
ISAL    ?= $(if $(filter 1,$(PLAIN)),0,$(shell pkg-config --exists libisal && echo 1 || echo 0))
BUILD   ?= build$(if $(SAN),/san)
PACKAGES = glib-2.0 json-glib-1.0 zlib gmp $(if $(filter 1,$(ISAL)),libisal)
VERSION := $(shell sed -n 's/^\#define TBK_VERSION "\(.*\)"/\1/p' include/tbk/version.h)

CFLAGS  ?= -O3 -g
WARNINGS = -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla -Wundef
SANITIZE = $(if $(SAN),-fsanitize=address$(comma)undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -DTBK_SANITIZED)
comma    = ,
ALL_CFLAGS = -std=gnu11 $(WARNINGS) -D_FILE_OFFSET_BITS=64 -Iinclude -Isrc -Itests -MMD -MP $(CFLAGS) $(SANITIZE) $(if $(filter 1,$(ISAL)),-DTBK_WITH_ISAL) $(if $(filter 1,$(PLAIN)),-DTBK_PLAIN) $(shell pkg-config --cflags $(PACKAGES))
ALL_LIBS   = $(SANITIZE) $(LDFLAGS) $(shell pkg-config --libs $(PACKAGES)) -lm -pthread

QUIET    = $(if $(V),,@echo "  $(1)  $@" &&)
objects  = $(patsubst %.c,$(BUILD)/%.o,$(1))
LIBRARY := $(call objects,$(wildcard src/*/*.c))
PROGRAM := $(call objects,$(wildcard tools/*.c))
TESTS   := $(call objects,$(wildcard tests/unit/*.c tests/brute/*.c tests/corpora/*.c))
BENCH   := $(call objects,$(wildcard tests/bench/*.c))

.PHONY: all check check-rooms check-bootstrap check-library check-plain check-long check-commands check-valgrind check-cross demo bench reports install man format clean help

all: $(BUILD)/tbk ## build build/tbk (the default)

check: check-rooms check-bootstrap check-library check-commands check-plain ## build and run every test

check-rooms: ## check that the rooms of src/ include only what they may
	tests/check-rooms.sh

check-bootstrap: ## check what ./bootstrap says where packages can be had, and where not
	tests/bootstrap.sh

check-library: $(BUILD)/check-library ## unit tests, brute force, vectors, real treebanks (TBK_CORPORA)
	G_DEBUG=fatal-warnings $(BUILD)/check-library --short-filename $(if $(FILTER),--filter '$(FILTER)')

check-plain: ## the tests of streams and of CoNLL-U as they are on other machines
ifeq ($(PLAIN),0)
	$(MAKE) PLAIN=1 BUILD=$(BUILD)/plain FILTER='@(stream|output|conllu*)/*' check-library
endif

check-long: $(BUILD)/check-library ## the exact oracles on millions of random configurations
	TBK_TEST_SCALE=$${TBK_TEST_SCALE:-100} $(BUILD)/check-library --short-filename --filter 'oracle_exact/*'

check-commands: $(BUILD)/tbk ## every test of the command line
	tests/golden/run.sh $(BUILD)/tbk
	tests/browser/run.sh $(BUILD)/tbk
	tests/corpora/run.sh $(BUILD)/tbk
	tests/corpora/compare.sh $(BUILD)/tbk
	tests/corpora/parser.sh $(BUILD)/tbk
	if command -v python3 >/dev/null; then tests/brute/evaluate.py $(BUILD)/tbk; else echo "skipped: there is no python3"; fi

check-valgrind: $(BUILD)/tbk ## a selection of the tests of the command line, under valgrind
	TBK_VALGRIND=1 tests/golden/run.sh $(BUILD)/tbk

check-cross: ## build for aarch64 and i386 and test there, where compilers and libraries for them are installed
	MAKE='$(MAKE)' tests/cross.sh

demo: $(BUILD)/tbk ## projectivize a small treebank and show what was done
	tools/demo.sh $(BUILD)/tbk

bench: $(BUILD)/tbk $(BUILD)/bench ## measure; TSV: name value unit goal
	$(BUILD)/bench $(BUILD)/tbk

TREEBANKS ?= $(if $(TBK_CORPORA),$(TBK_CORPORA)/ud/r2.2,data)
EVERY     ?= 1
REPORTS   ?= reports/$(if $(TBK_CORPORA),ud-r2.2,data)

reports: $(BUILD)/tbk ## tables and plots of the treebanks in TREEBANKS, into REPORTS
	tools/report_choices.sh $(BUILD)/tbk $(TREEBANKS) $(REPORTS)
	tools/report_compare.sh $(BUILD)/tbk $(TREEBANKS) $(REPORTS) $(EVERY)

install: $(BUILD)/tbk $(BUILD)/libtbk.a man ## install under PREFIX (and DESTDIR)
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,bin lib/pkgconfig include/tbk share/man/man1)
	install $(BUILD)/tbk $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(BUILD)/libtbk.a $(DESTDIR)$(PREFIX)/lib
	install -m 644 include/tbk/*.h $(DESTDIR)$(PREFIX)/include/tbk
	find $(BUILD)/man -name '*.1' -exec install -m 644 {} $(DESTDIR)$(PREFIX)/share/man/man1 ';'
	printf 'prefix=%s\nName: tbk\nDescription: dependency treebanks\nVersion: %s\nRequires: %s\nCflags: -I$${prefix}/include\nLibs: -L$${prefix}/lib -ltbk -lm -pthread\n' \
	  '$(PREFIX)' '$(VERSION)' '$(PACKAGES)' > $(DESTDIR)$(PREFIX)/lib/pkgconfig/tbk.pc

man: $(BUILD)/tbk ## manual pages from --help, in build/man
	tools/man.sh $(BUILD)/tbk $(BUILD)/man

format: ## lay out the sources with clang-format
	clang-format -i $(shell git ls-files '*.c' '*.h')

clean: ## remove build/
	rm -rf build

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 18

$(BUILD)/libtbk.a: $(LIBRARY)
	$(call QUIET,AR) rm -f $@ && ar rcs $@ $^

$(BUILD)/tbk: $(PROGRAM) $(BUILD)/libtbk.a
	$(call QUIET,LD) $(CC) -o $@ $^ $(ALL_LIBS)

$(BUILD)/check-library: $(TESTS) $(BUILD)/libtbk.a
	$(call QUIET,LD) $(CC) -o $@ $^ $(ALL_LIBS) -lcriterion

$(BUILD)/bench: $(BENCH) $(BUILD)/tests/brute/trees.o $(BUILD)/libtbk.a
	$(call QUIET,LD) $(CC) -o $@ $^ $(ALL_LIBS)

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call QUIET,CC) $(CC) $(ALL_CFLAGS) -c -o $@ $<

-include $(patsubst %.o,%.d,$(LIBRARY) $(PROGRAM) $(TESTS) $(BENCH))
