/* tallies.h - what is inside the tallies of a run. */
#ifndef TALLY_TALLIES_H
#define TALLY_TALLIES_H

#include "tbk/tally.h"

typedef struct {
  char *path;
  gint64 size;
  TbkTally *tally; /* NULL if it is not in */
} TallyFile;

struct TbkTallies {
  const TbkTallyLayout *layout;
  GPtrArray *options; /* names and values in turn */
  GArray *files;      /* TallyFile */
  int n_in;
};

static inline TallyFile *
tallies_file (const TbkTallies *tallies, guint file)
{
  return &g_array_index (tallies->files, TallyFile, file);
}

/* Without files and options; and a file more at the end. */
TbkTallies *tallies_new_empty (const TbkTallyLayout *layout);
void tallies_add_file (TbkTallies *tallies, const char *path, gint64 size);

/* The version of the form that is written. */
enum { TALLIES_FORM = 1 };

/* JSON keeps integers up to here exact in every reader; greater ones are strings. */
#define TALLIES_MAX_INTEGER (G_GINT64_CONSTANT (1) << 53)

#endif
