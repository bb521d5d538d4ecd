import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importsOf, violation, violations } from './layers.ts';

describe('the layer rules', () => {
  it.each([
    ['rules/links.ts', '@marquee/api/schema.gen.ts'],
    ['site/src/pages/List.tsx', '@marquee/ui/Button/Button.tsx'],
    ['site/src/pages/List.tsx', '../features/search/Search.tsx'],
    ['site/src/features/search/Search.tsx', './search-state.ts'],
    ['site/src/features/search/Search.tsx', '../../parts/Poster.tsx'],
    ['site/src/parts/captcha/captcha.tsx', '../../state/page.ts'],
    ['site/src/parts/Poster.tsx', './Poster.module.css'],
    ['site/src/entry-server.tsx', './pages/List.tsx'],
    ['ui/Button/Button.tsx', 'react'],
    ['tooling/fonts.ts', 'node:fs'],
    ['rules/links.test.ts', 'node:fs'],
    ['rules/ads/setup.test.ts', '@marquee/testkit/ads/samples.ts'],
    ['testkit/pages/markup.tsx', '@marquee/site/src/pages/App.tsx'],
    ['rules/loyalty/session/session-machine.ts', './session-record.ts'],
    ['rules/loyalty/session/session-machine.ts', '../calls/responses.ts'],
    ['rules/loyalty/session/session-machine.ts', '../../cell.ts'],
    ['rules/analytics/undelivered-events.ts', '../loyalty/calls/responses.ts'],
  ])('%s may import %s', (file, specifier) => {
    expect(violation({ file, specifier })).toBeUndefined();
  });

  it.each([
    ['ui/Button/Button.tsx', '@marquee/api/schema.gen.ts'],
    ['ui/Button/Button.tsx', '@marquee/rules/links.ts'],
    ['api/client.ts', '@marquee/ui/Button/Button.tsx'],
    ['rules/theme/css.ts', 'react'],
    ['rules/theme/css.ts', '@marquee/site/src/pages/List.tsx'],
    ['rules/theme/css.ts', '@marquee/ui/Button/Button.tsx'],
    ['site/src/pages/List.tsx', '@marquee/editor/src/App.tsx'],
    ['site/src/pages/List.tsx', '../../../rules/links.ts'],
    ['site/src/features/search/Search.tsx', '../../pages/List.tsx'],
    ['site/src/features/search/Search.tsx', '../picker/Picker.tsx'],
    ['site/src/parts/Poster.tsx', '../features/search/Search.tsx'],
    ['site/src/state/route.ts', '../entry-client.tsx'],
    ['site/src/state/route.ts', '../parts/Poster.tsx'],
    ['site/src/state/route.ts', './route.module.css'],
    ['site/src/state/Route.tsx', 'react'],
    ['site/src/pages/List.tsx', 'node:fs'],
    ['rules/loyalty/calls/responses.ts', '../account/registration.ts'],
    ['rules/loyalty/session/session-machine.ts', '../favorites/watchlist.ts'],
    ['rules/loyalty/session/session-machine.ts', '../responses.ts'],
    ['rules/loyalty/responses.ts', './calls/calls.ts'],
    ['rules/ads/setup.ts', '@marquee/testkit/ads/samples.ts'],
    ['site/src/pages/List.tsx', '@marquee/testkit/pages/samples.ts'],
    ['site/src/pages/List.tsx', '../../../testkit/pages/samples.ts'],
    ['worker/src/sw.ts', '@marquee/testkit/pages/samples.ts'],
  ])('%s must not import %s', (file, specifier) => {
    expect(violation({ file, specifier })).toBeDefined();
  });

  it('finds static, dynamic, type and re-exported imports', () => {
    const source = `import a from 'a';\nimport type { B } from "b";\nexport { c } from 'c';\nimport 'd';\nconst e = import('e');`;
    expect(importsOf(source)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('are followed in this tree', () => {
    expect(violations(resolve(dirname(fileURLToPath(import.meta.url)), '..'))).toEqual([]);
  });
});
