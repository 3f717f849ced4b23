# tbk: `make help` lists the targets. WERROR=1 makes warnings errors; SAN=1 builds with the sanitizers; CC=clang
# BUILD=build/clang with Clang; PLAIN=1 BUILD=build/plain without the libraries that tbk can do without, and without vector
# instructions.
SHELL    = /bin/sh
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
PLAIN   ?= 0
# Whether there are networks: OpenBLAS is loaded where they need it, not linked.
BLAS    ?= $(if $(filter 1,$(PLAIN)),0,$(shell pkg-config --exists openblas && echo 1 || echo 0))
BASH_COMPLETION = $(PREFIX)/share/bash-completion/completions
ZSH_COMPLETION  = $(PREFIX)/share/zsh/site-functions
BUILD   ?= build$(if $(SAN),/san)$(if $(TSAN),/tsan)$(if $(COVERAGE),/coverage)
# What a program over the library includes, and what else the library is made of.
PACKAGES         = glib-2.0 gmp
PRIVATE_PACKAGES = zlib
# What is optional is loaded when it is needed, and not linked. STATIC=1 links all, from static libraries.
COMPRESSED      := libisal libdeflate liblzma libzstd bzip2
# What tbk can do without: ISA-L inflates and libdeflate deflates faster than zlib; the others are for other compressed
# forms. Of them only bzip2 has no file for pkg-config.
OPTIONAL        := $(if $(filter 1,$(PLAIN)),,$(if $(STATIC),$(foreach package,$(COMPRESSED),$(if $(findstring /,$(shell $(CC) $(LDFLAGS) -print-file-name=$(patsubst bzip2,libbz2,$(package)).a)),$(package))),$(foreach package,libisal libdeflate liblzma libzstd,$(shell pkg-config --exists $(package) && echo $(package))) \
                     $(shell $(CC) $(CPPFLAGS) -E -include bzlib.h -x c /dev/null >/dev/null 2>&1 && echo bzip2)))
WITH             = $(foreach name,ISAL:libisal LIBDEFLATE:libdeflate XZ:liblzma ZSTD:libzstd BZIP2:bzip2,$(if $(filter $(lastword $(subst :, ,$(name))),$(OPTIONAL)),-DTBK_WITH_$(firstword $(subst :, ,$(name)))))
# What GLib has called deprecated since the oldest version without additions of our own is no matter for a warning.
OLDER_GLIB      := $(shell pkg-config --exists 'glib-2.0 >= 2.68' && echo -DGLIB_VERSION_MIN_REQUIRED=GLIB_VERSION_2_68 || echo -D_GNU_SOURCE= -include src/base/older_glib.h)
PRIVATE_LIBS     = -lm -ldl -pthread
# What the tests of the library need besides, and Criterion.
TEST_PACKAGES    = json-glib-1.0 $(filter $(COMPRESSED:bzip2=),$(OPTIONAL))
VERSION := $(shell sed -n 's/^\#define TBK_VERSION "\(.*\)"/\1/p' include/tbk/base.h)

# What programs over the shared library need may change with every minor version before 1.0, then with every major one.
MAJOR   := $(word 1,$(subst ., ,$(VERSION)))
SONAME  := libtbk.so.$(MAJOR)$(if $(filter 0,$(MAJOR)),.$(word 2,$(subst ., ,$(VERSION))))
SHARED   = $(BUILD)/libtbk.so.$(VERSION)

ifeq ($(origin CXX),default)
CXX      = $(if $(findstring clang,$(CC)),clang++,g++)
endif
OBJCOPY ?= objcopy
CFLAGS  ?= -O3 -g
comma    = ,
WARNINGS = -Wall -Wextra -Wno-missing-field-initializers $(if $(filter 1,$(WERROR)),-Werror) -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla -Wundef
SANITIZE = $(if $(TSAN),-fsanitize=thread -fno-omit-frame-pointer -DTBK_SANITIZED)$(if $(SAN),-fsanitize=address$(comma)undefined$(if $(FUZZING),$(comma)fuzzer-no-link) -fno-sanitize-recover=all -fno-omit-frame-pointer -DTBK_SANITIZED)
MEASURE  = $(if $(COVERAGE),--coverage -fprofile-update=atomic)

