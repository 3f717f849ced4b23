/* Sorts a table by the column whose heading is pressed, numbers the greatest first, and turns round when it is pressed again. */
for (const table of document.querySelectorAll ('table:has(thead)')) {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
  if (body.rows.length > 2) heads.forEach ((head, column) => {
    const button = document.createElement ('button'), isNumber = head.className == 'n';
    const value = row => row.cells[column].textContent;
    const order = isNumber ? (a, b) => parseFloat (value (a)) - parseFloat (value (b))
      : (a, b) => value (a).localeCompare (value (b), 'en', { numeric: true });
    button.type = 'button';
    button.append (...head.childNodes);
    head.append (button);
    button.onclick = () => {
      const old = head.getAttribute ('aria-sort');
      const down = old ? old == 'ascending' : isNumber;
      heads.forEach (other => other.removeAttribute ('aria-sort'));
      head.setAttribute ('aria-sort', down ? 'descending' : 'ascending');
      body.append (...[...body.rows].sort ((a, b) => down ? order (b, a) : order (a, b)));
    };
  });
}
