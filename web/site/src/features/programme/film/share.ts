// Handing a page on: by the system's sheet where there is one, else by the clipboard.

/** What a browser can do; each part may be missing or forbidden. */
export interface Means {
  share?: ((data: { title: string; url: string }) => Promise<void>) | undefined;
  copy?: ((text: string) => Promise<void>) | undefined;
}

/** How it ended: the sheet says so itself, a copy is silent, and a visitor who closes the sheet wants to hear nothing. */
export type Shared = 'shared' | 'copied' | 'refused';

export async function share(what: { title: string; url: string }, { share: sheet, copy }: Means): Promise<Shared> {
  try {
    if (sheet !== undefined) {
      await sheet(what);
      return 'shared';
    }
    if (copy === undefined) return 'refused';
    await copy(what.url);
    return 'copied';
  } catch {
    return 'refused';
  }
}

/** What the visitor has chosen on a page and the recipient needs to find the same showtimes. */
const CHOICES = ['day', 'theater'] as const;

/** The address to hand on: the page's canonical one with the chosen day and theater, and without the rest of the visitor's address. */
export function addressToShare(canonical: string, here: string): string {
  if (canonical === '') return here;
  const address = new URL(canonical);
  const { searchParams } = new URL(here);
  for (const name of CHOICES) {
    const value = searchParams.get(name);
    if (value !== null) address.searchParams.set(name, value);
  }
  return address.href;
}

/** The means of a browser; on a page without encryption it has neither. */
export function meansOf(browser: Partial<Pick<Navigator, 'share' | 'clipboard'>>): Means {
  const { clipboard } = browser;
  return { share: browser.share?.bind(browser), copy: clipboard?.writeText.bind(clipboard) };
}
