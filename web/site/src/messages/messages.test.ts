import { describe, expect, it } from 'vitest';
import { CATALOGS, LATER_CATALOGS, LOCALES, catalogOf, laterCatalogOf } from './all.ts';

describe('messages', () => {
  it.each([
    ['en', 'en'],
    ['fr', 'fr'],
    ['', 'en'],
    ['xx', 'en'],
  ] as const)('LOCALE-01 short locale %j speaks %s', (short, locale) => {
    expect(catalogOf(short)).toBe(CATALOGS[locale]);
    expect(laterCatalogOf(short)).toBe(LATER_CATALOGS[locale]);
  });

  it.each(LOCALES)('LOCALE-01 the catalog of %s loads its later one', async (locale) => {
    expect((await catalogOf(locale).later()).messages).toBe(laterCatalogOf(locale));
  });

  it('LOCALE-02 speaks English by default', () => {
    expect(catalogOf('').common.close()).toBe('Close');
  });

  it('PAGE-08 names a spinner Loading', () => {
    expect(LATER_CATALOGS.en.common.loading()).toBe('Loading');
  });

  it('LINK-10 says that a link opens in a new window', () => {
    expect(CATALOGS.en.common.opensInNewWindow({ label: 'Buy tickets' })).toBe('Buy tickets (Opens in a new window)');
  });

  it('chooses plural forms by the locale', () => {
    const { search } = LATER_CATALOGS.en;
    expect([0, 1, 2].map((count) => search.results({ count }))).toEqual(['No results', '1 result', '2 results']);
    expect([1, 2].map((count) => CATALOGS.fr.menu.filmsToday({ count }))).toEqual(['1 film aujourd’hui', '2 films aujourd’hui']);
    expect(LATER_CATALOGS.fr.search.results({ count: 1.5 })).toBe('1.5 résultat');
  });

  it.each([
    [1, 58, '1 h 58 min'],
    [0, 45, '45 min'],
    [2, 0, '2 h'],
  ])('writes a running time of %i h %i min as %s', (hours, minutes, text) => {
    expect(CATALOGS.en.film.runtime({ hours, minutes })).toBe(text);
  });

  it.each(LOCALES)('an accessible name in %s begins with the visible label (WCAG 2.5.3)', (locale) => {
    const { club, common, mine } = laterCatalogOf(locale);
    const [count, name, code] = [6, 'Kestrel', 'ASTER1001'];
    for (const [visible, accessible] of [
      [club.all({ count }), club.allRewardsLabel({ count })],
      [club.all({ count }), club.allVouchersLabel({ count })],
      [club.redeem(), club.redeemLabel({ name })],
      [club.showCode(), club.showRewardCodeLabel({ name })],
      [club.buy(), club.buyLabel({ name })],
      [common.addToWallet(), mine.addTicketToWallet({ place: 2 })],
      [mine.remove(), mine.removeOf({ name })],
      [mine.newsletter(), mine.newsletterOf({ name })],
      [mine.add(), mine.addOf({ name })],
      [mine.reportLost(), mine.reportLostOf({ code })],
      [mine.deleteCard(), mine.deleteCardOf({ code })],
      [mine.endSignIn(), mine.endSignInOf({ name })],
    ] as const) {
      expect(accessible.startsWith(visible), `${visible} | ${accessible}`).toBe(true);
    }
  });

  it('ERR-04 adds an error code behind a no-break space', () => {
    const { common } = LATER_CATALOGS.en;
    expect(common.errorWithCode({ text: 'Incorrect password', code: 31 })).toBe('Incorrect password (Code:\u00a031)');
  });
});
