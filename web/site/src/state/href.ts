// Small readings of addresses; the renderer has no URL class.

/** The fields of a link's query without one of them, for a form that asks for that one anew. */
export function queryFields(href: string, without: string): [name: string, value: string][] {
  const query = /\?([^#]*)/.exec(href)?.[1] ?? '';
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split('=', 2);
      return [decode(name), decode(value)];
    })
    .filter(([name]) => name !== without);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** A `tel:` address for a phone number as it is written. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}
