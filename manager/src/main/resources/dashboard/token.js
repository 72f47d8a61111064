// Who asks: a manager may want a token with every request. It is kept for this tab only, and is never part of an address,
// which logs and histories would keep.

import {h} from './dom.js';
import {t} from './words.js';

const KEY = 'fairlead.token';
let kept = remembered();
let refused = () => {};

function remembered() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null; // Storage may be forbidden; then it lasts until the page is left.
  }
}

function keep(token) {
  kept = token;
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // It is known to this page then.
  }
}

/** `handler` is called with 401 or 403 when the manager does not let the present token, or none, in. */
export function whenRefused(handler) {
  refused = handler;
}

/** The answer to a request, with the token where there is one. */
export async function ask(address, options = {}) {
  const token = kept;
  const headers = {...options.headers, ...(token === null ? {} : {authorization: `Bearer ${token}`})};
  const answer = await fetch(address, {...options, headers, cache: 'no-store'});
  // A late refusal of a token that has been replaced says nothing of the new one.
  if ((answer.status === 401 || answer.status === 403) && token === kept) refused(answer.status, token !== null);
  return answer;
}

/** Asks a person for a token; `done` is called when there is one to try. */
export function tokenForm(status, given, done) {
  const field = h('input', {type: 'password', id: 'token', autocomplete: 'off', spellcheck: 'false', required: true});
  const why = h('p', {class: given ? 'trouble' : '', role: 'alert'},
    given ? t(status === 403 ? 'token_forbidden' : 'token_unknown') : t('token_wanted'));
  const form = h('form', {class: 'token'}, why, h('label', {for: 'token'}, t('token')), field,
    h('button', {type: 'submit'}, t('token_use')), h('p', {class: 'note'}, t('token_kept')));
  form.addEventListener('submit', event => {
    event.preventDefault();
    const typed = field.value.trim();
    if (!/^[!-~]+$/.test(typed)) {
      why.textContent = t('token_unknown');
      return;
    }
    keep(typed);
    done();
  });
  return form;
}
