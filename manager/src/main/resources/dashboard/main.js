import {h, setText} from './dom.js';
import {choose, current, languages, span, t, time} from './words.js';
import {tokenForm, whenRefused} from './token.js';
import {overview} from './overview.js';
import {groupPage} from './group.js';
import {servicePage} from './services.js';

const main = document.getElementById('main');
const connection = document.getElementById('connection');
let page = {close() {}};
let away = null;
let asking = null;

/** Shows since when the manager is away; the figures stay, marked as old. */
function showConnection() {
  const text = away === null ? t('live') : t('away', {time: time(away), span: span(Date.now() - away)});
  setText(connection, text);
  connection.className = away === null ? '' : 'away';
  main.classList.toggle('stale', away !== null);
}

function status(since) {
  if (asking) return;
  away = since;
  showConnection();
}

/** Asks for a token instead of showing a page; asked again by each request that was under way, it asks once. */
function askForToken(status, given) {
  if (asking) return;
  asking = {status, given};
  showForm();
}

function showForm() {
  page.close();
  page = {close() {}};
  away = null;
  showConnection();
  setText(connection, '');
  main.replaceChildren(tokenForm(asking.status, asking.given, () => {
    asking = null;
    route();
  }));
  main.querySelector('input').focus();
}

function route() {
  if (asking) {
    showForm();
    return;
  }
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

whenRefused(askForToken);
await choose();
showLanguages();
route();
addEventListener('hashchange', () => {
  route();
  if (!asking) main.focus();
});
setInterval(() => away !== null && showConnection(), 1_000);
