/** How browsers call a page's locale such as `en_US`; one that they do not know writes like English (LOCALE-02). Browsers only: the renderer has no Intl. */
export function localeTag(long: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(long.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}
