/* former.c - names that transition systems and their policies had in models of version 1 and in tallies of version 2.
 *
 * arc-eager is among them and among the names of today, for another system. So the file's version decides its meaning there.
 */
#include <string.h>

#include "base/base.h"

static const char *const systems[][2] = {
  { "shift-reduce", "arc-standard" },
  { "left-before-right", "arc-standard-left-first" },
  { "arc-eager-nivre", "arc-eager" },
  { "arc-eager", "arc-eager-nederhof" },
  { "arc-eager-uncorrected", "arc-eager-nederhof-uncorrected" },
  { "arc-eager-normalized", "arc-eager-nederhof-normalized" },
};

static const char *const policies[][2] = {
  { "left-before-right", "left-first" },
  { "strict-left-before-right", "strict-left-first" },
  { "strict-left-before-right-literal", "strict-left-first-literal" },
  { "right-before-left", "right-first" },
};

static const char *
find (const char *const names[][2], gsize n_names, const char *name)
{
  for (gsize i = 0; i < n_names; i++)
    if (strcmp (names[i][0], name) == 0)
      return names[i][1];
  return name;
}

char *
former_system (const char *name)
{
  const gsize length = strcspn (name, ":");
  g_autofree char *base = g_strndup (name, length);

  return g_strconcat (find (systems, G_N_ELEMENTS (systems), base), name + length, NULL);
}

/* Policies were found with '_' for '-' too. */
static char *
former_oracle (const char *text)
{
  const char *slash = strchr (text, '/'), *rest = slash != NULL ? slash + 1 : text;
  const gsize length = strcspn (rest, ":");
  g_autofree char *name = slash != NULL ? g_strndup (text, (gsize) (slash - text)) : NULL;
  g_autofree char *system = name != NULL ? former_system (name) : NULL;
  g_autofree char *policy = g_strdelimit (g_strndup (rest, length), "_", '-');

  return g_strconcat (system != NULL ? system : "", system != NULL ? "/" : "",
                      find (policies, G_N_ELEMENTS (policies), policy), rest + length, NULL);
}

char *
former_oracles (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (char **line = lines; *line != NULL; line++) {
    char *oracle = former_oracle (*line);

    g_free (*line);
    *line = oracle;
  }
  return g_strjoinv ("\n", lines);
}
