// Links to the site's page about privacy and to the visitor's privacy choices.

/** The hash that opens the visitor's privacy choices. */
export const PRIVACY_CHOICES = '#privacy-choices';

interface Page {
  readonly label: string;
  readonly href: string;
}

/** The page about privacy among the site's legal links; undefined if there is none. */
export const privacyPage = <P extends Page>(legal: readonly P[]): P | undefined =>
  legal.find(
    ({ label, href }) =>
      href !== '' &&
      !href.startsWith('#') &&
      !isChoices({ href }) &&
      /privacy|confidentialit|vie[- ]priv|donn[eé]es|datenschutz|privacidad/iu.test(`${label} ${href}`),
  );

/** Whether a link opens the privacy choices. */
export const isChoices = ({ href }: { readonly href: string }): boolean => href.endsWith(PRIVACY_CHOICES);

/**
 * The legal links, with a link to the privacy choices if the site asks for consent. It leads to the site's page about privacy, which
 * opens the choices. It is not added if the operator has a link to them.
 */
export function withChoices<P extends Page>(
  legal: readonly P[],
  { hasNotice, label }: { readonly hasNotice: boolean; readonly label: string },
): readonly (P | Page)[] {
  // A page of another site does not open them.
  const page = /^\/(?!\/)[^#]*/.exec(privacyPage(legal)?.href ?? '')?.[0] ?? '';
  const href = page + PRIVACY_CHOICES;
  const links = legal.map((link) => (link.href === PRIVACY_CHOICES ? { ...link, href } : link));
  return hasNotice && !links.some(isChoices) ? [...links, { label, href }] : links;
}