# What hardens programs and costs nothing that can be measured, where the compiler knows it. docs/design/speed.md has the figures.
knows     = $(shell $(CC) $(CPPFLAGS) -O2 -Werror -Wsystem-headers $(1) -S -include string.h -x c -o /dev/null /dev/null 2>/dev/null && echo '$(1)')
FORTIFY  := $(or $(call knows,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
HARDENING := $(if $(SAN)$(TSAN)$(COVERAGE),,-fPIE $(foreach flag,-fstack-protector-strong -fstack-clash-protection,$(call knows,$(flag))) \
               $(if $(filter-out -O0,$(filter -O%,$(CFLAGS))),$(if $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),,$(FORTIFY))))

# What the linker knows, asked together and, where it is not GNU's, one by one.
links     = $(shell made=$$(mktemp) && echo 'int main (void) { return 0; }' | $(CC) $(LDFLAGS) -fPIC $(1) -x c -o "$$made" - >/dev/null 2>&1 && echo '$(1)'; rm -f "$$made")
named     = -shared -Wl,-soname,$(1)
LINKED   := -Wl,-Bsymbolic-functions -Wl,--as-needed $(if $(SAN),,-Wl$(comma)-z$(comma)defs)
RELRO    := $(if $(HARDENING),-Wl$(comma)-z$(comma)relro -Wl$(comma)-z$(comma)now)
ifeq ($(call links,$(call named,try) $(LINKED) $(RELRO)),)
named    := $(firstword $(foreach option,-soname -install_name,$(call links,-shared -Wl$(comma)$(option)$(comma)$(SONAME))) -shared)
LINKED   := $(foreach option,$(LINKED),$(call links,-shared $(option)))
RELRO    := $(call links,$(RELRO))
endif
# Whether the objects of an archive can be made one, whose hidden names are local.
localizes = $(shell made=$$(mktemp -d) && echo 'int try;' | $(CC) -x c -c -o $$made/try.o - && $(CC) -r -nostdlib -o $$made/one.o $$made/try.o 2>/dev/null && \
              $(OBJCOPY) --localize-hidden $$made/one.o 2>/dev/null && echo yes; rm -rf "$$made")
ALL_CFLAGS = -std=gnu11 -fno-math-errno -ffp-contract=off -fno-trapping-math $(WARNINGS) $(HARDENING) $(CPPFLAGS) -D_FILE_OFFSET_BITS=64 -Iinclude -Isrc -Itools -I$(BUILD)/src -Itests -MMD -MP $(CFLAGS) $(SANITIZE) $(MEASURE) $(WITH) $(if $(filter 1,$(BLAS)),-DTBK_WITH_BLAS $(shell pkg-config --cflags openblas)) $(if $(filter 1,$(PLAIN)),-DTBK_PLAIN) $(shell pkg-config --cflags $(PACKAGES) $(PRIVATE_PACKAGES) $(if $(STATIC),,$(filter-out bzip2,$(OPTIONAL)))) $(if $(STATIC),-DTBK_LINKED) $(OLDER_GLIB)
ALL_LIBS   = $(SANITIZE) $(MEASURE) $(RELRO) $(LDFLAGS) $(FIRST_LIBS) $(if $(STATIC),$(STATIC_LIBS),$(shell pkg-config --libs $(PACKAGES) $(PRIVATE_PACKAGES))) $(PRIVATE_LIBS)
# Their functions are not exported. The C library stays outside. The map tells what was taken from which archive.
STATIC_LIBS = -static-libgcc -Wl,--exclude-libs,ALL -Wl,-Map,$@.map -Wl,-Bstatic $(OPTIONAL_LIBS) \
              $(filter-out $(PRIVATE_LIBS) -lpthread,$(shell pkg-config --static --libs $(PACKAGES) $(PRIVATE_PACKAGES))) -Wl,-Bdynamic
OPTIONAL_LIBS = $(patsubst bzip2,-lbz2,$(patsubst lib%,-l%,$(OPTIONAL)))

# One set of objects serves programs and both libraries. What a public header does not declare is hidden; calls of what it
# declares are bound within the library.
LIBRARY_CFLAGS = -fPIC -fvisibility=hidden -fno-semantic-interposition
SHARED_LDFLAGS = $(call named,$(SONAME)) $(LINKED)

RUN_PYTHON = PYTHON='$(PYTHON)' SAN='$(SAN)' CC='$(CC)' tests/python.sh $(BUILD)
QUIET    = $(if $(V),,@echo "  $(1)  $@" &&)
objects  = $(patsubst %.c,$(BUILD)/%.o,$(1))
LIBRARY := $(call objects,$(wildcard src/*/*.c))
PROGRAM := $(call objects,$(wildcard tools/*.c tools/*/*.c))
SUITES  ?= tests/unit/*.c tests/unit/*/*.c tests/brute/*.c tests/corpora/*.c
TESTS   := $(call objects,tests/main.c $(wildcard $(SUITES)))
HEADERS := $(wildcard include/tbk/*.h)
DOUBLE  := $(patsubst $(BUILD)/%,$(BUILD)/double/%,$(call objects,tests/main.c $(wildcard src/learn/*.c src/parser/*.c tests/gradients/*.c)))
EXIT    := $(if $(COVERAGE),$(call objects,tests/coverage/exit.c))
BENCH   := $(call objects,$(wildcard tests/bench/*.c))
FUZZED  := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FIGURES := $(call objects,$(wildcard tests/figures/*.c))

# Every target with a text for `make help`.
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*\#\# .*/\1/p' Makefile)

all: $(BUILD)/tbk ## build build/tbk (the default)

library: $(SHARED) $(BUILD)/libtbk.a ## build the shared and the static library

check: check-rooms check-bootstrap check-symbols check-hardening check-headers check-library check-fuzz check-faults check-commands check-experiments check-python check-docs check-install check-plain ## build and run every test

check-times: $(BUILD)/tbk ## run `make check`, and list the tests that take longest
	@MAKE='$(MAKE)' tests/times.sh

check-rooms: $(LIBRARY) $(PROGRAM) ## check that the rooms of src/ include and call only what they may, that no files stand in a circle, and that names tell their file
	@tests/check-rooms.sh $^

check-bootstrap: ## check what ./bootstrap says where packages can be had, and where not
	tests/bootstrap.sh

check-symbols: library ## check that the libraries export what the public headers declare, nothing else
	tests/symbols.sh $(SHARED) $(BUILD)/libtbk.a

check-hardening: $(BUILD)/tbk library ## check that program and shared library are hardened as far as the compiler knows how
	$(if $(HARDENING),tests/hardening.sh $(BUILD)/tbk $(SHARED) $(HARDENING),@echo "hardening: skipped beside sanitizers")

check-headers: ## check that each public header can be included alone, in C and in C++
	CC='$(CC)' CXX='$(CXX)' PACKAGES='$(PACKAGES)' tests/headers.sh

check-install: $(BUILD)/tbk library ## install into a temporary folder, build programs over what is there, and uninstall
	MAKE='$(MAKE)' CC='$(CC) $(SANITIZE)' CXX='$(CXX) $(SANITIZE)' tests/install.sh

check-library: $(BUILD)/check-library $(BUILD)/check-gradients ## unit tests, brute force, vectors, real treebanks (TBK_CORPORA)
	@[ -w /dev/shm ] || { echo "check-library: Criterion needs a folder /dev/shm to write in; root makes one:"; \
	  echo "  mkdir -p /dev/shm && mount -t tmpfs -o mode=1777 tmpfs /dev/shm"; exit 3; }
	@$(if $(SAN),tests/sanitized.sh $(BUILD)) tests/library.sh $(BUILD) '$(FILTER)'

# What is asked is whether it works, so it is built without optimization, in half the time.
PLAIN_SUITES = tests/brute/trees.c tests/unit/io/test_stream.c tests/unit/io/test_compressed.c tests/unit/io/test_library.c tests/unit/io/test_output*.c tests/unit/conllu/test_conllu*.c
check-plain: ## the tests of streams and of CoNLL-U as they are on other machines: without libraries, Linux and the tools of GNU
ifeq ($(PLAIN),0)
	$(MAKE) PLAIN=1 BUILD=$(BUILD)/plain CC='$(CURDIR)/tests/elsewhere.sh $(CC)' OBJCOPY=false CPPFLAGS='$(CPPFLAGS) -include tests/elsewhere.h' \
	  CFLAGS='$(filter-out -O%,$(CFLAGS)) -O0' SUITES='$(PLAIN_SUITES)' all library $(BUILD)/plain/check-library
	G_DEBUG=fatal-warnings $(BUILD)/plain/check-library --short-filename
endif

$(BUILD)/preload.so: tests/faults/preload.c
	@mkdir -p $(@D)
	$(call QUIET,LD) $(CC) -std=gnu11 $(WARNINGS) $(CFLAGS) -shared -fPIC -o $@ $< -ldl

check-faults: $(BUILD)/tbk $(if $(SAN),,$(BUILD)/preload.so) ## runs in which one call of the system fails; FAULTS=all: each call in turn
	$(if $(SAN),@echo "faults: skipped under sanitizers$(comma) which have a malloc of their own",$(if $(COVERAGE),TBK_COVERAGE=1) tests/faults/inject.sh $(BUILD)/tbk $(BUILD)/preload.so $(FAULTS))
	if command -v python3 >/dev/null; then tests/faults/kill.py $(BUILD)/tbk 20; else echo "skipped: there is no python3"; fi

.SECONDARY: $(FUZZED:%=$(BUILD)/tests/fuzz/fuzz_%.o)

check-fuzz: $(FUZZED:%=$(BUILD)/replay-%) ## what fuzzing began with, and what it found
	tests/fuzz/corpus.sh unpack $(BUILD)/corpus
	set -e; for target in $(FUZZED); do $(BUILD)/replay-$$target $(BUILD)/corpus/$$target; done

SECONDS ?= 60
fuzz: ## fuzz the target FUZZ for SECONDS, with Clang's libFuzzer and sanitizers; new inputs into build/fuzz
	MAKE='$(MAKE)' tests/fuzz/fuzz.sh "$(FUZZ)" $(SECONDS) $(FUZZED)

check-threads: ## every command by eight threads, under ThreadSanitizer
	$(MAKE) TSAN=1 build/tsan/tbk
	tests/threads/threads.sh build/tsan/tbk

check-kill: $(BUILD)/tbk ## runs killed at KILLS (1000) random moments: each file is the old one or the new one
	tests/faults/kill.py $< $(or $(KILLS),1000)

check-damage: $(BUILD)/tbk ## compressed files cut at every byte, and with FLIPS bits flipped
	tests/faults/damage.py $(BUILD)/tbk $(or $(FLIPS),1000)

check-doubling: $(BUILD)/tbk ## how the time of each command grows where input of eleven shapes doubles; a quarter of an hour of processor time
	tests/doubling.py $(BUILD)/tbk

check-exhaustive: $(BUILD)/exhaustive $(BUILD)/check-library ## all trees of 8 words, all configurations of 5, by definition
	$(BUILD)/exhaustive
	TBK_TEST_SCALE=1 $(BUILD)/check-library --short-filename --filter 'system_graph/*'

check-long: $(BUILD)/check-library ## the exact oracles on millions of random configurations
	TBK_TEST_SCALE=$${TBK_TEST_SCALE:-100} $(BUILD)/check-library --short-filename --filter 'oracle_exact/*'

check-commands: $(BUILD)/tbk ## every test of the command line
	tests/accept.sh
	@if command -v python3 >/dev/null; then tests/cli.py $(BUILD)/tbk; else echo "skipped: there is no python3"; fi
	tests/faults/run.sh $(BUILD)/tbk
	tests/beside.sh 'tests/browser/run.sh $(BUILD)/tbk' 'tests/latex.sh $(BUILD)/tbk'
	tests/terminal.sh $(BUILD)/tbk
	data/demo.sh $(BUILD)/tbk | grep -x 'byte for byte the same'
	tests/outputs.sh $(BUILD)/tbk
	if command -v python3 >/dev/null; then tests/empty_fields.py $(BUILD)/tbk; else echo "skipped: there is no python3"; fi
	tests/scripts.sh $(BUILD)/tbk
	tests/examples.sh $(BUILD)/tbk
	packaging/completion.sh $(BUILD)/tbk $(BUILD)/completion && tests/completion.sh $(BUILD)/tbk $(CURDIR)/$(BUILD)/completion
	tests/threads/threads.sh $(BUILD)/tbk
	tests/beside.sh 'tests/corpora/run.sh $(BUILD)/tbk && tests/corpora/parts.sh $(BUILD)/tbk && tests/corpora/phrases.sh $(BUILD)/tbk && tests/corpora/tags.sh $(BUILD)/tbk' \
	  'tests/corpora/compare-oracles.sh $(BUILD)/tbk && tests/corpora/parser.sh $(BUILD)/tbk'
	if command -v python3 >/dev/null; then tests/brute/evaluate.py $(BUILD)/tbk && tests/brute/punct.py $(BUILD)/tbk && tests/brute/evaluate_groups.py $(BUILD)/tbk && tests/brute/evaluate_phrases.py $(BUILD)/tbk \
	  && tests/brute/evalb.py $(BUILD)/tbk && tests/brute/align.py $(BUILD)/tbk && tests/brute/align_vectors.py $(BUILD)/tbk && tests/brute/figures.py $(BUILD)/tbk && tests/brute/intervals.py $(BUILD)/tbk \
	  && tests/brute/lengths.py $(BUILD)/tbk && tests/brute/questions.py $(BUILD)/tbk && tests/brute/expressions.py $(BUILD)/tbk && tests/corpora/releases.py $(BUILD)/tbk && tests/vectors/recompute.py; \
	else echo "skipped: there is no python3"; fi

accept: $(BUILD)/tbk ## show where the command line differs from tests/cli (FILTER='stats': there, FILTER='*ties*': under such headings), and take it if you say yes (YES=1)
	@TBK_ACCEPT=$(if $(YES),yes,ask) tests/cli.py $< $(if $(FILTER),'$(FILTER)')

check-python: $(BUILD)/tbk $(SHARED) ## test the Python package, where there is a PYTHON with cffi, NumPy and pytest
	$(RUN_PYTHON) -m pytest -q -p no:cacheprovider python/tests $(if $(FILTER),-k '$(FILTER)')
	$(if $(FILTER),,$(RUN_PYTHON) tests/brute/stars.py $(BUILD)/tbk 1 data/en.conllu data/la.conllu data/phrases.psd)

check-docs: $(BUILD)/tbk $(SHARED) ## run the commands of README.md and docs/, compare what they print, check links, labels and the length of sentences; the site, where there is pandoc
	@if command -v python3 >/dev/null; then $(if $(SAN),TBK_NO_PYTHON=1) tests/docs.py $(BUILD)/tbk && tests/english.py; else echo "skipped: there is no python3"; fi
	@if command -v python3 >/dev/null && command -v pandoc >/dev/null; then $(MAKE) docs && tests/site.py $(BUILD)/site; \
	else echo "skipped: the pages of the site, which need pandoc and python3"; fi

check-experiments: $(BUILD)/tbk $(BUILD)/figures ## the scripts of the experiments, on treebanks of data/
	tests/experiments.sh $^

check-networks: $(BUILD)/tbk ## what networks learn from real treebanks (TBK_CORPORA): ten minutes of processor time
	tests/corpora/networks.sh $(BUILD)/tbk

check-valgrind: $(BUILD)/tbk ## a selection of the tests of the command line, under valgrind
	TBK_VALGRIND=1 tests/cli.py $(BUILD)/tbk 'input#what-*' 'compressed#compressed-*' 'errors#bad-sentences-left-out' 'output#where-*' \
	  'projectivize#marks' 'restore#tbk-restore' 'stats#tbk-stats' 'stats-measures#classes-of-trees'

check-cluster: $(BUILD)/tbk ## runs in parts: on this machine, and by Slurm where sbatch reaches a cluster
	tests/cluster.sh $(BUILD)/tbk

check-fresh: ## README's commands and Debian's packages on empty systems: SUITE=bookworm, SUITE=trixie, or both; PARTS: user, least, packages; takes root and some minutes
	tests/fresh.sh $(or $(SUITE),bookworm trixie)

check-cross: ## build for aarch64 and i386 and test there, where compilers and libraries for them are installed
	MAKE='$(MAKE)' tests/cross.sh

demo: $(BUILD)/tbk ## projectivize a small treebank and show what was done
	data/demo.sh $(BUILD)/tbk

bench: $(BUILD)/tbk $(SHARED) $(BUILD)/bench ## measure; TSV: name value unit goal
	$(BUILD)/bench $(BUILD)/tbk
	$(RUN_PYTHON) tests/bench/bench_python.py

TREEBANKS ?= $(if $(TBK_CORPORA),$(TBK_CORPORA)/ud/r2.2,data)
EVERY     ?= 1
# Of so many sentences, one is timed.
TIMED     ?= $(if $(TBK_CORPORA),10,1)
REPORTS   ?= reports/$(if $(TBK_CORPORA),ud-r2.2,data)

QUEUE = TREEBANKS='$(TREEBANKS)' reports/make/queue.sh $(BUILD)/done/$(REPORTS)

reports: $(BUILD)/tbk $(BUILD)/figures ## tables and plots of the treebanks in TREEBANKS, into REPORTS; when it broke off, it goes on
	$(QUEUE) choices reports/make/report_choices.sh $(BUILD)/tbk $(TREEBANKS) $(REPORTS)
	$(QUEUE) compare reports/make/report_compare.sh $(BUILD)/tbk $(TREEBANKS) $(REPORTS) $(EVERY)
	$(QUEUE) pseudo reports/make/report_pseudo.sh $(BUILD)/tbk $(TREEBANKS) $(REPORTS)
	$(QUEUE) lengths reports/make/report_lengths.sh $(BUILD)/tbk $(TREEBANKS) $(REPORTS)
	$(QUEUE) times reports/make/report_times.sh $(BUILD)/tbk $(BUILD)/figures $(TREEBANKS) $(REPORTS) $(TIMED)
	$(QUEUE) coverage reports/make/report_coverage.sh $(BUILD)/tbk $(BUILD)/figures $(TREEBANKS) $(REPORTS)
	$(if $(TBK_CORPORA),$(QUEUE) repair reports/make/report_repair.py $(BUILD)/tbk $(TBK_CORPORA)/ud reports/repair)
	$(if $(TBK_CORPORA),$(QUEUE) order reports/make/report_order.py $(BUILD)/tbk $(TBK_CORPORA)/ud reports/word-order)
	$(if $(TBK_CORPORA),$(QUEUE) tags reports/make/report_tags.sh $(BUILD)/tbk $(TBK_CORPORA)/ud reports/tags)

history: $(BUILD)/tbk ## what became of the findings of tbk check from the oldest to the newest releases in TBK_CORPORA/ud, into reports/check
	@[ -n '$(TBK_CORPORA)' ] || { echo "history: TBK_CORPORA names the folder of the treebanks, and is not set"; exit 3; }
	reports/make/report_history.py $< $(TBK_CORPORA)/ud reports/check

scaling: $(BUILD)/tbk $(BUILD)/figures ## tables and plots of throughput over size, threads and length, into REPORTS; some minutes
	reports/make/report_scaling.sh $^ $(TREEBANKS) $(REPORTS)

# Of data/, treebanks that are not projective; else those that the scripts name.
NAMES     ?= $(if $(TBK_CORPORA),,la grc)
EXPERIMENT = NAMES='$(NAMES)' reports/make/experiment_
RUNS       = $(TREEBANKS) $(BUILD)/experiments/$(notdir $(REPORTS))

PHRASES    = $(TBK_CORPORA)/constituency

experiments: experiment-conditions experiment-fragments experiment-nonprojective experiment-walks $(if $(TBK_CORPORA),experiment-phrases) ## the papers' experiments with trained parsers, into REPORTS; docs/design/extend.md has more

experiment-conditions: $(BUILD)/tbk ## one of them
	$(EXPERIMENT)conditions.sh $< $(RUNS)/conditions $(REPORTS)

experiment-fragments: $(BUILD)/tbk $(BUILD)/figures ## one of them
	$(EXPERIMENT)fragments.sh $^ $(RUNS)/fragments $(REPORTS)

experiment-nonprojective: $(BUILD)/tbk ## one of them
	$(EXPERIMENT)nonprojective.sh $< $(RUNS)/nonprojective $(REPORTS)

experiment-walks: $(BUILD)/tbk ## one of them
	$(EXPERIMENT)walks.sh $< $(RUNS)/walks $(REPORTS)

experiment-biaffine: $(BUILD)/tbk $(SHARED) ## one of them, for a Python that has PyTorch; not among `experiments`
	RUN_PYTHON="tests/python.sh $(BUILD)" $(EXPERIMENT)biaffine.sh $< $(RUNS)/biaffine $(REPORTS)

experiment-tagger: $(BUILD)/tbk $(SHARED) ## one of them, over newest releases in TBK_CORPORA/ud, for a Python that has PyTorch; not among `experiments`
	@[ -n '$(TBK_CORPORA)' ] || { echo "experiment-tagger: TBK_CORPORA names the folder of the treebanks, and is not set"; exit 3; }
	RUN_PYTHON="tests/python.sh $(BUILD)" $(EXPERIMENT)tagger.sh $< $(TBK_CORPORA)/ud $(BUILD)/experiments/tagger reports/tagger

experiment-votes: $(BUILD)/tbk ## one of them, over newest releases in TBK_CORPORA/ud; not among `experiments`
	@[ -n '$(TBK_CORPORA)' ] || { echo "experiment-votes: TBK_CORPORA names the folder of the treebanks, and is not set"; exit 3; }
	$(EXPERIMENT)votes.sh $< $(TBK_CORPORA)/ud $(BUILD)/experiments/votes reports/votes

experiment-phrases: $(BUILD)/tbk ## one of them, over IcePaHC and FarPaHC in TBK_CORPORA
	reports/make/experiment_phrases.sh $< $(PHRASES)/icepahc $(BUILD)/experiments/icepahc reports/icepahc
	NAME=phrases-whole reports/make/experiment_phrases.sh $< $(PHRASES)/icepahc $(BUILD)/experiments/icepahc-whole reports/icepahc 8 static 1
	reports/make/experiment_phrases.sh $< $(PHRASES)/farpahc $(BUILD)/experiments/farpahc reports/farpahc 8 static 0 0.1 0.2 0.3 1 printed

install: $(BUILD)/tbk library man completion ## install under PREFIX, libraries in LIBDIR (all below DESTDIR)
	install -d $(addprefix $(DESTDIR),$(PREFIX)/bin $(PREFIX)/include/tbk $(PREFIX)/share/man/man1 $(PREFIX)/share/man/man5 $(LIBDIR)/pkgconfig $(BASH_COMPLETION) $(ZSH_COMPLETION))
	install $(BUILD)/tbk $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(BUILD)/libtbk.a $(SHARED) $(DESTDIR)$(LIBDIR)
	ln -sf $(notdir $(SHARED)) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libtbk.so
	install -m 644 $(HEADERS) $(DESTDIR)$(PREFIX)/include/tbk
	find $(BUILD)/man -name '*.1' -exec install -m 644 {} $(DESTDIR)$(PREFIX)/share/man/man1 ';'
	find $(BUILD)/man -name '*.5' -exec install -m 644 {} $(DESTDIR)$(PREFIX)/share/man/man5 ';'
	install -m 644 $(BUILD)/completion/tbk $(DESTDIR)$(BASH_COMPLETION)
	install -m 644 $(BUILD)/completion/_tbk $(DESTDIR)$(ZSH_COMPLETION)
	sed -e 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|; s|@VERSION@|$(VERSION)|' \
	  -e 's|@PACKAGES@|$(PACKAGES)|; s|@PRIVATE_PACKAGES@|$(strip $(PRIVATE_PACKAGES))|; s|@PRIVATE_LIBS@|$(strip $(PRIVATE_LIBS))|' \
	  tbk.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/tbk.pc
	[ -n '$(DESTDIR)' ] || [ "$$(id -u)" != 0 ] || ! command -v ldconfig >/dev/null || ldconfig

uninstall: ## remove what install put there, and folders that are tbk's alone
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,bin/tbk $(HEADERS) share/man/man1/tbk.1 share/man/man1/tbk-*.1 share/man/man5/tbk-formats.5)
	rm -f $(DESTDIR)$(BASH_COMPLETION)/tbk $(DESTDIR)$(ZSH_COMPLETION)/_tbk
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/,libtbk.a $(notdir $(SHARED)) $(SONAME) libtbk.so pkgconfig/tbk.pc)
	[ ! -d $(DESTDIR)$(PREFIX)/include/tbk ] || rmdir $(DESTDIR)$(PREFIX)/include/tbk 2>/dev/null || true
	[ -n '$(DESTDIR)' ] || [ "$$(id -u)" != 0 ] || ! command -v ldconfig >/dev/null || ldconfig

