import { describe, expect, it } from 'vitest';
import { noted, withNote } from './kept-note.ts';

const TEXTS = { en: 'Times may have changed.', fr: 'Les horaires ont pu changer.' };
const page = (lang: string): string => `<!doctype html><html lang="${lang}" data-tone="dark"><body><div id="root"><p>$& 6:10</p></div></body></html>`;

describe('SW-04 a page from memory says that times may have changed', () => {
  it('in its language, before its content, and the content stays as it is', () => {
    expect(withNote(page('fr'), TEXTS)).toBe(page('fr').replace('<div', () => '<p class="keptNote" role="status">Les horaires ont pu changer.</p><div'));
    expect(withNote(page('en-US'), TEXTS)).toContain(TEXTS.en);
    expect(withNote(page('de'), TEXTS)).toContain(TEXTS.en);
  });

  it('leaves what is no page of ours', () => {
    expect(withNote('<p>hello</p>', TEXTS)).toBe('<p>hello</p>');
  });

  it('keeps the policy of the page and drops the headers of what was sent', async () => {
    const headers = { 'content-security-policy': "default-src 'none'", 'content-encoding': 'br', 'content-length': '10' };
    const answer = await noted(new Response(page('en'), { headers }), TEXTS);
    expect(await answer.text()).toContain(TEXTS.en);
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(answer.headers.has('content-encoding')).toBe(false);
    expect(answer.headers.has('content-length')).toBe(false);
  });
});
