// The layer rules of the web folders (ARCHITECTURE.md): a folder imports only from lower layers. `npm run lint` checks them.

import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

// Nothing but tests is above the testkit, so that no product file may import it.
const LAYER: Readonly<Record<string, number>> = { api: 0, ui: 0, rules: 1, site: 2, editor: 2, worker: 3, e2e: 3, testkit: 4 };

/** The folders inside `site` and `editor`, highest first. A feature never imports another feature. */
const FOLDERS = ['entry', 'pages', 'features', 'parts', 'state'] as const;

/** The folders of `rules/loyalty`, lowest first: a folder imports from itself and those before it. */
const LOYALTY = ['calls', 'payments', 'session', 'account', 'club', 'area', 'favorites'] as const;

/** Packages that a layer must not import, whatever its number. */
const BANNED: Readonly<Record<string, readonly string[]>> = {
  rules: ['react', 'react-dom', '@marquee/ui', 'node:'],
  ui: ['@marquee/api', '@marquee/rules', 'node:'],
  api: ['react', 'react-dom', 'node:'],
  site: ['node:'],
  editor: ['node:'],
  worker: ['react', 'react-dom', '@marquee/ui', 'node:'],
};

/** Files that the rules do not apply to: tests, examples and the build. */
const EXEMPT = /(\.test\.tsx?|\.examples\.tsx)$|^tooling\//;

/** One import of one file. `file` is relative to `web/`. */
export interface Import {
  readonly file: string;
  readonly specifier: string;
}

/** A message if the import breaks a rule, else undefined. */
export function violation({ file, specifier }: Import): string | undefined {
  const from = file.split('/')[0] ?? '';
  if (EXEMPT.test(file) || LAYER[from] === undefined) return undefined;
  const banned = BANNED[from]?.find((name) => specifier === name || specifier.startsWith(name.endsWith(':') ? name : `${name}/`));
  if (banned !== undefined) return `${file}: ${from} must not import ${banned}`;
  if (/^(?:site|editor)\/src\/state\//.test(file) && (file.endsWith('.tsx') || specifier.endsWith('.css')))
    return `${file}: state must have neither markup nor stylesheets: move it to parts`;
  const target = targetOf(file, specifier);
  if (target === undefined) return undefined;
  const to = target.split('/')[0] ?? '';
  if (to === from) return insideViolation(file, target) ?? loyaltyViolation(file, target);
  const [low, high] = [LAYER[to], LAYER[from]];
  if (low === undefined || high === undefined) return `${file}: ${to} is not a layer (${specifier})`;
  if (low >= high) return `${file}: ${from} (${high}) must not import ${to} (${low}): ${specifier}`;
  if (specifier.startsWith('.')) return `${file}: import another layer by its name, not by ${specifier}`;
  return undefined;
}

function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(file), specifier).split(sep).join('/');
  const match = /^@marquee\/(.+)$/.exec(specifier);
  return match?.[1];
}

function insideViolation(file: string, target: string): string | undefined {
  const [from, to] = [folderOf(file), folderOf(target)];
  if (from === undefined || to === undefined) return undefined;
  if (to.rank < from.rank) return `${file}: ${from.name} must not import ${to.name} (${target})`;
  if (from.name === 'features' && to.name === 'features' && from.feature !== to.feature)
    return `${file}: a feature must not import another feature (${target})`;
  return undefined;
}

function folderOf(file: string): { name: string; rank: number; feature: string } | undefined {
  const [, , folder = '', feature = ''] = file.split('/');
  const name = folder.startsWith('entry-') ? 'entry' : folder;
  const rank = FOLDERS.findIndex((candidate) => candidate === name);
  return rank < 0 ? undefined : { name, rank, feature };
}

function loyaltyViolation(file: string, target: string): string | undefined {
  const [from, to] = [loyaltyRank(file), loyaltyRank(target)];
  if (from === undefined || to === undefined || (to >= 0 && to <= from)) return undefined;
  return `${file}: must not import ${target}; the folders of rules/loyalty, lowest first: ${LOYALTY.join(', ')}`;
}

/** The index of a file's folder in `LOYALTY`, -1 if it is not listed; undefined outside of `rules/loyalty`. */
function loyaltyRank(file: string): number | undefined {
  const [layer, area, folder] = file.split('/');
  return layer === 'rules' && area === 'loyalty' ? LOYALTY.findIndex((name) => name === folder) : undefined;
}

/** The specifiers in a source text: static imports, dynamic imports and re-exports. */
export function importsOf(source: string): string[] {
  const pattern =
    /(?:^|[^\w.])(?:import|export)\s*(?:type\s+)?(?:[\w*{}\s,$]+\s+from\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;
  return [...source.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '');
}

/** The messages of all imports below `web` that break a rule. */
export function violations(web: string): string[] {
  return readdirSync(web, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .flatMap((file) => importsOf(readFileSync(join(web, file), 'utf8')).map((specifier) => ({ file, specifier })))
    .flatMap((importOf) => violation(importOf) ?? []);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const messages = violations(resolve(dirname(fileURLToPath(import.meta.url)), '..'));
  for (const line of messages) console.error(line);
  process.exitCode = messages.length === 0 ? 0 : 1;
}
