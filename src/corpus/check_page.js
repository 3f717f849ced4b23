/* Hides the sentences of which no test is chosen. */
{
  const boxes = [...document.querySelectorAll ('.tests input')];
  const choose = () => {
    const chosen = boxes.filter (box => box.checked).map (box => box.value);
    for (const part of document.querySelectorAll ('section.checked'))
      part.hidden = !part.dataset.tests.split (' ').some (test => chosen.includes (test));
  };
  boxes.forEach (box => { box.onchange = choose; });
  choose ();
}
