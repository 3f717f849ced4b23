/* Walks through the steps of each sentence: keys, slider, buttons. The record of a sentence has all configurations that can be seen. */
{
  const LOSS = 0, TAKEN = 1, FROM = 2, BY = 3, DEPTH = 4, N_SECOND = 5, N_RETURNED = 6, NEXT = 7, STACK = 8, SECOND = 9, RETURNED = 10, MOVES = 11, LEFT_OUT = 12;
  const KEY = 0, COST = 1, TO = 2, MADE = 3, IS_GOLD = 4;
  const DEAD_END = -2, MOST_INPUT = 12;
  const element = (name, attributes, ...children) => {
    const made = document.createElement (name);
    for (const [key, value] of Object.entries (attributes || {})) made.setAttribute (key, value);
    made.append (...children);
    return made;
  };
  const drawn = (name, attributes, ...children) => {
    const made = document.createElementNS ('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries (attributes)) made.setAttribute (key, value);
    made.append (...children);
    return made;
  };
  const isolated = text => element ('bdi', {}, text);
  const ruler = document.createElement ('canvas').getContext ('2d');
  const widthOf = text => { ruler.font = '15px sans-serif'; return ruler.measureText (text).width; };
  let active = null, number = 0;

  for (const section of document.querySelectorAll ('section.steps')) {
    const record = JSON.parse (section.querySelector ('script').textContent), { nodes, words } = record;
    const isPhrase = record.labels.length > 0, id = 'steps' + ++number;
    let trail = [], position = 0, chosen = '';
    const lose = n => n + ' ' + (n == 1 ? record.unit : record.units);
    const lost = n => lose (n) + ' ' + record.lost;
    const cost = move => move[COST] == DEAD_END ? 'dead end' : move[COST] < 0 ? 'cost not known' : move[COST] ? 'costs ' + lose (move[COST]) : 'best';

    /* The move that a way goes on with that is to lose no more: of the given way only where that is as good. */
    const onward = at => {
      const moves = nodes[at][MOVES], taken = moves[nodes[at][TAKEN]];
      return taken && taken[COST] <= 0 && taken[TO] >= 0 ? taken : moves.find (move => move[COST] == 0 && move[TO] >= 0) || taken;
    };
    const continued = at => {
      const way = [at], seen = new Set (way);
      for (let move = onward (at); move && move[TO] >= 0 && !seen.has (move[TO]); move = onward (move[TO])) {
        seen.add (move[TO]);
        way.push (move[TO]);
      }
      return way;
    };
    const given = () => Array.from ({ length: record.length + 1 }, (_, i) => i);
    const isGiven = () => trail.every ((at, i) => at == i);
    const moveTo = (from, to) => nodes[from][MOVES].find (move => move[TO] == to);

    /* What is built in a configuration, from the first on. At the end of some systems words without head hang on 0. */
    const built = at => {
      const found = [];
      for (let i = at; nodes[i][FROM] >= 0; i = nodes[i][FROM]) {
        const move = nodes[nodes[i][FROM]][MOVES][nodes[i][BY]];
        if (move[MADE]) found.push ({ made: move[MADE], isGold: move[IS_GOLD] == 1, isNew: i == at });
      }
      if (record.hangs && nodes[at][MOVES].length == 0 && nodes[at][LOSS] >= 0) {
        const headed = new Set (found.map (one => one.made[1]));
        for (let word = 1; word < words.length; word++)
          if (!headed.has (word)) found.unshift ({ made: [0, word], isGold: record.gold[word] == 0, isNew: true });
      }
      return found.reverse ();
    };

    const stepper = element ('div', { class: 'stepper', role: 'group', tabindex: 0, 'aria-label': 'Steps: arrow keys go on and back' });
    const button = (label, text, act) => {
      const made = element ('button', { type: 'button', 'aria-label': label, title: label }, text);
      made.onclick = act;
      return made;
    };
    const slider = element ('input', { type: 'range', min: 0, value: 0, 'aria-label': 'Step' });
    const count = element ('span', { class: 'count' });
    const status = element ('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
    const tree = element ('div', { class: 'grown', role: 'img' });
    const stack = element ('ul', { class: 'items' }), second = element ('ul', { class: 'items' }), input = element ('ul', { class: 'items' });
    const secondBox = element ('div', {}, element ('h3', {}, 'Second list'), second);
    const moves = element ('ul', { class: 'moves', 'aria-label': 'Transitions' });
    const showsGold = element ('input', { type: 'checkbox', id: id + 'gold' });
    const back = element ('button', { type: 'button', class: 'back' }, 'Back to the given way');
    const go = to => {
      position = Math.max (0, Math.min (trail.length - 1, to));
      chosen = '';
      show ();
    };
    back.onclick = () => {
      const left = trail.findIndex ((at, i) => at != i);
      trail = given ();
      go (left - 1);
      stepper.focus ();
    };
    slider.oninput = () => go (Number (slider.value));
    showsGold.onchange = () => show ();
    stepper.append (
      element ('div', { class: 'bar' }, button ('First step', '\u21e4', () => go (0)), button ('Step back', '\u2190', () => go (position - 1)), slider,
        button ('Step on', '\u2192', () => go (position + 1)), button ('Last step', '\u21e5', () => go (trail.length - 1)), count),
      status, moves, element ('div', { class: 'lists' }, element ('div', {}, element ('h3', {}, 'Stack (top at the right)'), stack), secondBox,
        element ('div', {}, element ('h3', {}, 'Input'), input)),
      element ('p', {}, showsGold, element ('label', { for: id + 'gold' }, ' gold tree'), ' ', back), tree);
    section.querySelector ('details').before (stepper);

    const choose = (at, move, isOn) => {
      if (!isOn) {
        const best = onward (at);
        trail = [...trail.slice (0, position + 1), ...continued (move[TO])];
        const end = nodes[trail[trail.length - 1]];
        go (position + 1);
        chosen = (best && best != move && move[COST] > 0 ? move[KEY] + ' in place of ' + best[KEY] + ' costs ' + lose (move[COST]) + '. ' : '')
          + (end[MOVES].length == 0 && end[LOSS] >= 0 ? 'On the best way from here ' + lost (end[LOSS]) + ' in the end. ' : '');
        show ();
      } else {
        go (position + 1);
      }
      stepper.focus ();
    };
    const item = (what, isNext) => {
      const made = element ('li', isNext ? { class: 'next' } : {});
      if (Array.isArray (what)) {
        made.append (element ('b', {}, (what[2] < 0 ? '(' : '') + record.labels[what[0]]));
        if (what[2] < 0) made.classList.add ('open');
        else made.append (' ', isolated (words.slice (what[1], what[2]).join (' ')));
      } else made.append (isolated (words[what]));
      return made;
    };
    const fill = (list, items, n, isReversed) => {
      const made = items.map ((what, i) => item (what, i == 0));
      if (n > items.length) made.push (element ('li', {}, '\u2026 ' + (n - items.length) + ' more'));
      list.replaceChildren (...(isReversed ? made.reverse () : made));
    };
    /* Words are isolated each, so that those from right to left do not turn the arrow round. */
    const apart = text => '\u2068' + text + '\u2069';
    const describe = what => what.length == 2 ? apart (words[what[0]]) + ' \u2192 ' + apart (words[what[1]])
      : apart (record.labels[what[0]]) + ' over ' + words.slice (what[1], what[2]).map (apart).join (' ');

    /* Where words stand: their middles. */
    const places = (() => {
      const order = words.map ((_, i) => i), middles = [];
      if (record.rtl) order.reverse ();
      let x = 10;
      for (const i of order) {
        const width = Math.max (isPhrase ? 44 : 24, widthOf (words[i]));
        middles[i] = x + width / 2;
        x += width + 14;
      }
      return { middles, width: x };
    }) ();
    const rise = (head, dependent) => 12 + 24 * Math.log2 (1 + Math.abs (head - dependent));
    const arc = ([head, dependent], kind, floor) => {
      const from = places.middles[head] + (places.middles[dependent] > places.middles[head] ? 4 : -4), to = places.middles[dependent], top = floor - rise (head, dependent) * 1.33;
      return drawn ('g', { class: kind }, drawn ('path', { d: `M${from} ${floor}C${from} ${top} ${to} ${top} ${to} ${floor - 4}` }),
        drawn ('path', { class: 'tip', d: `M${to} ${floor + 1}l-4 -8h8z` }));
    };
    const drawArcs = (found, floor) => {
      const made = new Map (found.map (one => [one.made.join (), one]));
      const gold = showsGold.checked ? record.gold.map ((head, word) => [head, word]).filter (([head, word]) => word > 0 && !made.has (head + ',' + word)) : [];
      return [...gold.map (pair => arc (pair, 'gold', floor)),
        ...found.map (one => arc (one.made, (one.isGold ? 'right' : 'wrong') + (one.isNew ? ' new' : ''), floor))];
    };

    /* Constituents, from those completed first: each stands above what it covers. */
    const drawPhrases = (found, floor) => {
      const roots = words.map ((_, i) => ({ left: i, right: i + 1, x: places.middles[i], level: 0 })), parts = [];
      for (const one of found) {
        const [label, left, right] = one.made, children = roots.filter (root => root.left >= left && root.right <= right);
        const level = 1 + Math.max (...children.map (child => child.level));
        const x = (Math.min (...children.map (child => child.x)) + Math.max (...children.map (child => child.x))) / 2;
        const y = floor - level * 34;
        parts.push (drawn ('g', { class: one.kind }, ...children.map (child => drawn ('line', { x1: x, y1: y + 5, x2: child.x, y2: floor - child.level * 34 - (child.level ? 13 : -3) })),
          drawn ('text', { class: 'label', x, y }, record.labels[label])));
        roots.splice (roots.indexOf (children[0]), children.length, { left, right, x, level });
      }
      return parts;
    };
    const depthOf = found => {
      const levels = words.map (() => 0);
      for (const [, left, right] of found) levels.fill (1 + Math.max (...levels.slice (left, right)), left, right);
      return Math.max (0, ...levels);
    };
    const goldPhrases = () => [...record.gold].reverse ();
    const drawTree = at => {
      const found = built (at), node = nodes[at], most = isPhrase ? 0
        : Math.max (...[...found.map (one => one.made), ...record.gold.map ((head, word) => [Math.max (head, 0), word])].map (pair => rise (...pair)));
      const isGoldShown = isPhrase && showsGold.checked;
      const levels = isPhrase ? Math.max (depthOf (goldPhrases ()), depthOf (found.map (one => one.made))) : 0;
      const floor = isPhrase ? 34 * levels + 24 : most + 12, height = floor + 30;
      for (const one of found) one.kind = (one.isGold ? 'right' : 'wrong') + (one.isNew ? ' new' : '');
      const shapes = !isPhrase ? drawArcs (found, floor) : [...(isGoldShown ? drawPhrases (goldPhrases ().map (made => ({ made, kind: 'gold' })), floor) : []), ...drawPhrases (found, floor)];
      const onStack = new Set (node[STACK].filter (what => !Array.isArray (what))), front = node[N_RETURNED] ? node[RETURNED][0] : node[NEXT];
      const texts = words.map ((word, i) => drawn ('g', { class: i == front ? 'front' : i == node[STACK][0] ? 'top' : onStack.has (i) ? 'stack' : i >= node[NEXT] ? 'input' : 'left' },
        drawn ('text', { x: places.middles[i], y: floor + 20 }, word)));
      tree.replaceChildren (drawn ('svg', { width: places.width, height, viewBox: `0 0 ${places.width} ${height}`, 'aria-hidden': true }, ...shapes, ...texts));
      tree.scrollLeft = (places.middles[Math.min (front, words.length - 1)] || 0) - tree.clientWidth / 2;
      tree.setAttribute ('aria-label', 'Built so far: ' + (found.map (one => describe (one.made) + (one.isGold ? '' : ' (not gold)')).join (', ') || 'nothing'));
    };

    const showMoves = (at, next) => {
      const node = nodes[at];
      moves.replaceChildren (...node[MOVES].map (move => {
        const isOn = move[TO] >= 0 && move[TO] == next;
        const made = element ('button', { type: 'button', 'data-key': move[KEY], 'data-cost': move[COST] }, element ('b', {}, move[KEY]), element ('small', {}, cost (move)));
        if (move[MADE]) made.append (element ('small', {}, describe (move[MADE]), move[IS_GOLD] ? '' : ' \u2717'));
        made.classList.toggle ('best', move[COST] == 0);
        made.disabled = move[TO] < 0;
        if (made.disabled) made.title = 'What follows is not on this page';
        if (isOn) made.setAttribute ('aria-current', 'step');
        made.onclick = () => choose (at, move, isOn);
        return element ('li', {}, made);
      }));
      if (node[LEFT_OUT]) moves.append (element ('li', {}, node[LEFT_OUT] + ' more, which cost no less'));
    };
    const tell = at => {
      const node = nodes[at], before = position > 0 ? moveTo (trail[position - 1], at) : null;
      const loss = node[LOSS] < 0 ? '' : node[LOSS] == 0 ? (node[MOVES].length == 0 ? 'The tree is right.' : 'The tree can still be right.')
        : lost (node[LOSS]) + (node[MOVES].length == 0 ? '.' : ' at the least.');
      const problem = at == record.length && record.problem ? ' ' + record.problem + '.' : '';
      status.replaceChildren (before ? element ('b', {}, before[KEY]) : record.system, before && before[MADE] ? ': ' : '',
        before && before[MADE] ? describe (before[MADE]) : '', chosen ? '. ' + chosen : (before ? ', ' + cost (before) : '') + '. ' + loss + problem);
      status.classList.toggle ('wrong', Boolean (before && (before[COST] > 0 || before[COST] == DEAD_END)));
    };
    const show = () => {
      const at = trail[position], node = nodes[at], n = node[N_RETURNED] + words.length - node[NEXT];
      slider.max = trail.length - 1;
      slider.value = position;
      slider.setAttribute ('aria-valuetext', `${position} of ${trail.length - 1}`);
      count.textContent = `${position} of ${trail.length - 1}`;
      back.hidden = isGiven ();
      section.dataset.position = position;
      section.dataset.loss = node[LOSS];
      fill (stack, node[STACK], node[DEPTH], true);
      secondBox.hidden = node[N_SECOND] == 0;
      fill (second, node[SECOND], node[N_SECOND], false);
      fill (input, [...node[RETURNED], ...words.map ((_, i) => i).slice (node[NEXT])].slice (0, MOST_INPUT), n, false);
      showMoves (at, trail[position + 1]);
      tell (at);
      drawTree (at);
    };
    const keys = { ArrowRight: () => go (position + 1), ArrowLeft: () => go (position - 1), Home: () => go (0), End: () => go (trail.length - 1) };
    stepper.addEventListener ('pointerdown', () => { active = keys; });
    stepper.addEventListener ('focusin', () => { active = keys; });
    active = active || keys;
    trail = given ();
    show ();
  }

  document.addEventListener ('keydown', event => {
    const target = event.target.closest ('input, summary, .wide, .grown');
    if (!active || target || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !active[event.key]) return;
    active[event.key] ();
    event.preventDefault ();
  });
}
