# Not tried here: nobody has built with this formula yet, and on macOS tbk does not build without porting. Fill in the sum.
class TreebankKit < Formula
  desc "Treebank analysis, projectivization, exact oracles and parsers"
  url "file://#{Dir.pwd}/tbk-0.2.0.tar.gz" # `make dist`
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "glib"
  depends_on "gmp"
  depends_on "libdeflate"
  depends_on :linux
  depends_on "xz"
  depends_on "zlib"
  depends_on "zstd"

  def install
    system "make", "PREFIX=#{prefix}", "LIBDIR=#{lib}", "install"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/tbk --version")
  end
end
