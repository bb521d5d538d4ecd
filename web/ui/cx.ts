/** Joins class names, without those that are undefined, false or empty. */
export function cx(...names: readonly (string | false | undefined)[]): string {
  let out = '';
  for (const name of names) if (name) out = out === '' ? name : `${out} ${name}`;
  return out;
}
