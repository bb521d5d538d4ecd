// The server renders more than the browser hydrates: the stylesheet must have the styles of everything that the server renders.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { importsOf } from './layers.ts';
import { SITE, WEB } from './paths.ts';

/** The stylesheets that a module imports, directly or not, statically or dynamically. */
function stylesOf(entry: string): Set<string> {
  const visited = new Set<string>();
  const visit = (file: string): void => {
    if (visited.has(file) || !existsSync(file)) return;
    visited.add(file);
    if (!/\.tsx?$/.test(file)) return;
    for (const specifier of importsOf(readFileSync(file, 'utf8'))) {
      const workspacePath = /^@marquee\/(.+)$/.exec(specifier)?.[1];
      if (workspacePath !== undefined) visit(join(WEB, workspacePath));
      else if (specifier.startsWith('.')) visit(join(dirname(file), specifier));
    }
  };
  visit(entry);
  return new Set([...visited].filter((file) => file.endsWith('.css')));
}

it('the stylesheet has the styles of everything that the server renders', () => {
  const browser = stylesOf(join(SITE, 'entry-start.ts'));
  const server = stylesOf(join(SITE, 'entry-server.tsx'));
  expect(server.size).toBeGreaterThan(30);
  expect([...server].filter((file) => !browser.has(file))).toEqual([]);
});