man: $(BUILD)/tbk ## manual pages from --help and of formats, in build/man
	packaging/man.sh $(BUILD)/tbk $(BUILD)/man

docs: man ## the documentation as pages of a site, in build/site, by pandoc
	@command -v pandoc >/dev/null || { echo "docs: pandoc is needed to make the pages, and is not installed"; exit 3; }
	@packaging/site/site.py $(BUILD)/man $(BUILD)/site

completion: $(BUILD)/tbk ## completion for bash and zsh, in build/completion
	packaging/completion.sh $(BUILD)/tbk $(BUILD)/completion

trust: $(BUILD)/tbk ## all that takes long, and a page of what it found: reports/trust.md
	tests/trust.sh reports/trust.md $(or $(SECONDS),60) $(or $(N),20)

mutate: ## N (20) changes of one token in PATHS, each built and tested: which are not noticed
	tests/mutate/mutate.py -n $(or $(N),20) -s $(or $(SEED),1) $(PATHS)

analyze: ## static analysis by GCC, clang-tidy and cppcheck
	tests/analyze.sh $(filter-out -MMD -MP,$(ALL_CFLAGS)) -Werror

coverage: ## which lines and branches the tests reach: build/coverage/index.html; tests/coverage/unreached.txt has why some errors are not
	$(MAKE) COVERAGE=1 CFLAGS='-O1 -g' check-library check-fuzz check-faults check-commands check-python
	gcovr --root . --filter 'src/|tools/' --exclude-unreachable-branches --exclude-throw-branches --print-summary \
	  --html-details build/coverage/index.html --txt build/coverage/files.txt build/coverage
	tests/coverage/unreached.py build/coverage tests/coverage/unreached.txt

