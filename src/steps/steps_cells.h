/* steps_cells.h - what stands in a row of steps as text: column after column, on the cells of a line. */
#ifndef STEPS_STEPS_CELLS_H
#define STEPS_STEPS_CELLS_H

#include "steps/steps.h"

typedef struct {
  const TbkSteps *steps;
  GPtrArray *words;  /* of the sentence, as they are shown */
  GString *cell;     /* the one that was made last */
  GPtrArray *tokens; /* of the column of other transitions */
} StepsCells;

/* The cells of text that is shown as it is. */
int steps_cells_of (const char *text);

/* The transition that is taken in @node; NULL at the end of a way. */
const TbkStepsMove *steps_cells_move (const TbkSteps *steps, const StepsNode *node);

/* Each makes row->cell, of at most @most cells, and returns its cells: stack and second list, the input, the
 * transition that is taken, and the arc or constituent that it makes. */
int steps_cells_stack (StepsCells *row, const StepsNode *node, int most);
int steps_cells_input (StepsCells *row, const StepsNode *node, int most);
int steps_cells_taken (StepsCells *row, const StepsNode *node, int most);
int steps_cells_made (StepsCells *row, const StepsNode *node, int most);

/* Makes the tokens of the transitions that are not taken: best ones with a star, then by cost. */
void steps_cells_others (StepsCells *row, const StepsNode *node);

/* Makes the cell of the tokens from number *@token on that fit on a line. Returns its cells. */
int steps_cells_line_of_others (StepsCells *row, guint *token, int most);

#endif
