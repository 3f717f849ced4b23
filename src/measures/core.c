/* core.c - yields and their gaps. */
#include "measures/core.h"

void
core_set (Core *core)
{
  for (int word = 0; word <= core->n; word++) {
    core->children[word] = 0;
    core->yields[word] = 0;
  }
  for (int word = 1; word <= core->n; word++) {
    core->children[core->heads[word]] |= core_bit (word);
    for (int above = word; above != 0; above = core->heads[above])
      core->yields[above] |= core_bit (word);
  }
  for (int word = 1; word <= core->n; word++)
    core->n_gaps[word] = core_count_gaps (core->yields[word]);
}
