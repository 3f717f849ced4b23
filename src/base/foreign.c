/* foreign.c - functions of GLib and GMP under names that the library exports. */
#include "tbk/foreign.h"

void
tbk_free (gpointer memory)
{
  g_free (memory);
}

void
tbk_error_free (GError *error)
{
  g_error_free (error);
}

void
tbk_error_fail (GError **error, TbkError code, const char *message)
{
  g_set_error_literal (error, TBK_ERROR, (int) code, message);
}

GString *
tbk_string_new (void)
{
  return g_string_new (NULL);
}

void
tbk_string_free (GString *string)
{
  g_string_free (string, TRUE);
}

void
tbk_integer_init (mpz_t number)
{
  mpz_init (number);
}

void
tbk_integer_clear (mpz_t number)
{
  mpz_clear (number);
}