ARCH ?= $(shell uname -m)

dist: ## a tarball of the last commit, in build
	mkdir -p build && git archive --prefix=tbk-$(VERSION)/ HEAD | gzip -9n > build/tbk-$(VERSION).tar.gz

standalone: ## tbk as one file for any Linux with glibc, into build/dist, for the processors in ARCH (x86_64, aarch64; this one)
	packaging/standalone.sh $(ARCH)

release: ARCH = x86_64 aarch64
release: ## all that is offered, of the last commit, into build/dist with SHA256SUMS, signed where there is a key, without tests; takes root, debootstrap and what make web needs
	packaging/release.sh --begin
	$(MAKE) ARCH='$(ARCH)' wheel dist
	packaging/release.sh

version: ## set the version: make version V=1.2.3
	packaging/version.sh $(V)

check-release: $(BUILD)/tbk ## try what make release has made on systems without compiler and network, and make it again (AGAIN=0: not)
	AGAIN=$(or $(AGAIN),1) MAKE='$(MAKE)' tests/release.sh

wheel: standalone ## wheels for Python with the library inside, for the processors in ARCH, and the source distribution, into build/dist
	PYTHON='$(PYTHON)' packaging/wheel.sh $(ARCH)

deb: dist ## Debian's packages of the last commit, in build/deb
	packaging/debian.sh build/tbk-$(VERSION).tar.gz build/deb

