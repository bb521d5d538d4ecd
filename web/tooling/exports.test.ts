// Finds exports of web/rules that only tests use.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '..');

/** Exports that no other file uses, and why they are exported. */
const ALLOWED: Readonly<Record<string, string>> = {
  // Expected values of the stylesheets for tokens.test.ts.
  'rules/constants.ts ANIMATION_MS': 'tokens.test.ts',
  'rules/constants.ts BREAKPOINTS': 'tokens.test.ts',
  'rules/theme/scale.ts TYPE_STEPS': 'tokens.test.ts',
  'rules/theme/scale.ts TEXT_STEPS': 'tokens.test.ts',
  'rules/theme/scale.ts SPACE': 'tokens.test.ts',
  'rules/theme/scale.ts GUTTER': 'tokens.test.ts',
  // Intervals of the analytics library, for the fake clock of its tests.
  'rules/analytics/facts.ts QUEUE_INTERVAL_MS': 'library.test.ts',
  'rules/analytics/facts.ts LOAD_TIMEOUT_MS': 'library.test.ts',
};

/** Names of values that a source text exports. */
const exportsOf = (source: string): string[] =>
  [...source.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)].map(([, name]) => name ?? '');

/** Exports that no product file uses, their own file included. Generated files and helpers of tests do not count. */
export function unusedExports(files: ReadonlyMap<string, string>): string[] {
  const productFiles = [...files].filter(([name]) => !/\.test\.tsx?$|(^|\/)(e2e|testkit)\//.test(name));
  const uses = new Map<string, number>();
  for (const [, source] of productFiles)
    for (const word of source.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '').split(/\W+/)) uses.set(word, (uses.get(word) ?? 0) + 1);
  return productFiles
    .filter(([name]) => name.startsWith('rules/') && !name.endsWith('.gen.ts'))
    .flatMap(([name, source]) =>
      exportsOf(source)
        .filter((exported) => (uses.get(exported) ?? 0) < 2)
        .map((exported) => `${name} ${exported}`),
    );
}

describe('exports of web/rules', () => {
  it('are used outside of tests', () => {
    const names = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name),
    );
    const files = new Map(names.map((name) => [name, readFileSync(join(WEB, name), 'utf8')]));
    expect(unusedExports(files).filter((name) => ALLOWED[name] === undefined)).toEqual([]);
  });

  it('are reported if only a test uses them, but not if their own file does', () => {
    const files = new Map([
      ['rules/a.ts', '/** Says dead. */\nexport const dead = 1;\nexport function used() {}\nexport const inside = () => used();\n'],
      ['rules/a.test.ts', "import { dead, inside } from './a.ts';\n"],
      ['site/b.ts', "import { inside } from '@marquee/rules/a.ts';\n"],
    ]);
    expect(unusedExports(files)).toEqual(['rules/a.ts dead']);
  });
});
