/* tool.h - the name under which the program speaks, and its messages. */
#ifndef TOOL_H
#define TOOL_H

#include <glib.h>

#include "tbk/error.h"

/* The name of the command that runs, NULL before it is known. */
const char *tool_command (void);
void tool_set_command (const char *name);

/* Writes "tbk COMMAND: message" to standard error, in the words of the command line, control characters as escapes. */
void tool_message (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* @message of the library as the command line has it: with an option where it names a function that sets the same. To be freed. */
char *tool_words (const char *message) G_GNUC_WARN_UNUSED_RESULT;

/* From now on puts @advice behind @guess, which is kept, in each message that has it. */
void tool_set_advice (const char *guess, const char *advice);

/* Puts @advice behind what the message of @error ends its guess with, @guess, if it has that. */
void tool_advise (GError *error, const char *guess, const char *advice);

/* Tells that @path, "-" for standard input, is a terminal from which is read, if it is: else the program seems to hang. */
void tool_announce_terminal (const char *path);

#endif