web: ## tbk as WebAssembly for JavaScript, and the page for the browser, in build/web; a package for npm in build/dist. Debian with deb-src at its mirror, emscripten, node
	packaging/web/build.sh build/web

check-web: $(BUILD)/tbk ## the tests of the command line against build/web under node, the package installed, and the page driven in Chromium and Firefox; skipped where there is none
	tests/web/run.sh build/web build/dist $<
	tests/web/page/run.sh build/web

format: ## lay out the sources with clang-format
	clang-format -i $(shell git ls-files '*.c' '*.h')

clean: ## remove build/
	rm -rf build

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 18

$(LIBRARY): ALL_CFLAGS += $(LIBRARY_CFLAGS)

$(SHARED): $(LIBRARY)
	$(call QUIET,LD) $(CC) $(SHARED_LDFLAGS) -o $@ $^ $(ALL_LIBS)
	@ln -sf $(@F) $(BUILD)/$(SONAME) && ln -sf $(SONAME) $(BUILD)/libtbk.so

# One object, in which hidden names are local, so that they cannot clash with those of a program; where that can be made.
$(BUILD)/libtbk.a: $(LIBRARY)
	$(call QUIET,AR) rm -f $@ && $(if $(localizes),$(CC) -r -nostdlib -o $(BUILD)/libtbk.o $^ && $(OBJCOPY) --localize-hidden $(BUILD)/libtbk.o && \
	  ar rcs $@ $(BUILD)/libtbk.o,echo "  hidden names stay in $@: there is no $(OBJCOPY) that makes them local" && ar rcs $@ $^)

