/* Hides the sentences of which every test has a box that is not checked. */
{
  const boxes = [...document.querySelectorAll ('.tests input')];
  const choose = () => {
    const unchosen = boxes.filter (box => !box.checked).map (box => box.value);
    for (const part of document.querySelectorAll ('section.checked'))
      part.hidden = part.dataset.tests.split (' ').every (test => unchosen.includes (test));
  };
  boxes.forEach (box => { box.onchange = choose; });
  choose ();
}
