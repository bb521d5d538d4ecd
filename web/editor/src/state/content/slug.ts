// Names in addresses.

import { fold } from '@marquee/rules/fold.ts';

/** A text for addresses, as the server makes it: `Café & bar` is `cafe-bar`. */
export const slugOf = (name: string): string =>
  fold(name)
    .replaceAll(/[’'`]/g, '')
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');

/** The first of `name`, `name-2`, `name-3`, … that is free. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = `${name}-${number}`;
  return free;
}
