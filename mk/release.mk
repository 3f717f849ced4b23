# release.mk - all that is offered: tarballs, packages, wheels, the page for the browser.
ARCH ?= $(shell uname -m)

dist: ## a tarball of the last commit, in build
	mkdir -p build && git archive --prefix=tbk-$(VERSION)/ HEAD | gzip -9n > build/tbk-$(VERSION).tar.gz

standalone: ## tbk as one file for any Linux with glibc, into build/dist, for the processors in ARCH (x86_64, aarch64; this one)
	packaging/standalone.sh $(ARCH)

release: ARCH = x86_64 aarch64
release: ## all that is offered, of the last commit, into build/dist with SHA256SUMS, without tests; takes root and debootstrap
	packaging/release.sh --begin
	$(MAKE) ARCH='$(ARCH)' wheel dist
	packaging/release.sh

version: ## set the version: make version V=1.2.3
	packaging/version.sh $(V)

check-release: $(BUILD)/tbk ## try what make release has made without compiler and network, and make it again (AGAIN=0: not)
	AGAIN=$(or $(AGAIN),1) MAKE='$(MAKE)' tests/release.sh

wheel: standalone ## wheels with the library inside, for the processors in ARCH, and the source distribution, into build/dist
	PYTHON='$(PYTHON)' packaging/wheel.sh $(ARCH)

deb: dist ## Debian's packages of the last commit, in build/deb
	packaging/debian.sh build/tbk-$(VERSION).tar.gz build/deb

web: ## tbk as WebAssembly, the page for the browser, and a package for npm; needs Debian with deb-src, emscripten, node
	packaging/web/build.sh build/web

check-web: $(BUILD)/tbk ## tests of build/web under node and of the page in Chromium and Firefox; skipped where there is none
	tests/web/run.sh build/web build/dist $<
	tests/web/page/run.sh build/web
