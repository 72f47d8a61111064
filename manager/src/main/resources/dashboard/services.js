// Services and their instances; a manager that knows no services has none to show.

import {h, Rows, setClass, setText, table} from './dom.js';
import {points, span, state as stateWord, t} from './words.js';
import {read} from './live.js';

const READ_MS = 3_000;

/** Fills a section of the overview, or leaves it hidden. */
export async function serviceList(section) {
  const answer = await read('../v1/services');
  const services = answer?.services ?? [];
  section.hidden = services.length === 0;
  if (section.hidden) return;
  const {element, body} = table(t('services'), [[t('service')], [t('instances'), 'number'], [t('policy')]], 'services');
  body.append(...services.map(service => h('tr', {'data-service': service.service},
    h('th', {scope: 'row'}, h('a', {href: `#/services/${encodeURIComponent(service.service)}`}, service.service)),
    h('td', {class: 'number'}, String(service.instances)), h('td', {}, service.policy))));
  section.replaceChildren(h('h2', {}, t('services')), element);
}

/** One service: each instance's distance to the ceilings, and the weight that follows from it. */
export function servicePage(main, name, status) {
  const head = h('p', {class: 'note'});
  const {element, body} = table(t('instances'), [[t('instance')], [t('state')], [t('margin_cpu'), 'number'],
    [t('margin_memory'), 'number'], [t('weight'), 'number'], [t('rooms'), 'number'], [t('age'), 'number wide'],
    [t('endpoint'), 'wide']], 'instances');
  const note = h('p', {class: 'empty', role: 'status'});
  main.append(h('section', {}, h('h2', {}, name), head, element, note));
  const rows = new Rows(body, instance => instance.instance, instance => {
    const cells = ['state', 'cpu', 'memory', 'weight', 'rooms', 'age', 'endpoint'].map(() => h('td'));
    return {rows: [h('tr', {}, h('th', {scope: 'row'}, instance.instance), ...cells)], update: item => fill(cells, item)};
  });
  let away = null;

  async function show() {
    try {
      const service = await read(`../v1/services/${encodeURIComponent(name)}`);
      away = null;
      const instances = service?.instances ?? [];
      setText(head, service ? t('service_head', {policy: service.policy, cpu: points(service.ceilings?.cpu, 0),
        memory: points(service.ceilings?.memory, 0)}) : '');
      setText(note, service === null ? t('unknown_service', {service: name}) : instances.length ? '' : t('no_instance'));
      element.hidden = instances.length === 0;
      rows.show(instances);
    } catch {
      away ??= Date.now();
    }
    status(away);
  }

  show();
  const timer = setInterval(show, READ_MS);
  return {close: () => clearInterval(timer)};
}

function fill([state, cpu, memory, weight, rooms, age, endpoint], item) {
  setText(state, stateWord(item.state));
  number(cpu, item.margin?.cpu, 1);
  number(memory, item.margin?.memory, 1);
  number(weight, item.weight, 0);
  number(rooms, item.rooms, 0);
  setText(age, typeof item.age_ms === 'number' ? span(item.age_ms) : t('unknown'));
  setClass(age, 'number wide');
  setText(endpoint, item.endpoint ?? t('unknown'));
  setClass(endpoint, 'wide');
}

function number(cell, value, digits) {
  setText(cell, points(value, digits));
  setClass(cell, typeof value === 'number' ? 'number' : 'number unknown');
}
