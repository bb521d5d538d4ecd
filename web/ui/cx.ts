/** Class names in one string; what is absent or false is left out. */
export function cx(...names: readonly (string | false | undefined)[]): string {
  let out = '';
  for (const name of names) if (name) out = out === '' ? name : `${out} ${name}`;
  return out;
}
