/**
 * The address of a page of the member area from that of its home page. It ends with a slash if that does: the site may have no trailing
 * slashes (LINK-17, LINK-18).
 */
export const screenHref = (home: string, screen: string): string =>
  home.endsWith('/') ? `${home}${screen}/` : `${home}/${screen}`;
