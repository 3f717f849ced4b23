/* fuzz_options.c - command lines, words with NUL between them, for a command with every kind of option. */
#include <string.h>

#include "../../tools/options.h"
#include "../../tools/tool.h"
#include "fuzz.h"

static struct {
  gboolean flag;
  char *value, *optional, **several;
} given;

static const GOptionEntry entries[] = {
  { "flag", 'f', 0, G_OPTION_ARG_NONE, &given.flag, "A flag", NULL },
  { "value", 'v', 0, G_OPTION_ARG_STRING, &given.value, "A value", "X" },
  { "valued", 0, 0, G_OPTION_ARG_STRING, &given.value, "Another", "X" },
  { "optional", 'o', G_OPTION_FLAG_OPTIONAL_ARG, G_OPTION_ARG_STRING, &given.optional, "May have one", "X" },
  { "several", 0, 0, G_OPTION_ARG_STRING_ARRAY, &given.several, "Several", "X" },
  G_OPTION_ENTRY_NULL,
};

static const OptionGroup groups[] = { { "Options", entries }, { NULL, NULL } };

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) operands = NULL;
  gint64 number = 7;

  g_ptr_array_add (arguments, g_strdup ("stats"));
  for (gsize start = 0; start < size && arguments->len < 64;
       start += strlen (arguments->pdata[arguments->len - 1]) + 1)
    g_ptr_array_add (arguments, g_strndup ((const char *) data + start, size - start));
  for (guint i = 1; i < arguments->len; i++)
    if (((const char *) arguments->pdata[i])[0] == '-' && strchr (arguments->pdata[i], 'h') != NULL)
      return 0; /* maybe -h, after which help stays asked for */
  g_ptr_array_add (arguments, NULL);
  operands =
      options_parse ((int) arguments->len - 1, (char **) arguments->pdata, groups, "[FILE...]", &error);
  FUZZ_CHECK ((operands == NULL) == (error != NULL));
  FUZZ_CHECK (error == NULL || (error->domain == TBK_ERROR && error->code == TBK_ERROR_USAGE));
  if (!options_number ("value", given.value, -5, 1000, &number, NULL))
    FUZZ_CHECK (number == 7);
  else if (given.value != NULL) {
    g_autofree char *digits = g_strdup_printf ("%" G_GINT64_FORMAT, number);

    FUZZ_CHECK (strcmp (digits, given.value) == 0 || strcmp (given.value, "-0") == 0);
  }
  g_clear_pointer (&given.value, g_free);
  g_clear_pointer (&given.optional, g_free);
  g_clear_pointer (&given.several, g_strfreev);
  return 0;
}
