/* commands.h - all commands. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "options/command.h"

#define COMMAND(name, summary) extern const Command cmd_##name;
#include "commands.def"
#undef COMMAND

#endif
