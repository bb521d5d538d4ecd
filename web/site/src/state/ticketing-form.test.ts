import { FakeElement, FakeLink, fakePage } from '@marquee/testkit/pages/fake-page.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { submitLink } from './ticketing-form.ts';

afterEach(() => vi.unstubAllGlobals());

/** Submits a link as a form; returns what the browser got. */
function submit(formMethod: string | undefined, target = '') {
  const submitted: object[] = [];
  const form = Object.assign(new FakeElement(), {
    requestSubmit: (button: unknown) => void submitted.push({ button, isInPage: document.body.children.length > 0 }),
    remove: vi.fn<() => void>(),
  });
  const link = new FakeLink('https://tickets.example/book?show=1&kind=a%20b#seats');
  link.textContent = '7:30 PM';
  link.setAttribute('target', target);
  const dataset = formMethod === undefined ? {} : { formMethod };
  const page = fakePage({ dataset, elements: { '<form>': [form], '<a>': [] } });
  Object.assign(link, { ownerDocument: document });
  page.elements['<a>'] = [link];
  submitLink(document.createElement('a'));
  return { form, submitted, body: page.document.body };
}

describe('LINK-15, LINK-16 a ticketing link as a form', () => {
  it('has the parameters of the link, and is removed after it was submitted', () => {
    const { form, submitted, body } = submit(undefined);
    expect(form).toMatchObject({ action: 'https://tickets.example/book#seats', method: 'post', target: '', hidden: true });
    expect(form.children).toMatchObject([
      { type: 'hidden', name: 'show', value: '1' },
      { type: 'hidden', name: 'kind', value: 'a b' },
      { type: 'submit', textContent: '7:30 PM' },
    ]);
    expect(submitted).toEqual([{ button: form.children[2], isInPage: true }]);
    expect(body.children).toEqual([form]);
    expect(form.remove).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['get', 'get'],
    ['post', 'post'],
    ['put', 'post'],
  ])('has the method of the site: %s is %s', (formMethod, expected) => {
    expect(submit(formMethod).form).toMatchObject({ method: expected });
  });

  it('opens in the window of the link', () => {
    expect(submit('get', '_blank').form).toMatchObject({ target: '_blank' });
  });
});
