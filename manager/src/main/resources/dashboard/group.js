// One group: who is primary and why, what stands in the way of a change, the loads, the nodes, the decisions.

import {h, setClass, setText} from './dom.js';
import {alarm, day, points, reason, sentence, span, t} from './words.js';
import {Live, read} from './live.js';
import {fromGroup} from './state.js';
import {nodeTable} from './nodes.js';
import {Chart} from './chart.js';
import {decisionList} from './decisions.js';

const REREAD_MS = 15_000;

export function groupPage(main, name, status) {
  const lead = leadOf();
  const facts = factsOf();
  const nodes = nodeTable();
  const chart = new Chart(name);
  const decisions = decisionList(name);
  const settings = h('p', {class: 'note'});
  const unknown = h('p', {class: 'empty', role: 'status', hidden: true}, t('unknown_group', {group: name}));
  const all = h('div', {hidden: true}, lead.element, facts.element, chart.element, nodes.element, decisions.element,
    h('section', {}, settings));
  main.append(unknown, all);
  let details = null;

  function show(state) {
    lead.show(state, details);
    facts.show(state);
    nodes.show(state, details);
    chart.add(state);
  }

  async function reread() {
    try {
      const group = await read(`../v1/groups/${encodeURIComponent(name)}`);
      unknown.hidden = group !== null;
      all.hidden = group === null;
      if (group === null) return;
      details = group;
      show(fromGroup(group));
      setText(settings, settingsText(group.settings, group.orders.observe.value));
      await decisions.reread();
    } catch {
      // The connection's own state tells that the manager is away; the next time it is back, this is read again.
    }
  }

  function hear(kind, event) {
    if (details === null || kind === 'change') reread();
    if (kind === 'round' && details !== null) {
      show(event);
      decisions.add(event);
    }
  }

  const live = new Live(name, {hear, reread, status});
  const again = setInterval(() => live.awaySince === null && reread(), REREAD_MS);
  return {
    close() {
      clearInterval(again);
      live.close();
      chart.close();
    },
  };
}

function settingsText(settings, observe) {
  return t('settings', {
    profile: settings.profile, interval: settings.sample_interval_ms / 1000, window: settings.window,
    failover: settings.failover_after_ms / 1000,
  }) + (observe === 'off' ? '' : t(`observe_${observe}`));
}

/** The primary, in the largest letters of the page, and why the last round ended as it did. */
function leadOf() {
  const title = h('h1', {'aria-live': 'polite', 'aria-atomic': 'true'});
  const what = h('p', {class: 'what'}, t('primary'));
  const why = h('p', {class: 'why'});
  const since = h('p', {class: 'since'});
  const alarms = h('ul', {class: 'alarms'});

  function sinceText(details) {
    const change = details?.last_change;
    return change ? t('last_change', {time: day(Date.parse(change.time)), words: sentence(change)}) : t('no_change');
  }

  function show(state, details) {
    setText(title, state.primary ?? t('nobody'));
    setClass(title, state.primary ? '' : 'nobody');
    setText(why, state.start_wait_left_ms > 0 ? t('starting', {span: span(state.start_wait_left_ms)})
      : state.reason ? capital(reason(state.reason, state.reason_words ?? reasonWords(state))) : t('no_round_yet'));
    setText(since, sinceText(details));
    const wanted = state.alarms.map(alarm);
    if (state.failed_rounds > 0) wanted.push(t('failed_rounds', {n: state.failed_rounds}));
    if (wanted.join('\n') !== alarms.dataset.shown) {
      alarms.dataset.shown = wanted.join('\n');
      alarms.replaceChildren(...wanted.map(text => h('li', {}, text)));
    }
  }
  return {element: h('div', {class: 'lead'}, what, title, why, since, alarms), show};
}

/** An answer to a request gives the whole sentence; the reason is what follows the first colon. */
function reasonWords(state) {
  return state.words?.slice(state.words.indexOf(': ') + 2);
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + t('stop');
}

/** What stands in the way of a change by load, with numbers. */
function factsOf() {
  const element = h('dl', {class: 'facts'});
  const items = new Map();
  for (const key of ['advantage', 'streak', 'cooldown', 'k', 'role_load']) {
    const label = h('dt', {}, t(key));
    const value = h('span');
    const small = h('small');
    const fill = h('i');
    const bar = h('div', {class: 'bar', hidden: true}, fill);
    element.append(h('div', {'data-fact': key}, label, h('dd', {}, value, ' ', small), bar));
    items.set(key, {label, value, small, bar, fill});
  }

  function put(key, value, small, share = null) {
    const item = items.get(key);
    setText(item.value, value);
    setClass(item.value, value === t('unknown') || value === t('not_compared') ? 'unknown' : '');
    setText(item.small, small);
    item.bar.hidden = share === null;
    if (share !== null) {
      item.fill.style.width = `${Math.round(100 * Math.min(1, Math.max(0, share)))}%`;
      setClass(item.bar, share >= 1 ? 'bar full' : 'bar');
    }
  }

  function show(state) {
    const compared = typeof state.advantage === 'number';
    setText(items.get('advantage').label, compared ? t('advantage_of', {node: state.candidate}) : t('advantage'));
    put('advantage', compared ? points(state.advantage) : t('not_compared'),
      compared ? t('needed', {points: points(state.hysteresis)}) : '',
      compared ? state.advantage / state.hysteresis : null);
    put('streak', compared ? String(state.streak) : t('not_compared'),
      compared ? t('rounds_needed', {count: state.confirmations}) : '',
      compared ? state.streak / state.confirmations : null);
    const left = state.cooldown_left_ms;
    put('cooldown', left === null || left === undefined ? t('not_compared') : left > 0 ? span(left) : t('over'),
      left > 0 ? t('left') : '');
    put('k', typeof state.k === 'number' ? String(state.k) : t('unknown'), t('nodes_count', {count: state.k}));
    put('role_load', points(state.role_load?.points), state.role_load ? t(`role_load_${state.role_load.source}`) : '');
  }
  return {element, show};
}
