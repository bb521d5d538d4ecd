import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FILES = ['ui', 'site/src'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => join(folder, file)),
);

/** The declarations of a stylesheet that set the duration of a motion. */
const motions = (css: string): string[] =>
  [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?<=[{;\s])(?:animation|transition)(?:-duration)?:[^;}]+/g)].map(
    ([found]) => found,
  );

/** Whether a motion lasts 150, 300 or 600 ms, or repeats for as long as something is under way. */
const isAllowed = (motion: string): boolean =>
  motion
    .slice(motion.indexOf(':') + 1)
    .split(',')
    .every(
      (part) =>
        /var\(--(?:fast|base|slow)\)/.test(part) ||
        / infinite\b/.test(part) ||
        /^\s*none\s*$/.test(part) ||
        /\.01ms !important/.test(part),
    );

describe('motion', () => {
  it('THEME-21 finds the stylesheets and their motions', () => {
    expect(FILES.length).toBeGreaterThan(60);
    expect(FILES.flatMap((file) => motions(readFileSync(join(ROOT, file), 'utf8'))).length).toBeGreaterThan(30);
  });

  it.each(FILES)('THEME-21 in %s lasts 150, 300 or 600 ms, longer only as continuous progress', (file) => {
    expect(motions(readFileSync(join(ROOT, file), 'utf8')).filter((motion) => !isAllowed(motion))).toEqual([]);
  });

  it.each([
    ['transition: color 200ms', false],
    ['transition: color var(--fast), opacity .4s', false],
    ['animation: open 1s ease', false],
    ['animation: turn 900ms linear infinite', true],
    ['transition: color var(--slow) var(--ease)', true],
  ])('THEME-21 %j is allowed: %s', (motion, allowed) => {
    expect(isAllowed(motion)).toBe(allowed);
  });
});