# Tests look into the library, so they are made of its objects. At the start each name is looked for in one library after the
# other, and most of all names are the C library's. So it comes first, after what LDFLAGS names, unless a sanitizer must.
$(BUILD)/tbk: FIRST_LIBS = $(if $(SANITIZE),,-lc)
$(BUILD)/tbk: $(PROGRAM) $(LIBRARY) $(if $(TSAN),$(BUILD)/tests/threads/mutexes.o) $(EXIT)
	$(call QUIET,LD) $(CC) $(if $(HARDENING),-pie) -o $@ $^ $(ALL_LIBS)

# The objects alone, for `make web`, which links them by another program.
$(BUILD)/objects.txt: $(PROGRAM) $(LIBRARY)
	@printf '%s\n' $^ > $@

$(TESTS) $(FUZZED:%=$(BUILD)/tests/fuzz/fuzz_%.o): ALL_CFLAGS += $(shell pkg-config --cflags $(TEST_PACKAGES))
$(BUILD)/check-library: $(TESTS) $(LIBRARY) $(EXIT)
	$(call QUIET,LD) $(CC) -o $@ $^ $(ALL_LIBS) $(shell pkg-config --libs $(TEST_PACKAGES)) $(if $(filter bzip2,$(OPTIONAL)),-lbz2) -lcriterion

