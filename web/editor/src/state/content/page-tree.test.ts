import { describe, expect, it } from 'vitest';
import { type PageNode, pageTree, parentPath, parentsIn } from './page-tree.ts';
import { proposedPath, proposedTitle } from './pages.ts';

const rowsOf = (...paths: readonly string[]) => paths.map((path) => ({ page: { path } }));

/** The tree in one line for each node, indented by level; `+` marks an address without a page and `~` a page that is not looked for. */
const linesOf = <Row>(nodes: readonly PageNode<Row>[], indent: string = ''): readonly string[] =>
  nodes.flatMap(({ path, row, isMatch, children }) => [
    `${indent}${row === undefined ? '+' : isMatch ? '' : '~'}${path}`,
    ...linesOf(children, `${indent}  `),
  ]);

const all = (): boolean => true;

describe('pageTree', () => {
  it('ux 5.6 has pages below the page whose address they continue, the home page first', () => {
    const rows = rowsOf('/visit/cafe/', '/visit/', '/about/', '/', '/visit/cafe/menu/', '/visit-us/');
    expect(linesOf(pageTree(rows, all))).toEqual([
      '/',
      '/about/',
      '/visit-us/',
      '/visit/',
      '  /visit/cafe/',
      '    /visit/cafe/menu/',
    ]);
  });

  it('ux 5.6 has a node for an address without a page if there are pages below it', () => {
    expect(linesOf(pageTree(rowsOf('/press/2026/spring/', '/press/2026/summer/'), all))).toEqual([
      '+/press/',
      '  +/press/2026/',
      '    /press/2026/spring/',
      '    /press/2026/summer/',
    ]);
  });

  it('ux 5.6 keeps what is above a page that is found, and nothing else', () => {
    const rows = rowsOf('/', '/visit/', '/visit/cafe/', '/visit/cafe/menu/', '/visit/contact/', '/press/2026/');
    expect(linesOf(pageTree(rows, ({ page }) => page.path.endsWith('/cafe/')))).toEqual(['~/visit/', '  /visit/cafe/']);
    expect(linesOf(pageTree(rows, ({ page }) => page.path === '/press/2026/'))).toEqual(['+/press/', '  /press/2026/']);
    expect(pageTree(rows, () => false)).toEqual([]);
  });

  it('names the addresses that can be opened and closed', () => {
    expect(parentsIn(pageTree(rowsOf('/', '/visit/', '/visit/cafe/', '/press/2026/spring/'), all))).toEqual([
      '/press/',
      '/press/2026/',
      '/visit/',
    ]);
  });
});

describe('the address of a new page', () => {
  const content = { pages: { '/': {}, '/visit/': {}, '/visit/cafe/': {} } };

  it('ux 5.6 is proposed below a page', () => {
    expect(proposedPath('Café', content)).toBe('/cafe/');
    expect(proposedPath('Contact', content, '/visit/')).toBe('/visit/contact/');
    expect(proposedPath('Café', content, '/visit/')).toBe('/visit/cafe-2/');
    expect(parentPath('/visit/cafe/')).toBe('/visit/');
    expect(parentPath('/visit/')).toBeUndefined();
  });

  it('ux 5.6 gives a page of an address that others continue a title', () => {
    expect(proposedTitle('/about-us/press-kit/')).toBe('Press kit');
  });
});
