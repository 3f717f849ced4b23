/* check_message.h - what a finding or an incident says to whoever reads it. */
#ifndef CORPUS_CHECK_MESSAGE_H
#define CORPUS_CHECK_MESSAGE_H

#include "corpus/check_words.h"

/* One of either. */
typedef struct {
  TbkCheckTest test;
  int word, node;
  const TbkFinding *finding; /* NULL: it is an incident */
} Checked;

/* Appends the message. @quote: returns a form as it can stand there, to be freed. */
void check_message_append (GString *message, const Checked *checked, const CheckWords *words,
                           char *(*quote) (TbkPiece form));

/* "FILE:LINE: [TEST] MESSAGE", and the same as a command of GitHub's; with the end of the line. */
void check_message_append_line (GString *line, const Checked *checked, const CheckWords *words,
                                const char *file);
void check_message_append_command (GString *line, const Checked *checked, const CheckWords *words,
                                   const char *file);

/* A form in quotes for text. */
char *check_message_quote (TbkPiece form);

#endif