# The rooms that reckon with Real in double precision, the others as they are.
$(BUILD)/check-gradients: $(DOUBLE) $(filter-out $(BUILD)/src/learn/% $(BUILD)/src/parser/%,$(LIBRARY))
	$(call QUIET,LD) $(CC) -o $@ $^ $(ALL_LIBS) -lcriterion

$(BUILD)/bench: $(BENCH) $(BUILD)/tests/brute/trees.o $(LIBRARY)
	$(call QUIET,LD) $(CC) -o $@ $^ $(ALL_LIBS)

# The program without main(), whose commands targets run.
FUZZ_SHARED := $(call objects,tests/fuzz/fuzz.c tests/fuzz/commands.c) $(filter-out $(BUILD)/tools/main.o,$(PROGRAM))
FUZZ_WRAPPED = -Wl,--wrap=tool_message,--wrap=tool_announce_terminal,--wrap=corpus_find_files,--wrap=files_find,--wrap=gnuplot_draw

# With coverage and both sanitizers Clang takes half an hour for these; their reads and writes are watched all the same.
ifdef FUZZING
$(call objects,$(wildcard src/tabular/lanes_*.c)): SANITIZE = -fsanitize=address -fno-omit-frame-pointer -DTBK_SANITIZED -O1
endif

$(BUILD)/replay-%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/tests/fuzz/replay.o $(FUZZ_SHARED) $(LIBRARY)
	$(call QUIET,LD) $(CC) $(FUZZ_WRAPPED) -o $@ $^ $(ALL_LIBS) $(shell pkg-config --libs $(TEST_PACKAGES))

