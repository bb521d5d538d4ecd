// Assigns the browser's modules to files. There are few files, because each one costs a round trip and is compressed alone.

import type { Rolldown } from 'vite';

/** Returns the static and the dynamic imports of a module. */
export type ImportsOf = (id: string) => { readonly imports: readonly string[]; readonly dynamicImports: readonly string[] };

/** Assigns modules to files. */
export interface Plan {
  /** The file of a module; null leaves the choice to the bundler. */
  readonly fileOf: (id: string) => string | null;
}

/** Modules from which the plan starts. */
export interface ChunkRoots {
  /** Modules that run at once. */
  readonly entries: readonly string[];
  /** The module that hydrates a page. */
  readonly hydrate: string;
  /** The page with which most visits begin. */
  readonly common: string;
  /** A page that does not count when modules are shared: the member area, which is large and which few visitors open. */
  readonly separate?: string;
}

/** Files that only the server renders: the browser build drops them and what only they import. */
const SERVER_ONLY = /\.server\.tsx?$/;

/**
 * Plans three kinds of files: what runs at once (small); `app`, with which every page hydrates (React, everything that at least
 * three pages share, and the `common` page); and what one or two pages need or what loads on user action.
 */
export function planChunks({ entries, hydrate, common, separate }: ChunkRoots, importsOf: ImportsOf): Plan {
  const closure = (from: readonly string[]): Set<string> => {
    const visited = new Set<string>();
    const visit = (id: string): void => {
      if (visited.has(id) || SERVER_ONLY.test(id)) return;
      visited.add(id);
      importsOf(id).imports.forEach(visit);
    };
    from.forEach(visit);
    return visited;
  };
  const first = closure(entries);
  const hydration = closure([hydrate]);
  const pages = [...new Set([...hydration].flatMap((id) => importsOf(id).dynamicImports))]
    .filter((id) => id !== separate)
    .map((id) => closure([id]));
  const isShared = (id: string): boolean =>
    hydration.has(id) || pages.filter((page) => page.has(id)).length > 2 || pages.some((page) => page.has(id) && page.has(common));
  return { fileOf: (id) => (SERVER_ONLY.test(id) || (!first.has(id) && isShared(id)) ? 'app' : null) };
}

/** The plan as an option of the bundler. */
export function chunkGroups(roots: ChunkRoots): Rolldown.CodeSplittingOptions {
  let plan: Plan | undefined;
  const name: Rolldown.CodeSplittingNameFunction = (id, context) => {
    plan ??= planChunks(roots, (module) => {
      const info = context.getModuleInfo(module);
      return { imports: info?.importedIds ?? [], dynamicImports: info?.dynamicallyImportedIds ?? [] };
    });
    return plan.fileOf(id);
  };
  return { includeDependenciesRecursively: false, groups: [{ debugName: 'app', name }] };
}
