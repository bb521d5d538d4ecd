// How the browser's modules are put into files: few files, because each costs a round trip and compresses alone.

import type { Rolldown } from 'vite';

/** What a module imports. */
export type ImportsOf = (id: string) => { readonly now: readonly string[]; readonly later: readonly string[] };

/** Which file a module goes into. */
export interface Plan {
  /** The file of a module; null leaves it where it is imported. */
  readonly fileOf: (id: string) => string | null;
}

/** Modules with a place of their own in the plan. */
export interface Landmarks {
  /** What runs at once. */
  readonly entries: readonly string[];
  /** What brings a page to life. */
  readonly hydrate: string;
  /** The page with which most visits begin. */
  readonly common: string;
  /** A page that shares with others only what they share anyway: the member area, which is large and not for everybody. */
  readonly apart?: string;
}

/** What only the server renders: the browser's build drops it, and what it alone imports. */
const SERVER_ONLY = /\.server\.tsx?$/;

/**
 * Three kinds of files: what runs at once (small), what every page hydrates with (React, all that at least three pages share,
 * and the `common` page), and what one page needs or two, or what waits for the visitor.
 */
export function planChunks({ entries, hydrate, common, apart }: Landmarks, importsOf: ImportsOf): Plan {
  const closure = (from: readonly string[]): Set<string> => {
    const seen = new Set<string>();
    const visit = (id: string): void => {
      if (seen.has(id) || SERVER_ONLY.test(id)) return;
      seen.add(id);
      importsOf(id).now.forEach(visit);
    };
    from.forEach(visit);
    return seen;
  };
  const first = closure(entries);
  const hydration = closure([hydrate]);
  const parts = [...new Set([...hydration].flatMap((id) => importsOf(id).later))].filter((id) => id !== apart).map((id) => closure([id]));
  const isShared = (id: string): boolean =>
    hydration.has(id) || parts.filter((part) => part.has(id)).length > 2 || parts.some((part) => part.has(id) && part.has(common));
  return { fileOf: (id) => (SERVER_ONLY.test(id) || (!first.has(id) && isShared(id)) ? 'app' : null) };
}

/** The plan as a setting of the bundler. */
export function chunkGroups(landmarks: Landmarks): Rolldown.CodeSplittingOptions {
  let plan: Plan | undefined;
  const name: Rolldown.CodeSplittingNameFunction = (id, context) => {
    plan ??= planChunks(landmarks, (module) => {
      const info = context.getModuleInfo(module);
      return { now: info?.importedIds ?? [], later: info?.dynamicallyImportedIds ?? [] };
    });
    return plan.fileOf(id);
  };
  return { includeDependenciesRecursively: false, groups: [{ debugName: 'app', name }] };
}
