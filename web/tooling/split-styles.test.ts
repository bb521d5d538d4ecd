import { describe, expect, it } from 'vitest';
import { stylesBehind, splitStyles } from './split-styles.ts';

const MODULES: Readonly<Record<string, readonly [imports: readonly string[], dynamicImports: readonly string[]]>> = {
  'entry.ts': [
    ['base.css', 'button.module.css'],
    ['list.tsx', 'gate.tsx'],
  ],
  'list.tsx': [['list.module.css', 'button.module.css'], []],
  'gate.tsx': [['field.module.css', 'button.module.css'], ['later.tsx']],
  'later.tsx': [['card.module.css'], ['entry.ts']],
};
const links = (id: string) => {
  const [importedIds = [], dynamicallyImportedIds = []] = MODULES[id] ?? [];
  return { importedIds, dynamicallyImportedIds };
};

describe('the stylesheet of the member area', () => {
  it('has what only the member area imports, statically or dynamically', () => {
    expect(stylesBehind('gate.tsx', ['entry.ts'], links).toSorted()).toEqual(['card.module.css', 'field.module.css']);
  });

  it('gets its rules from the stylesheet of all pages', () => {
    const css =
      '@layer base,page;@layer base{.a1b-row{color:red}.c2d-field:focus,.c2d-field:hover{color:blue}@media print{.c2d-field{display:none}}}@keyframes c2d-turn{to{rotate:1turn}}@keyframes a1b-go{to{rotate:1turn}}[data-tone=light] .c2d-x{color:green}';
    expect(splitStyles(css, new Set(['c2d']))).toEqual({
      own: '@layer base{.c2d-field:focus,.c2d-field:hover{color:blue}@media print{.c2d-field{display:none}}}@keyframes c2d-turn{to{rotate:1turn}}[data-tone=light] .c2d-x{color:green}',
      rest: '@layer base,page;@layer base{.a1b-row{color:red}}@keyframes a1b-go{to{rotate:1turn}}',
    });
  });

  it('recognizes the class names of a development build', () => {
    expect(splitStyles('.Field-c2d-box{color:red}.Row-a1b-box{color:red}', new Set(['c2d'])).own).toBe('.Field-c2d-box{color:red}');
  });
});
