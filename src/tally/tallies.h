/* tallies.h - what is inside the tallies of a run. */
#ifndef TALLY_TALLIES_H
#define TALLY_TALLIES_H

#include "tbk/tally.h"

typedef struct {
  char *path;
  gint64 size;
  TbkFileState state;
  TbkTally *tally; /* of one that is in, else NULL */
} TallyFile;

struct TbkTallies {
  const TbkTallyLayout *layout; /* NULL if only the head was read */
  GPtrArray *options;           /* names and values in turn, and a NULL */
  GArray *files;                /* TallyFile */
};

static inline TallyFile *
tallies_file (const TbkTallies *tallies, guint file)
{
  return &g_array_index (tallies->files, TallyFile, file);
}

/* Without files and options; and a file more at the end. */
TbkTallies *tallies_new_empty (const TbkTallyLayout *layout);
void tallies_add_file (TbkTallies *tallies, const char *path, gint64 size);

void tallies_add_option (TbkTallies *tallies, const char *name, const char *value);

/* As states are written. */
extern const char *const tallies_state_names[TBK_N_FILE_STATES];

/* The version of the form that is written. */
enum { TALLIES_FORM = 2 };

/* JSON keeps integers up to here exact in every reader; greater ones are strings. */
#define TALLIES_MAX_INTEGER (G_GINT64_CONSTANT (1) << 53)

#endif
