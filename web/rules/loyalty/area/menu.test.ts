import { describe, expect, it } from 'vitest';
import { menuOf } from './menu.ts';

describe('ROLE-10, LOYC-09 the members’ menu', () => {
  it('shows its links in their order', () => {
    expect(
      menuOf([
        { label: 'Points', href: '/points/' },
        { label: ' Shop ', href: ' https://shop.example/ ', icon: 'bag' },
        { label: 'Help', href: 'mailto:help@example.org' },
      ]),
    ).toEqual([
      { label: 'Points', href: '/points/', external: false },
      { label: 'Shop', href: 'https://shop.example/', external: true },
      { label: 'Help', href: 'mailto:help@example.org', external: false },
    ]);
  });

  it('LINK-01 shows an entry without a valid address as disabled', () => {
    for (const href of [undefined, '', 'javascript:alert(1)', '//elsewhere.example', {}])
      expect(menuOf([{ label: 'Points', href }])).toEqual([{ label: 'Points', href: '', external: false }]);
  });

  it('LINK-08 keeps the hashes that start an action', () => {
    expect(menuOf([{ label: 'Sign out', href: '#loyalty-logout' }])[0]?.href).toBe('#loyalty-logout');
  });

  it.each(['//elsewhere.example/', '/\\elsewhere.example/', 'javascript:alert(1)'])('has no address for %j', (href) => {
    expect(menuOf([{ label: 'Shop', href }])[0]?.href).toBe('');
  });

  it.each([
    [undefined],
    [null],
    ['Points'],
    [{ label: 'Points' }],
    [[null, 'Points', 7, [], {}, { label: '' }, { label: {} }, { href: '/points/' }]],
  ])('%j has no links', (menu) => {
    expect(menuOf(menu)).toEqual([]);
  });

  it('has at most twelve entries', () => {
    expect(menuOf(Array.from({ length: 40 }, (_, index) => ({ label: `${index}`, href: '/' })))).toHaveLength(12);
  });
});
