/* all_commands.h - all commands. */
#ifndef ALL_COMMANDS_H
#define ALL_COMMANDS_H

#include "options/options.h"

#define COMMAND(name, summary) extern const Command cmd_##name;
#include "commands.def"
#undef COMMAND

/* The pages of help about options that commands share. */
extern const HelpPage help_pages[];

#endif
