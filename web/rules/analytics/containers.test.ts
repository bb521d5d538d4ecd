import { describe, expect, it } from 'vitest';
import { containerPlugins } from './containers.ts';

describe('ANLY-09 ANLY-10 containers', () => {
  it('of each purpose have a unique name', () => {
    const plugins = containerPlugins([
      { purpose: 'ads', id: 'GTM-A' },
      { purpose: 'targett', id: 'GTM-T' },
      { purpose: 'site', id: 'GTM-S' },
      { purpose: 'site', id: 'GTM-Z' },
    ]);
    expect(plugins.map(({ name, id }) => [name, id])).toEqual([
      ['gtm-ads', 'GTM-A'],
      ['gtm-targett', 'GTM-T'],
      ['gtm-site', 'GTM-S'],
      ['gtm-site-2', 'GTM-Z'],
    ]);
  });

  it('have no plugin without an id', () => {
    expect(containerPlugins([])).toEqual([]);
    expect(containerPlugins([{ purpose: 'site', id: '' }])).toEqual([]);
  });

  it.each([
    [['ads', 'targett', 'site'], 'gtm-site'],
    [['targett', 'ads'], 'gtm-targett'],
    [['ads'], 'gtm-ads'],
  ] as const)('of %j one pushes page views and events: %s', (purposes, carrier) => {
    const plugins = containerPlugins(purposes.map((purpose, index) => ({ purpose, id: `GTM-${index}` })));
    expect(plugins.filter(({ pushesEvents }) => pushesEvents).map(({ name }) => name)).toEqual([carrier]);
  });

  it('that are configured twice load once', () => {
    const plugins = containerPlugins([
      { purpose: 'ads', id: 'GTM-A' },
      { purpose: 'site', id: 'GTM-A' },
    ]);
    expect(plugins).toEqual([{ name: 'gtm-ads', id: 'GTM-A', pushesEvents: true }]);
  });

  it('whose id is a prefix of another one come before it', () => {
    const plugins = containerPlugins([
      { purpose: 'ads', id: 'GTM-AB1' },
      { purpose: 'site', id: 'GTM-AB' },
    ]);
    expect(plugins.map(({ id }) => id)).toEqual(['GTM-AB', 'GTM-AB1']);
  });
});
