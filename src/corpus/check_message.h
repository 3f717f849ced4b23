/* check_message.h - what a finding or an incident says to whoever reads it. */
#ifndef CORPUS_CHECK_MESSAGE_H
#define CORPUS_CHECK_MESSAGE_H

#include "corpus/check_words.h"

/* One of either. */
typedef struct {
  TbkCheckTest test;
  int word, node;            /* 0: what is wrong is not that of a word */
  const TbkFinding *finding; /* NULL: it is an incident, or of form */
  gint64 line;               /* 0: that of the word, if there is one */
  char *said;                /* NULL: what is said of such a word */
} Checked;

/* Whether it is of form: then the lines or the heads are wrong. */
static inline gboolean
checked_is_of_form (const Checked *checked)
{
  return checked->test >= TBK_N_INCIDENT_TESTS;
}

static inline gint64
checked_line (const Checked *checked, const CheckWords *words)
{
  return checked->line > 0 || checked->word == 0 ? checked->line : words->lines[checked->word];
}

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
