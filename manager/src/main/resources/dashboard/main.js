import {h, setText} from './dom.js';
import {choose, current, languages, span, t, time} from './words.js';
import {overview} from './overview.js';
import {groupPage} from './group.js';
import {servicePage} from './services.js';

const main = document.getElementById('main');
const connection = document.getElementById('connection');
let page = {close() {}};
let away = null;

/** Shows since when the manager is away; the figures stay, marked as old. */
function showConnection() {
  const text = away === null ? t('live') : t('away', {time: time(away), span: span(Date.now() - away)});
  setText(connection, text);
  connection.className = away === null ? '' : 'away';
  main.classList.toggle('stale', away !== null);
}

function status(since) {
  away = since;
  showConnection();
}

function route() {
  page.close();
  main.replaceChildren();
  const [kind, name] = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  const trail = document.getElementById('trail');
  trail.replaceChildren(...(name ? [`${t(kind === 'services' ? 'service' : 'group')} `, h('b', {}, name)] : []));
  document.title = name ? `${name} – Fairlead` : 'Fairlead';
  page = kind === 'groups' && name ? groupPage(main, name, status)
    : kind === 'services' && name ? servicePage(main, name, status)
    : overview(main, status);
}

function showLanguages() {
  const box = document.getElementById('languages');
  box.setAttribute('aria-label', t('language'));
  box.replaceChildren(...languages().map(([code, name]) => h('button', {
    type: 'button', lang: code, 'aria-pressed': String(code === current()),
    onclick: async () => {
      await choose(code);
      showLanguages();
      route();
      box.querySelector(`[lang=${code}]`).focus();
    },
  }, name)));
}

await choose();
showLanguages();
route();
addEventListener('hashchange', () => {
  route();
  main.focus();
});
setInterval(() => away !== null && showConnection(), 1_000);
