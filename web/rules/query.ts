// Query strings, read and written without the URL classes, which the renderer lacks.

/** Decodes a part of a query: `+` is a space, broken escapes stay as they are. */
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

/** The pairs of a query string as they are written. */
export function rawPairs(search: string): string[] {
  return search.replace(/^\?/, '').split('&').filter((pair) => pair !== '');
}

/** The name of a written pair, decoded. */
export const pairName = (pair: string): string => decodePart(pair.split('=', 1)[0] ?? '');
