import { expect, it } from 'vitest';
import { linkIconOf } from './link-icons.ts';

const CONTENT = {
  site: { settings: { loginPage: { slug: 'login' } }, config: {} },
  pages: {
    '/': { path: '/', kind: 'home', title: 'Home' },
    '/about/': { path: '/about/', title: 'About', blocks: [] },
    '/club/': { path: '/club/', title: 'Club', blocks: [{ type: 'rewards' }] },
    '/calendar/': { path: '/calendar/', kind: 'showtimes', title: 'Calendar' },
  },
};

it.each([
  ['/', 'home'],
  ['/about/#team', 'file'],
  ['/club/', 'gift'],
  ['/calendar/', 'calendar'],
  ['/movies/', 'film'],
  ['/movies/low-tide/', 'film'],
  ['/showtimes/', 'calendar'],
  ['/events/', 'ticket'],
  ['/events/opera/', 'ticket'],
  ['/theaters/', 'pin'],
  ['/theaters/old-mill/', 'pin'],
  ['/login/gift-card/', 'people'],
  ['/nowhere/', 'file'],
  ['ticketing:giftcards', 'card'],
  ['tel:+15550100', 'phone'],
  ['mailto:box@cinema.example', 'mail'],
  ['box@cinema.example', 'mail'],
  ['https://instagram.com/@cinema', 'external'],
  ['', 'tree'],
] as const)('ux 5.7 the icon of %j is %s', (href, icon) => {
  expect(linkIconOf(href, CONTENT)).toBe(icon);
});
