import { expect, it } from 'vitest';
import { needsReload } from './reload.ts';

const content = {
  site: {
    config: { theme: { colors: { palette: { primary: '#112233' }, brand2: '#445566' } }, roundness: { buttons: 'HIGH' } },
    settings: { name: 'Aster', logoSize: 36 },
  },
  pages: { '/about/': { title: 'About' } },
};
const { site } = content;

it('needs a new document for everything but the design', () => {
  const colors = { ...site.config, theme: { colors: { palette: { primary: '#332211' }, brand2: '#665544' } } };
  expect(needsReload(content, { ...content, site: { ...site, config: colors } })).toBe(false);
  expect(needsReload(content, { ...content, site: { ...site, settings: { ...site.settings, logoSize: 40 } } })).toBe(false);
  expect(needsReload(content, { ...content, site: { ...site, settings: { ...site.settings, name: 'Aster Two' } } })).toBe(true);
  expect(needsReload(content, { ...content, pages: {} })).toBe(true);
  expect(needsReload(content, content)).toBe(false);
});

it('needs one without a brand color, which no message removes', () => {
  const colors = { palette: site.config.theme.colors.palette };
  const removed = { ...content, site: { ...site, config: { ...site.config, theme: { colors } } } };
  expect(needsReload(content, removed)).toBe(true);
  expect(needsReload(removed, content)).toBe(false);
});
