import { describe, expect, it } from 'vitest';
import { SCREENS } from './location.ts';
import { GROUPS, moreOf, tabsOf } from './navigation.ts';

describe('the navigation of phones', () => {
  it('ux 5.0 has four tabs, and all other screens on one page', () => {
    expect(tabsOf(SCREENS)).toEqual(['overview', 'program', 'films', 'members']);
    expect(moreOf(SCREENS)).toEqual([
      ['featured', 'events', 'pages', 'menus', 'design', 'media', 'history'],
      ['rewards', 'theaters', 'feeds', 'settings', 'team'],
    ]);
  });

  it('has every screen once', () => {
    const screens = [...tabsOf(SCREENS), ...moreOf(SCREENS).flat()];
    expect(screens.toSorted()).toEqual(SCREENS.toSorted());
    expect(['overview', ...GROUPS.flatMap((group) => group.screens)].toSorted()).toEqual(SCREENS.toSorted());
  });

  it('fills the tabs of a role that cannot use all screens', () => {
    expect(tabsOf(['overview', 'team'])).toEqual(['overview']);
    expect(moreOf(['overview', 'team'])).toEqual([['team']]);
    expect(tabsOf(SCREENS.filter((screen) => screen !== 'members'))).toEqual(['overview', 'program', 'films', 'pages']);
  });
});