$(BUILD)/fuzz-%: $(BUILD)/tests/fuzz/fuzz_%.o $(FUZZ_SHARED) $(LIBRARY)
	$(call QUIET,LD) $(CC) -fsanitize=fuzzer $(FUZZ_WRAPPED) -o $@ $^ $(ALL_LIBS) $(shell pkg-config --libs $(TEST_PACKAGES))

$(BUILD)/exhaustive: $(BUILD)/tests/exhaustive/exhaustive.o $(BUILD)/tests/brute/trees.o $(LIBRARY)
	$(call QUIET,LD) $(CC) -o $@ $^ $(ALL_LIBS)

$(BUILD)/figures: $(FIGURES) $(BUILD)/tests/brute/trees.o $(LIBRARY)
	$(call QUIET,LD) $(CC) -o $@ $^ $(ALL_LIBS)

# Tests look at what came of calls, more than at what these tell.
$(BUILD)/tests/%.o $(BUILD)/double/tests/%.o: ALL_CFLAGS += -Wno-unused-result
$(BUILD)/double/%.o: ALL_CFLAGS += -DTBK_DOUBLE
$(BUILD)/double/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call QUIET,CC) $(CC) $(ALL_CFLAGS) -c -o $@ $<

# Styles and scripts of pages are headers with a string, without comments that are whole lines; lines have no indentation and
# styles no line ends.
TEXTS := $(patsubst %,$(BUILD)/%.h,$(wildcard src/*/*.css src/*/*.js))
$(BUILD)/%.css.h: %.css Makefile
	@mkdir -p $(@D)
	@{ echo 'static const char $(basename $(notdir $<))_css[] ='; sed -e '/^\/\*.*\*\/$$/d; /^\/\*/,/\*\/$$/d; s/^ *//; s/[\\"]/\\&/g; s/.*/  "&"/' $<; echo ';'; } > $@
$(BUILD)/%.js.h: %.js Makefile
	@mkdir -p $(@D)
	@{ echo 'static const char $(basename $(notdir $<))_js[] ='; sed -e '/^\/\*.*\*\/$$/d; /^\/\*/,/\*\/$$/d; s/[\\"]/\\&/g; s/.*/  "&\\n"/' $<; echo ';'; } > $@
$(LIBRARY): | $(TEXTS)

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call QUIET,CC) $(CC) $(ALL_CFLAGS) -c -o $@ $<

-include $(patsubst %.o,%.d,$(LIBRARY) $(DOUBLE) $(PROGRAM) $(TESTS) $(BENCH) $(FIGURES) $(FUZZ_SHARED) $(FUZZED:%=$(BUILD)/tests/fuzz/fuzz_%.o))
