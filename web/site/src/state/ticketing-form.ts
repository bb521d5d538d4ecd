// Ticketing links as forms, where the site wants it (LINK-15): the link stays a link until it is used.

import { ticketingForm } from '@marquee/rules/links.ts';

/** Sends what a link's address says as a form, in the window that the link names. */
export function submitLink(link: HTMLAnchorElement): void {
  const { action, method, fields } = ticketingForm(link.href, link.ownerDocument.documentElement.dataset['formMethod'] === 'get' ? 'get' : 'post');
  const form = document.createElement('form');
  Object.assign(form, { action, method, target: link.target, hidden: true });
  for (const [name, value] of fields) form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  const button = Object.assign(document.createElement('button'), { type: 'submit', textContent: link.textContent });
  form.append(button);
  document.body.append(form);
  form.requestSubmit(button);
  form.remove();
}
