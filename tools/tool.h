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

/* The name of the command that runs, and what it does. */
const char *tool_command (void);
const char *tool_summary (void);

#endif
