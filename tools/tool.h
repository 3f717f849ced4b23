/* tool.h - what the commands share with main. */
#ifndef TOOL_H
#define TOOL_H

#include <glib.h>

#include "tbk/error.h"

/* A command: the error it sets decides message and exit status; FALSE without one is success, its help was
 * asked for. argv[0] is the command's name. */
#define COMMAND(name, summary) gboolean cmd_##name (int argc, char **argv, GError **error);
#include "commands.def"
#undef COMMAND

/* Writes "tbk COMMAND: message" to standard error, control characters as escapes. */
void tool_message (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Tells that @path, "-" for standard input, is a terminal from which is read, if it is: else the program seems to hang. */
void tool_announce_terminal (const char *path);

/* From now on the program ends with a message and status 3 wherever memory runs out and no error can be returned. */
void memory_begin (void);

/* The name of the command that runs, NULL before it is known, and what it does. */
const char *tool_command (void);
const char *tool_summary (void);

#endif
