/* showing.h - the format, the width, the colours and the number of the drawings of tbk show. */
#ifndef SHOWING_H
#define SHOWING_H

#include "options/system_options.h"
#include "runs/corpus.h"
#include "runs/stepping.h"
#include "tbk/show.h"

typedef struct {
  CorpusGiven corpus;
  char *format, *color, *node, *into, *against, *width;
  gboolean is_projectivized, steps;
  SystemGiven system;
  SteppingGiven stepping;
} ShowGiven;

/* The names of formats, in the order of TbkDrawFormat; NULL-terminated. */
extern const char *const showing_formats[];

/* Takes what is given of how trees are drawn. @default_max: how many are drawn if that is not given; 0: all. */
gboolean showing_get_drawing (const ShowGiven *given, const Corpus *corpus, TbkShowOptions *options,
                              gint64 *default_max, GError **error);

/* The selection of @corpus, which has a default here: one drawing of SVG, ten on a terminal. */
gboolean showing_set_max (Corpus *corpus, TbkShowOptions *options, gint64 default_max, GError **error);

/* FALSE if nothing was drawn for a file of one drawing. */
gboolean showing_check_picture (const TbkShowOptions *options, gint64 n_drawn, GError **error);

/* Tells on standard error what the drawings do not: that there are none, or may be more. */
void showing_tell_number (const Corpus *corpus, const TbkShowOptions *options, gint64 n_drawn);

#endif
