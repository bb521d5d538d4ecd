// The note on a page that is shown from the cache. The worker inserts it at the top of the page, so it is there at the first paint,
// nothing moves, and no page needs a script for it.

/** The tag at which the page's content begins. */
const ROOT = '<div id="root">';

/** Inserts the note in the page's language. Returns the HTML unchanged if it lacks the root element. */
export function htmlWithNote(html: string, texts: Readonly<Record<string, string>>): string {
  const language = /<html lang="([a-z]+)/.exec(html)?.[1] ?? 'en';
  const text = texts[language] ?? texts['en'] ?? '';
  return html.replace(ROOT, () => `<p class="cachedNotice" role="status">${text}</p>${ROOT}`);
}

/** A copy of the response whose page has the note. */
export async function responseWithNote(response: Response, texts: Readonly<Record<string, string>>): Promise<Response> {
  const headers = new Headers(response.headers);
  // The new body is longer and not compressed.
  headers.delete('content-length');
  headers.delete('content-encoding');
  return new Response(htmlWithNote(await response.text(), texts), { status: response.status, headers });
}
