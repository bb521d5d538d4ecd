// Where visitors find what becomes of their data, and what they chose about it.

/** An address that ends so opens the visitor's choices. */
export const PRIVACY_CHOICES = '#privacy-choices';

interface Page {
  readonly label: string;
  readonly href: string;
}

/** The page of the site's legal links that says what happens to a member's data; undefined if the site has no such page. */
export const privacyPage = <P extends Page>(legal: readonly P[]): P | undefined =>
  legal.find(({ label, href }) => href !== '' && !href.startsWith('#') && !isChoices({ href }) && /privacy|confidentialit|vie[- ]priv|donn[eé]es/iu.test(`${label} ${href}`));

/** Whether a link is the one to the visitor's choices. */
export const isChoices = ({ href }: { readonly href: string }): boolean => href.endsWith(PRIVACY_CHOICES);

/**
 * The legal links with the one to the visitor's choices, where they are asked for consent. It leads to the site's page about
 * privacy, which opens the choices; an operator's own link to them takes its place.
 */
export function withChoices<P extends Page>(legal: readonly P[], { hasNotice, label }: { readonly hasNotice: boolean; readonly label: string }): readonly (P | Page)[] {
  // The page of another site would not open them.
  const page = /^\/(?!\/)[^#]*/.exec(privacyPage(legal)?.href ?? '')?.[0] ?? '';
  const href = page + PRIVACY_CHOICES;
  const links = legal.map((link) => (link.href === PRIVACY_CHOICES ? { ...link, href } : link));
  return hasNotice && !links.some(isChoices) ? [...links, { label, href }] : links;
}
