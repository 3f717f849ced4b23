/* model_head.h - the lines of text at the head of a model file, one after the other. */
#ifndef PARSER_MODEL_HEAD_H
#define PARSER_MODEL_HEAD_H

#include "parser/model.h"

typedef struct {
  const char *path;
  const char *next, *end; /* what is left of the head */
  GError **error;
} Head;

/* Fails where a head says what cannot be. A damaged file has a wrong checksum; so it was written by something else. */
gboolean head_fail (Head *head);

/* The next line, as a string of its own; NULL if there is none. */
char *head_next_line (Head *head);

/* Whether the next line begins with @key. */
gboolean head_has (const Head *head, const char *key);

/* Reads a line that is @key, a space and a number. */
gboolean head_take_number (Head *head, const char *key, gint64 least, gint64 most, int *number);

/* The part of a head that networks have: their shape and their dictionaries. */
void network_write_head (const Network *network, GString *head);
gboolean network_take_head (Head *head, TbkModel *model);

/* The values of all members, in half precision, which begin with the lower byte. */
void network_write_values (const Network *network, GString *bytes);
gboolean network_read_values (Network *network, const char *bytes, Head *head);

#endif
