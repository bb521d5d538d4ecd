// Moves the styles that only the member area imports from Vite's one stylesheet into a second one, which other pages do not load.
// Class names contain the code of their file (vite.ts), so the selector of a rule tells which file it comes from.

import { parse, type AtRule, type Container, type Rule } from 'postcss';
import type { Plugin } from 'vite';

/** The chunk's name in the file name and in the manifest. */
export const MEMBER_STYLES = 'member';

/** The imports of a module, as the bundler reports them. */
export interface ModuleLinks {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

/** The CSS modules that can be reached from `entries` only through `module`. */
export function stylesBehind(module: string, entries: readonly string[], links: (id: string) => ModuleLinks | null): string[] {
  const reach = (starts: readonly string[], excluded: string | undefined): Set<string> => {
    const visited = new Set<string>();
    const queue = [...starts];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (visited.has(id) || id === excluded) continue;
      visited.add(id);
      const info = links(id);
      queue.push(...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? []));
    }
    return visited;
  };
  const reachable = reach(entries, module);
  return [...reach([module], undefined)].filter((id) => isStyle(id) && !reachable.has(id)).map(fileOf);
}

const isStyle = (id: string): boolean => /\.module\.css($|\?)/.test(id);
const fileOf = (id: string): string => id.split('?')[0] ?? id;

/** Splits a stylesheet into the rules whose classes or animations contain one of the codes (`own`), and the others (`rest`). */
export function splitStyles(css: string, codes: ReadonlySet<string>): { readonly own: string; readonly rest: string } {
  const isOwn = (text: string): boolean =>
    [...text.matchAll(/(?:^|[.\s-])([a-z][0-9a-z]{2})-[\w-]+/g)].some(([, code = '']) => codes.has(code));
  const part = (isMember: boolean): string => {
    const root = parse(css);
    root.walkAtRules(/keyframes$/, (rule) => void (isOwn(rule.params) !== isMember && rule.remove()));
    root.walkRules((rule) => void (!isInside(rule) && isOwn(rule.selector) !== isMember && rule.remove()));
    removeEmpty(root);
    // The order of the layers is declared once, in the stylesheet of all pages.
    if (isMember) root.walkAtRules('layer', (rule) => void (rule.nodes === undefined && rule.remove()));
    return root.toString();
  };
  return { own: part(true), rest: part(false) };
}

/** Whether a rule belongs to a keyframes block or to another rule. */
function isInside({ parent }: Rule): boolean {
  if (parent?.type === 'rule') return true;
  return parent?.type === 'atrule' && 'name' in parent && String(parent.name).endsWith('keyframes');
}

function removeEmpty(container: Container): void {
  container.each((node) => {
    if (node.type !== 'atrule' || node.nodes === undefined) return;
    removeEmpty(node satisfies AtRule);
    if (node.nodes.length === 0) node.remove();
  });
}

/** Splits the stylesheet of the browser build; `codeOf` returns the code of a file. */
export function splitMemberStyles(module: string, entries: readonly string[], codeOf: (file: string) => string): Plugin {
  return {
    name: 'marquee-split-styles',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = stylesBehind(module, entries, (id) => this.getModuleInfo(id));
      const stylesheet = Object.values(bundle).find((output) => output.type === 'asset' && output.fileName.endsWith('.css'));
      if (files.length === 0 || stylesheet?.type !== 'asset') return;
      const { own, rest } = splitStyles(String(stylesheet.source), new Set(files.map(codeOf)));
      this.emitFile({ type: 'asset', name: `${MEMBER_STYLES}.css`, source: own });
      stylesheet.source = rest;
    },
  };
}
