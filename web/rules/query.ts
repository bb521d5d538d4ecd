// Parses query strings without the URL classes, which the server's renderer lacks.

/** Decodes a part of a query: `+` is a space, invalid escapes stay verbatim. */
export function decodePart(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** The decoded pairs of a query string, with or without its `?`. */
export function queryPairs(search: string): [name: string, value: string][] {
  return rawPairs(search).map((pair): [string, string] => {
    const [name = '', ...rest] = pair.split('=');
    return [decodePart(name), decodePart(rest.join('='))];
  });
}

/** The encoded pairs of a query string. */
export function rawPairs(search: string): string[] {
  return search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '');
}

/** The decoded name of an encoded pair. */
export const pairName = (pair: string): string => decodePart(pair.split('=', 1)[0] ?? '');
