/* Scrolls narrow boxes to the first arc that is marked, or to the first word, and fades edges beyond which there is more.
 * Captions stay in view, beside the edge that fades. */
for (const box of document.querySelectorAll ('figure.tree .wide')) {
  const fade = () => {
    const left = Math.abs (box.scrollLeft);
    box.classList.toggle ('more-before', left > 2);
    box.classList.toggle ('more-after', left + box.clientWidth < box.scrollWidth - 2);
    for (const caption of box.querySelectorAll ('.caption'))
      caption.style.transform = left > 2 ? `translateX(${left + 32}px)` : '';
  };
  const mark = box.querySelector ('.found') ?? box.querySelector ('.differs, .other, .moved, .nonprojective');
  if (mark === null && box.querySelector ('svg.mirrored') !== null)
    box.scrollLeft = box.scrollWidth;
  if (mark !== null && box.scrollWidth > box.clientWidth) {
    const place = mark.getBoundingClientRect (), frame = box.getBoundingClientRect ();
    const middle = place.left - frame.left - Math.max (16, (box.clientWidth - place.width) / 2);
    if (place.left < frame.left || place.right > frame.right)
      box.scrollLeft = middle;
  }
  box.addEventListener ('scroll', fade, {passive: true});
  addEventListener ('resize', fade);
  fade ();
}
/* Differences of two annotations: a choice of them, the most frequent first; shown are its arcs and the drawings with them. */
{
  const arcs = [...document.querySelectorAll ('figure .differs, figure .node.other.alone')];
  const counts = new Map ();
  for (const arc of arcs)
    counts.set (arc.dataset.change, (counts.get (arc.dataset.change) ?? 0) + 1);
  const changes = [...counts].sort ((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (arcs.length > 0) {
    const label = document.createElement ('label'), select = document.createElement ('select');
    const shown = document.createElement ('output');
    const figures = [...document.querySelectorAll ('figure.tree')];
    select.append (new Option (`all differences: ${arcs.length}`, ''));
    for (const [change, n] of changes)
      select.append (new Option (`${change}: ${n}`, change));
    const choose = () => {
      const chosen = arc => select.value === '' || arc.dataset.change === select.value;
      let n = 0;
      for (const figure of figures) {
        figure.hidden = ![...figure.querySelectorAll ('[data-change]')].some (chosen);
        n += !figure.hidden;
      }
      for (const arc of document.querySelectorAll ('[data-change]'))
        arc.classList.toggle ('unchosen', !chosen (arc));
      shown.textContent = ` in ${n} ${n === 1 ? 'drawing' : 'drawings'}`;
      dispatchEvent (new Event ('resize'));
    };
    select.onchange = choose;
    label.append ('Show ', select, shown);
    label.className = 'changes';
    (figures[0].closest ('section.checked') ?? figures[0]).before (label);
    choose ();
  }
}
/* The name of the file stands once, in the title, if all drawings are of it; and one goes from drawing to drawing, by links and
 * by the keys n and p. */
{
  const places = [...document.querySelectorAll ('figure.tree[id], h2[id]')];
  const file = places.length > 0 ? document.querySelector ('h1').textContent.split (/ (?:of|from) /).pop () : '';
  for (const link of document.querySelectorAll ('figure.tree[id] figcaption a, h2[id] a'))
    link.textContent = link.textContent.replace (` of ${file}`, '');
  const go = step => {
    if (step === 0)
      return;
    const shown = places.filter (place => place.offsetParent !== null);
    const tops = shown.map (place => place.getBoundingClientRect ().top);
    const next = step > 0 ? shown[tops.findIndex (top => top > 40)] : shown[tops.findLastIndex (top => top < 0)];
    if (next !== undefined)
      location.hash = next.id;
    next?.scrollIntoView ();
  };
  if (places.length > 1) {
    const nav = document.createElement ('nav');
    nav.className = 'pager';
    for (const [text, step] of [['← previous', -1], ['next →', 1]]) {
      const link = document.createElement ('a');
      link.href = '#';
      link.textContent = text;
      link.title = `key ${text.replace (/[^a-z]/g, '')[0]}`;
      link.onclick = event => { event.preventDefault (); go (step); };
      nav.append (link);
    }
    document.body.append (nav);
    addEventListener ('keydown', event => {
      if (event.target.closest ('input, select') === null && !event.ctrlKey && !event.metaKey && !event.altKey)
        go (event.key === 'n' ? 1 : event.key === 'p' ? -1 : 0);
    });
  }
}
