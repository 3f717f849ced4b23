/* synonyms.h - what tbk calls the commands, options and values that other programs call otherwise. */
#ifndef SYNONYMS_H
#define SYNONYMS_H

#include <glib.h>

/* What was probably meant by @typed, of @length bytes, by the table and else by likeness; NULL if nothing. @kind: "command",
 * "option", or the option whose value it is. @known: what there is to choose from. Of an option a value may be meant too, as
 * in "format=svg". Advice that names nothing begins with ": ". */
const char *synonyms_guess (const char *kind, const char *typed, gsize length, const char *const *known);

/* The guess for the end of a message about a value: "; did you mean 'VALUE'?", advice, or nothing. To be freed. */
char *synonyms_hint (const char *kind, const char *typed, const char *const *known);

#endif
