// The note on a page that is shown from memory. The worker writes it into the page, above everything else: so it is there
// at the first paint, nothing moves, and no page carries a script for it.

/** Where the page's own content begins. */
const ROOT = '<div id="root">';

/** The page with the note in its language; as it is, if it is no page of ours. */
export function withNote(html: string, texts: Readonly<Record<string, string>>): string {
  const language = /<html lang="([a-z]+)/.exec(html)?.[1] ?? 'en';
  const text = texts[language] ?? texts['en'] ?? '';
  return html.replace(ROOT, () => `<p class="keptNote" role="status">${text}</p>${ROOT}`);
}

/** An answer with the note. */
export async function noted(answer: Response, texts: Readonly<Record<string, string>>): Promise<Response> {
  const headers = new Headers(answer.headers);
  // The text is longer than what was sent, and no longer compressed.
  headers.delete('content-length');
  headers.delete('content-encoding');
  return new Response(withNote(await answer.text(), texts), { status: answer.status, headers });
}
