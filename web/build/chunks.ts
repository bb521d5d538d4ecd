// How the browser's modules are put into files: few files, because each costs a round trip and compresses alone.

import type { Rolldown } from 'vite';

/** What a module imports. */
export type ImportsOf = (id: string) => { readonly now: readonly string[]; readonly later: readonly string[] };

/** Which file a module goes into. */
export interface Plan {
  /** The file of a module; null leaves it where it is imported. */
  readonly fileOf: (id: string) => string | null;
}

/**
 * Three kinds of files: what runs at once (small), what every page hydrates with (React, the frame, all that at least two
 * pages share, and the `common` page, with which most visits begin), and what only one page or feature needs.
 */
export function planChunks(entries: readonly string[], importsOf: ImportsOf, common: string): Plan {
  const closure = (from: readonly string[]): Set<string> => {
    const seen = new Set<string>();
    const visit = (id: string): void => {
      if (seen.has(id)) return;
      seen.add(id);
      importsOf(id).now.forEach(visit);
    };
    from.forEach(visit);
    return seen;
  };
  const laterOf = (ids: Iterable<string>): string[] => [...new Set([...ids].flatMap((id) => importsOf(id).later))];
  const first = closure(entries);
  const hydration = closure(laterOf(first));
  const parts = laterOf(hydration).map((id) => closure([id]));
  const isShared = (id: string): boolean =>
    hydration.has(id) || parts.filter((part) => part.has(id)).length > 1 || parts.some((part) => part.has(id) && part.has(common));
  return { fileOf: (id) => (!first.has(id) && isShared(id) ? 'app' : null) };
}

/** The plan as a setting of the bundler. */
export function chunkGroups(entries: readonly string[], common: string): Rolldown.CodeSplittingOptions {
  let plan: Plan | undefined;
  const name: Rolldown.CodeSplittingNameFunction = (id, context) => {
    plan ??= planChunks(entries, (module) => {
      const info = context.getModuleInfo(module);
      return { now: info?.importedIds ?? [], later: info?.dynamicallyImportedIds ?? [] };
    }, common);
    return plan.fileOf(id);
  };
  return { includeDependenciesRecursively: false, groups: [{ debugName: 'app', name }] };
}
