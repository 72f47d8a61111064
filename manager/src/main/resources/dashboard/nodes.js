// The nodes of a group: state, loads, and whether each may take over by load, with the reason.

import {h, Rows, setClass, setText, table} from './dom.js';
import {check, points, span, state as stateWord, t} from './words.js';

const MOST_SHOWN = 200;

export function nodeTable() {
  const {element, body} = table(t('nodes'), [[t('node')], [t('state')], [t('average'), 'number'],
    [t('as_primary'), 'number'], [t('newest'), 'number wide'], [t('may_take_over')]], 'nodes');
  const note = h('p', {class: 'note'});
  const rows = new Rows(body, node => node.node, node => {
    const cells = {
      state: h('td'), average: h('td'), projected: h('td'), newest: h('td'), why: h('td'),
    };
    const name = h('th', {scope: 'row'}, node.node);
    const row = h('tr', {'data-node': node.node}, name,
      cells.state, cells.average, cells.projected, cells.newest, cells.why);
    return {rows: [row], update: item => fill(row, cells, item)};
  });

  function show(state, details) {
    const known = new Map((details?.nodes ?? []).map(node => [node.node, node]));
    rows.show(state.nodes.slice(0, MOST_SHOWN).map(node => ({...node, details: known.get(node.node)})));
    setText(note, state.nodes.length > MOST_SHOWN ? t('more_nodes', {n: state.nodes.length - MOST_SHOWN}) : '');
  }

  return {element: h('section', {}, h('h2', {}, t('nodes')), element, note), show};
}

function fill(row, cells, node) {
  const primary = node.role === 'primary';
  setClass(row, primary ? 'primary' : '');
  setText(cells.state, stateWord(node.state)
    + (node.state === 'alive' ? '' : t('heard', {span: span(node.heartbeat_age_ms)})));
  setClass(cells.state, node.state === 'alive' ? '' : 'trouble');
  number(cells.average, node.average);
  number(cells.projected, node.projected);
  number(cells.newest, node.newest, 'number wide');
  const lines = [primary ? t('has_role') : node.eligible ? t('yes') : node.failed ? check(node.failed, false)
    : t('not_judged'), ...remarks(node.details)];
  if (cells.why.dataset.shown !== lines.join('\n')) {
    cells.why.dataset.shown = lines.join('\n');
    cells.why.replaceChildren(h('span', {class: primary ? 'role' : ''}, lines[0]),
      ...lines.slice(1).map(line => h('span', {class: 'note'}, line)));
  }
}

function number(cell, value, kind = 'number') {
  setText(cell, points(value));
  setClass(cell, typeof value === 'number' ? kind : `${kind} unknown`);
}

/** What the node says it cannot measure, and who else uses its name. */
function remarks(details) {
  if (!details) return [];
  const unknown = Object.entries(details.sample?.unknown ?? {})
    .map(([metric, why]) => t('not_measured', {metric, why}));
  const conflict = details.conflict;
  return conflict ? [...unknown, t('conflict', {holder: conflict.holder, claimant: conflict.claimant})] : unknown;
}
