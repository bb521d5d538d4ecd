// Sharing a page: by the system's share sheet if there is one, else by the clipboard.

/** The share methods of a browser. Each may be missing, and may reject. */
export interface ShareMethods {
  share?: ((data: { title: string; url: string }) => Promise<void>) | undefined;
  copy?: ((text: string) => Promise<void>) | undefined;
}

/** The result. Only `copied` needs a confirmation: the share sheet has its own, and `refused` includes a sheet that the visitor closed. */
export type ShareResult = 'shared' | 'copied' | 'refused';

export async function share(page: { title: string; url: string }, { share: openSheet, copy }: ShareMethods): Promise<ShareResult> {
  try {
    if (openSheet !== undefined) {
      await openSheet(page);
      return 'shared';
    }
    if (copy === undefined) return 'refused';
    await copy(page.url);
    return 'copied';
  } catch {
    return 'refused';
  }
}

/** Query parameters that the recipient needs to see the same showtimes. */
const SHARED_PARAMETERS = ['day', 'theater'] as const;

/** The URL to share: the canonical URL with the selected day and theater, without other parameters of the current URL. */
export function urlToShare(canonical: string, current: string): string {
  if (canonical === '') return current;
  const url = new URL(canonical);
  const { searchParams } = new URL(current);
  for (const name of SHARED_PARAMETERS) {
    const value = searchParams.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  return url.href;
}

/** The share methods of a browser. Without HTTPS it has none. */
export function shareMethodsOf(browser: Partial<Pick<Navigator, 'share' | 'clipboard'>>): ShareMethods {
  const { clipboard } = browser;
  return { share: browser.share?.bind(browser), copy: clipboard?.writeText.bind(clipboard) };
}
