/* test_hash.c - the keyed hash: its paper's example, and a key of its own for each process. */
#include <criterion/criterion.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"

/* Aumasson and Bernstein (2012), Appendix A: key 00 01 .. 0f, input 00 01 .. 0e; the other lengths are from their
 * reference implementation. */
Test (hash, vectors)
{
  static const struct {
    gsize length;
    guint64 hash;
  } vectors[] = {
    { 15, G_GUINT64_CONSTANT (0xa129ca6149be45e5) }, { 0, G_GUINT64_CONSTANT (0x726fdb47dd0e0e31) },
    { 1, G_GUINT64_CONSTANT (0x74f839c593dc67fd) },  { 3, G_GUINT64_CONSTANT (0x85676696d7fb7e2d) },
    { 7, G_GUINT64_CONSTANT (0xab0200f58b01d137) },  { 8, G_GUINT64_CONSTANT (0x93f5f5799a932462) },
  };
  const guint64 key[2] = { G_GUINT64_CONSTANT (0x0706050403020100), G_GUINT64_CONSTANT (0x0f0e0d0c0b0a0908) };
  guchar bytes[15];

  for (guint i = 0; i < sizeof bytes; i++)
    bytes[i] = (guchar) i;
  for (guint v = 0; v < G_N_ELEMENTS (vectors); v++)
    cr_assert_eq (hash_with_key (key, bytes, vectors[v].length), vectors[v].hash);
}

Test (hash, one_key_for_a_process)
{
  int ends[2], status;
  guint64 other = 0;

  cr_assert_eq (pipe (ends), 0);
  pid_t child = fork ();
  if (child == 0) {
    guint64 hash = hash_bytes ("id", 2);
    _exit (write (ends[1], &hash, sizeof hash) != sizeof hash);
  }
  cr_assert_eq (read (ends[0], &other, sizeof other), (gssize) sizeof other);
  cr_assert (waitpid (child, &status, 0) == child && status == 0);
  cr_assert_neq (hash_bytes ("id", 2), other);
  cr_assert_eq (hash_bytes ("id", 2), hash_bytes ("id", 2));
  cr_assert_eq (hash_string ("id"), (guint) hash_bytes ("id", 2));
}
