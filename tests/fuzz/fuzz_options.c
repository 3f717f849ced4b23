/* fuzz_options.c - command lines, words with NUL between them, for any command, up to where it looks for its files: they
 * are taken, or there is an error that tells why not; and what is recorded of them means the same again. */
#include <string.h>

#include "commands.h"
#include "fuzz.h"
#include "options/options.h"
#include "tbk/base.h"

enum { MOST_WORDS = 64 };

/* The command line whose first word is the command @choice. */
static GPtrArray *
make_words (guint choice, const char *data, gsize size)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (words, g_strdup (fuzz_command_name ((int) choice % fuzz_n_commands ())));
  for (gsize start = 0; start < size && words->len < MOST_WORDS;
       start += strlen (words->pdata[words->len - 1]) + 1)
    g_ptr_array_add (words, g_strndup (data + start, size - start));
  g_ptr_array_add (words, NULL);
  return words;
}

/* Whether a word names a folder of the machine, which a command would search as a whole. */
static gboolean
leaves_folder (const GPtrArray *words)
{
  for (guint w = 1; w + 1 < words->len; w++) {
    const char *word = words->pdata[w];

    if (word[0] == '/' || word[0] == '.')
      return TRUE;
  }
  return FALSE;
}

static gboolean
asks_for_help (const GPtrArray *words)
{
  for (guint w = 1; w + 1 < words->len; w++) {
    const char *word = words->pdata[w];

    if (word[0] == '-' && strchr (word, 'h') != NULL)
      return TRUE;
  }
  return FALSE;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const guint choice = fuzz_choice (&data, &size);
  g_autoptr (GPtrArray) words = make_words (choice, (const char *) data, size);
  g_autoptr (GError) error = NULL;
  gboolean done;

  if (leaves_folder (words))
    return 0;
  done = fuzz_run_command ((int) words->len - 1, (char **) words->pdata, TRUE, &error);
  FUZZ_CHECK (!done || error == NULL);
  FUZZ_CHECK (done || error != NULL || asks_for_help (words));
  FUZZ_CHECK (error == NULL || (error->domain == TBK_ERROR && error->message[0] != '\0'));
  return 0;
}
