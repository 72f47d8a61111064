// Everything that is said, in the chosen language. English words of decisions come from the manager; the Chinese ones
// are made here from the same constants and numbers.

const LANGUAGES = {en: 'English', 'zh-CN': '简体中文'};
const KEY = 'fairlead.language';
let language = 'en';
let catalogue = {};

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // Storage may be forbidden; then the browser's language counts.
  }
}

export const languages = () => Object.entries(LANGUAGES);
export const current = () => language;

export async function choose(name) {
  const wanted = name ?? remembered() ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en');
  language = wanted in LANGUAGES ? wanted : 'en';
  catalogue = await (await fetch(`words-${language}.json`)).json();
  document.documentElement.lang = language;
  if (name) {
    try {
      localStorage.setItem(KEY, name);
    } catch {
      // It is chosen for this visit then.
    }
  }
}

/** A text of the page with its numbers filled in; several forms, where a language has them, hang on {count}. */
export function t(key, values = {}) {
  const text = catalogue.page[values.count === 1 && `${key}_one` in catalogue.page ? `${key}_one` : key];
  return fill(text ?? key, values);
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** A number as it is shown, or the word for unknown: what is unknown is never shown as a number. */
export function points(value, digits = 1) {
  return typeof value === 'number' ? value.toFixed(digits).replace('-', '−') : t('unknown');
}

export function time(at) {
  return new Date(at).toLocaleTimeString('en-GB'); // 24 hours with leading zeros, in both languages
}

export function day(at) {
  const date = new Date(at);
  const today = new Date().toDateString() === date.toDateString();
  return today ? time(at) : `${date.toLocaleDateString(language)} ${time(at)}`;
}

/** A span of time, coarse enough to read. */
export function span(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return t('seconds', {n: seconds});
  if (seconds < 3600) return t('minutes', {n: Math.floor(seconds / 60), s: String(seconds % 60).padStart(2, '0')});
  return t('hours', {n: Math.floor(seconds / 3600), m: String(Math.floor(seconds / 60) % 60).padStart(2, '0')});
}

// ---- decisions

const own = (kind, name, english) => catalogue[kind]?.[name] ?? english ?? name;

export const reason = (name, english) => own('reasons', name, english);
export const alarm = item => (item.node ? `${item.node}${t('colon')}` : '') + alarmWords(item);

/** The English words have the command already. */
function alarmWords(item) {
  const translated = catalogue.alarms?.[item.kind];
  return translated ? translated + (item.command ? `${t('colon')}${item.command}` : '') : item.words;
}

export const state = name => own('states', name, name);
export const refusal = name => own('refusals', name);
export const cause = name => own('causes', name, name);

/** A decision in one sentence. */
export function sentence(decision) {
  if (!catalogue.sentences) return decision.words;
  const why = reason(decision.reason);
  const kind = decision.kind + (decision.from && decision.kind.endsWith('switch') ? '_from' : '');
  const held = decision.kind !== 'would_switch' ? '' : catalogue.sentences[decision.held];
  return fill(catalogue.sentences[kind], {...decision, why}) + held;
}

/** A check in one line, without whether it passed. */
export function check(item, withNode = true) {
  if (!catalogue.questions) {
    const words = item.words.replace(/ - (passed|failed)$/, '');
    return withNode || !item.node ? words : words.slice(item.node.length + 2);
  }
  const node = withNode && item.node ? `${item.node}${t('colon')}` : '';
  const asked = own('questions', item.question);
  if (item.unit === 'yes_no') return `${node}${asked}${t('colon')}${value(item.found, item.unit)}`;
  const relation = own('relations', item.relation);
  return `${node}${asked} ${value(item.found, item.unit)}，要求${relation} ${value(item.wanted, item.unit)}`;
}

function value(number, unit) {
  if (unit === 'yes_no') return number === 1 ? '是' : '否';
  if (number === null) return unit === 'seconds' ? '从未有过' : t('unknown');
  return `${Math.round(number * 100) / 100} ${catalogue.units[unit]}`;
}
