// The server renders more than the browser hydrates: the stylesheet must have the styles of everything that the server renders.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { importsOf } from './layers.ts';
import { SITE, WEB } from './paths.ts';

/** The stylesheets that a module imports, directly or not, statically or dynamically. */
function stylesOf(entry: string): Set<string> {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    if (!/\.tsx?$/.test(file)) return;
    for (const specifier of importsOf(readFileSync(file, 'utf8'))) {
      const own = /^@marquee\/(.+)$/.exec(specifier)?.[1];
      if (own !== undefined) visit(join(WEB, own));
      else if (specifier.startsWith('.')) visit(join(dirname(file), specifier));
    }
  };
  visit(entry);
  return new Set([...seen].filter((file) => file.endsWith('.css')));
}

it('the stylesheet has the styles of everything that the server renders', () => {
  const browser = stylesOf(join(SITE, 'entry-start.ts'));
  const server = stylesOf(join(SITE, 'entry-server.tsx'));
  expect(server.size).toBeGreaterThan(30);
  expect([...server].filter((file) => !browser.has(file))).toEqual([]);
});
