/** The language tag of a page's locale, such as `en-US`; `en` if the browser does not support it (LOCALE-02). Not for the renderer, which has no Intl. */
export function localeTag(long: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(long)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
