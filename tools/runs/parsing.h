/* parsing.h - what tbk parse shares between models of dependencies and of phrase structure. */
#ifndef PARSING_H
#define PARSING_H

#include "corpus.h"

/* --input, and whether it names words with tags. */
extern const GOptionEntry parsing_format_entries[];
gboolean parsing_get_format (const CorpusGiven *given, gboolean *is_tagged, GError **error);

/* Whether @input, the value of --input or NULL, is for models of phrase structure. */
gboolean parsing_is_of_phrases (const char *input);

/* Says behind a message that the input looks like the other format what the model at @model parses. */
void parsing_advise (const char *model, gboolean is_of_brackets, GError *error);

#endif
