import { describe, expect, it } from 'vitest';
import { responseWithNote, htmlWithNote } from './cached-note.ts';

const TEXTS = { en: 'Times may have changed.', fr: 'Les horaires ont pu changer.' };
const page = (lang: string): string =>
  `<!doctype html><html lang="${lang}" data-tone="dark"><body><div id="root"><p>$& 6:10</p></div></body></html>`;

describe('SW-04 a cached page says that times may have changed', () => {
  it('in its language, before its unchanged content', () => {
    expect(htmlWithNote(page('fr'), TEXTS)).toBe(
      page('fr').replace('<div', () => '<p class="cachedNotice" role="status">Les horaires ont pu changer.</p><div'),
    );
    expect(htmlWithNote(page('en-US'), TEXTS)).toContain(TEXTS.en);
    expect(htmlWithNote(page('de'), TEXTS)).toContain(TEXTS.en);
  });

  it('does not change HTML without the root element', () => {
    expect(htmlWithNote('<p>hello</p>', TEXTS)).toBe('<p>hello</p>');
  });

  it('keeps the policy of the page and drops the headers of the original body', async () => {
    const headers = { 'content-security-policy': "default-src 'none'", 'content-encoding': 'br', 'content-length': '10' };
    const response = await responseWithNote(new Response(page('en'), { headers }), TEXTS);
    expect(await response.text()).toContain(TEXTS.en);
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(response.headers.has('content-encoding')).toBe(false);
    expect(response.headers.has('content-length')).toBe(false);
  });
});
