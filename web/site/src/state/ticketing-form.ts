import { ticketingForm } from '@marquee/rules/links.ts';

/** Submits a ticketing link as a form with the link's query parameters, in the link's target window (LINK-15). */
export function submitLink(link: HTMLAnchorElement): void {
  const { action, method, fields } = ticketingForm(
    link.href,
    link.ownerDocument.documentElement.dataset['formMethod'] === 'get' ? 'get' : 'post',
  );
  const form = document.createElement('form');
  Object.assign(form, { action, method, target: link.target, hidden: true });
  for (const [name, value] of fields) form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  const button = Object.assign(document.createElement('button'), { type: 'submit', textContent: link.textContent });
  form.append(button);
  document.body.append(form);
  form.requestSubmit(button);
  form.remove();
}
