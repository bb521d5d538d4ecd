// The pages of a site as a tree, by the segments of their addresses.

/** An address in the tree: that of a page, or one that only has pages below it. */
export interface PageNode<Row> {
  readonly path: string;
  /** Undefined for an address without a page. */
  readonly row: Row | undefined;
  /** Whether the page is one of those that are looked for, not only on the way to one of them. */
  readonly isMatch: boolean;
  readonly children: readonly PageNode<Row>[];
}

interface Branch<Row> {
  readonly path: string;
  row: Row | undefined;
  readonly children: Map<string, Branch<Row>>;
}

/** The address above; undefined at the top. The home page is beside the other pages at the top, not above them. */
export function parentPath(path: string): string | undefined {
  const parent = path.replace(/[^/]+\/$/, '');
  return parent === '/' ? undefined : parent;
}

/**
 * The pages that `keeps` finds below those above them, ordered by address with the home page first. A page above one that is found
 * stays, and an address without a page is a node if there are pages below it.
 */
export function pageTree<Row extends { readonly page: { readonly path: string } }>(
  rows: readonly Row[],
  keeps: (row: Row) => boolean,
): readonly PageNode<Row>[] {
  const root: Branch<Row> = { path: '', row: undefined, children: new Map() };
  const branchAt = (path: string): Branch<Row> => {
    const above = parentPath(path);
    const { children } = above === undefined ? root : branchAt(above);
    const branch = children.get(path) ?? { path, row: undefined, children: new Map<string, Branch<Row>>() };
    children.set(path, branch);
    return branch;
  };
  for (const row of rows) branchAt(row.page.path).row = row;
  return nodesOf(root, keeps);
}

const nodesOf = <Row>({ children }: Branch<Row>, keeps: (row: Row) => boolean): readonly PageNode<Row>[] =>
  [...children.values()]
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap((branch): PageNode<Row>[] => {
      const { path, row } = branch;
      const node = { path, row, isMatch: row !== undefined && keeps(row), children: nodesOf(branch, keeps) };
      return node.isMatch || node.children.length > 0 ? [node] : [];
    });

/** The addresses that have others below them. */
export const parentsIn = <Row>(nodes: readonly PageNode<Row>[]): readonly string[] =>
  nodes.flatMap(({ path, children }) => (children.length === 0 ? [] : [path, ...parentsIn(children)]));
