// Consent in the browser: what pages do before a choice, after a refusal and after a change of mind.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { open, passesAxe } from './browser.ts';
import { openFollowed, settled } from './settled.ts';
import { shifts } from './shifts.ts';
import { stageWithThirdParties } from './stage.ts';
import { type Watch, answerOf, entry, move, published, signInQuietly, watch } from './third-parties.ts';
import { becomes, eventually, hasClosed, hasFocus } from './visit.ts';

const demo = stageWithThirdParties('--rate-limits', 'off');
const { meridian, aster } = demo;
const SIZES = [1440, 390, 320] as const;
const CHOICES = 'Your privacy choices';

const notice = (page: Page) => page.getByRole('region', { name: 'Your privacy' });
const dialog = (page: Page) => page.getByRole('dialog', { name: CHOICES });
const choice = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('consent'));

/** A visitor on a page that is awake. */
async function visit(address: string, width: number = 1440): Promise<[BrowserContext, Page, string[], Watch]> {
  const [context, page, said] = await openFollowed(demo.browser, width);
  const seen = watch(context, address);
  await page.goto(address);
  await move(page);
  return [context, page, said, seen];
}

/** The names that the guide lists as necessary, by where they are kept. */
function necessary(): (place: string) => ReadonlySet<string> {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/privacy.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `([\w-]+)` \| ([^|]+) \| yes \|/gmu)];
  assert.ok(rows.length > 10, 'the table is there');
  return (place) => new Set(rows.flatMap(([, name, places]) => (name !== undefined && places?.includes(place) ? [name] : [])));
}

/** What a page keeps beyond what is necessary. */
async function extras(page: Page): Promise<string[]> {
  const may = necessary();
  const kept = await page.evaluate(() => ({
    localStorage: Object.keys(localStorage),
    sessionStorage: Object.keys(sessionStorage),
  }));
  const cookies = (await page.context().cookies()).map(({ name }) => name.replace('__Host-', ''));
  const over = (place: string, names: readonly string[]) =>
    names.filter((name) => !may(place).has(name)).map((name) => `${place} ${name}`);
  return [...over('cookie', cookies), ...over('localStorage', kept.localStorage), ...over('sessionStorage', kept.sessionStorage)];
}

/** Pages of every kind: of each folder of the sitemap the first two, and what is in none. */
async function addresses(page: Page, site: (path: string) => string): Promise<string[]> {
  const paths = [...(await answerOf(page, site('/sitemap.xml'))).matchAll(/<loc>([^<]+)<\/loc>/gu)].map(
    ([, loc]) => new URL(loc ?? '').pathname,
  );
  assert.ok(paths.length > 20, `${paths.length} pages in the sitemap`);
  const kinds = new Map<string, string[]>();
  for (const path of paths) {
    const kind = path
      .split('/')
      .map((part, place) => (place === path.split('/').length - 2 && place > 1 ? '*' : part))
      .join('/');
    kinds.set(kind, [...(kinds.get(kind) ?? []), path]);
  }
  const some = [...kinds.values()].flatMap((all) => all.slice(0, 2));
  const others = [
    '/search/?q=salt',
    '/nowhere/',
    '/login/',
    '/login/join/',
    '/login/forgot-password/',
    '/movies/?day=2026-11-21',
    '/offline.html',
  ];
  return [...new Set([...some, ...others])].map(site);
}

describe('before a choice and after a refusal', () => {
  before(async () => {
    // With a launch script analytics does not wait for the choice (CONS-02).
    demo.program.configure('aster', ({ options }) => {
      delete options['tagManagerLaunchUrl'];
    });
    const page = await demo.browser.newPage();
    await published(page, aster('/'), (parties) => entry(parties, 'launchScript') === '');
    await page.close();
  });

  for (const name of ['meridian', 'aster'] as const) {
    for (const refused of [false, true]) {
      it(`CONS-08 ANLY-05 ADS-09 no page of ${name} asks another host or keeps more than is necessary ${refused ? 'after a refusal' : 'before a choice'}`, async () => {
        const site = demo[name];
        const [context, page] = await visit(site('/privacy/'));
        await notice(page).waitFor();
        if (refused) await notice(page).getByRole('button', { name: 'Decline all' }).click();
        const left = await addresses(page, site);
        const count = left.length;
        const found: string[] = [];
        const work = async (tab: Page): Promise<void> => {
          for (let address = left.shift(); address !== undefined; address = left.shift()) {
            const seen = watch(tab, address);
            await tab.goto(address);
            await move(tab);
            await tab.mouse.wheel(0, 600);
            await settled(tab);
            found.push(...[...seen.foreign(), ...(await extras(tab))].map((what) => `${address}: ${what}`));
            seen.stop();
          }
        };
        await Promise.all([work(page), work(await context.newPage()), work(await context.newPage())]);
        assert.deepEqual(found, []);
        assert.ok(count > 15, `${count} pages`);
        assert.equal((await choice(page)) === null, !refused);
        await context.close();
      });
    }

    it(`CONS-08 members of ${name} are not told of either`, async () => {
      const site = demo[name];
      const [context, page] = await openFollowed(demo.browser, 1440);
      const seen = watch(context, site('/'));
      await signInQuietly(page, site('/'), name);
      for (const path of ['/login/', '/login/orders/', '/login/profile/', '/movies/']) {
        await page.goto(site(path));
        await move(page);
        await settled(page);
        assert.deepEqual(seen.foreign(), [], path);
        assert.deepEqual(await extras(page), [], path);
      }
      await context.close();
    });
  }
});

describe('the notice', () => {
  it('CONS-08 is answered by the keyboard: it comes after the skip link, and its place keeps the focus', async () => {
    // Without a click: the keyboard would go on from there.
    const [context, page] = await openFollowed(demo.browser, 1440);
    await page.goto(meridian('/movies/'));
    await notice(page).waitFor();
    const focused: string[] = [];
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Tab');
      focused.push((await page.locator(':focus').innerText()).trim());
    }
    assert.deepEqual(focused, ['Skip to showtimes', 'Decline all', 'Accept all', 'Choose in detail'], 'the order of the keyboard');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await notice(page).waitFor({ state: 'detached' });
    assert.match((await choice(page)) ?? '', /"measurement":false,"advertising":false/);
    await becomes(() => page.evaluate(() => document.activeElement?.getAttribute('aria-live')), 'polite');
    await page.getByText('Your choices are saved.').waitFor({ state: 'attached' });
    await page.reload();
    await move(page);
    await settled(page);
    assert.equal(await notice(page).count(), 0);
    await context.close();
  });

  it('CONS-08 the choices open as a dialog, which keeps the keyboard and gives it back at Escape', async () => {
    const [context, page] = await visit(meridian('/movies/'));
    await notice(page).getByRole('button', { name: 'Choose in detail' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    await hasFocus(page.getByRole('switch', { name: 'Measure visits' }));
    for (const one of await dialog(page).getByRole('switch').all())
      assert.equal(await one.getAttribute('aria-checked'), 'false', 'nothing is on before a choice');
    await dialog(page).getByText('You have not chosen yet.').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('button', { name: 'Choose in detail' }));
    assert.equal(await choice(page), null);
    await notice(page).waitFor();
    await context.close();
  });

  it('CONS-08 a part of the purposes is no consent to all', async () => {
    const [context, page, , seen] = await visit(meridian('/movies/'));
    await notice(page).getByRole('button', { name: 'Choose in detail' }).click();
    await page.getByRole('switch', { name: 'Measure visits' }).click();
    await dialog(page).getByRole('button', { name: 'Save choices' }).click();
    await notice(page).waitFor({ state: 'detached' });
    assert.match((await choice(page)) ?? '', /"measurement":true,"advertising":false/);
    await settled(page);
    assert.deepEqual(seen.foreign(), []);
    await context.close();
  });

  for (const width of SIZES) {
    it(`at ${width} passes axe with its dialog, fits and moves nothing`, async () => {
      const [context, page, said] = await visit(meridian('/movies/'), width);
      await notice(page).waitFor();
      await passesAxe(page);
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
      assert.equal(await fits(), true);
      assert.deepEqual(
        (await shifts(page)).filter(({ what }) => /notice/i.test(what)),
        [],
      );
      await notice(page).getByRole('button', { name: 'Choose in detail' }).click();
      await dialog(page).waitFor();
      await passesAxe(page);
      assert.equal(await fits(), true);
      assert.deepEqual(said, []);
      await context.close();
    });
  }

  it('speaks the language of the page', async () => {
    const [context, page] = await visit(aster('/fr/movies/'));
    const asked = page.getByRole('region', { name: 'Votre vie privée' });
    await asked.getByRole('button', { name: 'Tout refuser' }).waitFor();
    await asked.getByRole('button', { name: 'Choisir en détail' }).click();
    await page
      .getByRole('dialog', { name: 'Vos choix de confidentialité' })
      .getByRole('switch', { name: 'Mesurer les visites' })
      .waitFor();
    await passesAxe(page);
    await page.keyboard.press('Escape');
    await hasClosed(page.getByRole('dialog'));
    // Ads that come long after the click make no room for themselves in view (ux 4).
    await settled(page);
    await asked.getByRole('button', { name: 'Tout accepter' }).click();
    await page.locator('[data-ad=header]').getByText('Publicité').waitFor();
    await context.close();
  });

  it('ADS-01 without scripts there is neither a notice nor room for ads', async () => {
    const [context, page] = await open(demo.browser, 1440, { javaScriptEnabled: false });
    const seen = watch(page, meridian('/'));
    for (const path of ['/', '/movies/', '/movies/318204-the-salt-cartographer/']) {
      await page.goto(meridian(path));
      assert.equal(await page.getByText('Your privacy', { exact: true }).count(), 0);
      for (const room of await page.locator('[data-ad]').all()) assert.equal(await room.isVisible(), false);
    }
    assert.deepEqual(seen.foreign(), []);
    await context.close();
  });
});

describe('a change of mind', () => {
  it('CONS-03 CONS-04 after a withdrawal nothing more is told, the cookies are gone, and ads make room', async () => {
    const [context, page, said, seen] = await visit(meridian('/movies/'));
    await notice(page).getByRole('button', { name: 'Accept all' }).click();
    await eventually('a page view', async () => Promise.resolve(seen.calls('analytics', 'event').length > 0));
    await eventually('ads', async () => Promise.resolve(seen.calls('wrapper', 'filled').length > 0));
    await settled(page);
    const cookies = async (): Promise<string[]> =>
      (await context.cookies()).map(({ name }) => name).filter((name) => name.startsWith('_ga'));
    assert.notDeepEqual(await cookies(), []);
    await page.getByRole('contentinfo').getByRole('link', { name: CHOICES }).click();
    await dialog(page)
      .getByText(/^You chose this on/)
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Decline all' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await eventually('the end of the cookies', async () => (await cookies()).length === 0);
    await page.locator('#HeaderPromoContainer').waitFor({ state: 'detached' });
    await settled(page);
    const [last] = seen.calls('analytics').slice(-1);
    assert.equal(last?.call, 'consent update');
    assert.equal(entry(last?.args[0], 'analytics_storage'), 'denied');
    seen.forget();
    // What would be told of: an outbound link, a choice of day, a search, another page.
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = 'https://shop.example.org/x';
      link.textContent = 'Elsewhere';
      link.addEventListener('click', (event) => event.preventDefault());
      document.querySelector('main')?.prepend(link);
    });
    await page.getByRole('link', { name: 'Elsewhere' }).click();
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('salt');
    await page.getByRole('dialog', { name: 'Search' }).getByRole('link', { name: 'The Salt Cartographer', exact: true }).waitFor();
    // A search counts after a rest of half a second.
    await settled(page);
    await page.keyboard.press('Escape');
    await hasClosed(page.getByRole('dialog', { name: 'Search' }));
    await settled(page);
    assert.deepEqual(seen.foreign(), []);
    await page.goto(meridian('/visit/'));
    await move(page);
    await settled(page);
    assert.deepEqual(seen.foreign(), []);
    assert.deepEqual(await extras(page), []);
    assert.deepEqual(said, []);
    await context.close();
  });

  it('CONS-04 a choice in another tab counts here at once', async () => {
    const [context, page, , seen] = await visit(meridian('/movies/'));
    await notice(page).waitFor();
    const other = await context.newPage();
    await other.goto(meridian('/privacy/'));
    await move(other);
    await notice(other).getByRole('button', { name: 'Accept all' }).click();
    await notice(page).waitFor({ state: 'detached' });
    await eventually('both pages are told of', async () =>
      Promise.resolve(new Set(seen.calls('analytics', 'event').map((call) => call.page)).size === 2),
    );
    await context.close();
  });

  it('the footer leads to the choices; from the member area by the privacy page', async () => {
    const [context, page] = await visit(meridian('/movies/'));
    const link = page.getByRole('contentinfo').getByRole('link', { name: CHOICES });
    await link.click();
    await dialog(page).waitFor();
    assert.equal(new URL(page.url()).pathname, '/movies/');
    await page.keyboard.press('Escape');
    await hasClosed(dialog(page));
    await hasFocus(link);
    await page.goto(meridian('/login/'));
    await link.click();
    await page.waitForURL('**/privacy/**');
    await dialog(page).waitFor();
    await context.close();
  });
});

describe('Didomi', () => {
  before(async () => {
    demo.program.configure('meridian', ({ options }, settings) => {
      settings['cookieBannerDidomiId'] = 'own-notice';
      options['consentApiKey'] = 'own-key';
    });
    const page = await demo.browser.newPage();
    await published(page, meridian('/'), (parties) => entry(parties, 'consent', 'tool') === 'didomi');
    await page.close();
  });

  it('CONS-11 CONS-13 is told of the site, and is all that loads before a choice', async () => {
    const [context, page, said, seen] = await visit(meridian('/movies/'));
    await page.locator('#didomi-notice').waitFor();
    await settled(page);
    assert.deepEqual(seen.scripts(), ['/didomi/own-key/loader.js?target_type=notice&target=own-notice']);
    const [config] = seen.calls('didomi', 'loaded')[0]?.args ?? [];
    assert.equal(entry(config, 'app', 'name'), 'Meridian Cinema');
    assert.equal(entry(config, 'app', 'privacyPolicyURL'), meridian('/privacy/'));
    assert.match(String(entry(config, 'app', 'logoUrl')), /^http:\/\/localhost:\d+\/media\//);
    assert.equal(entry(config, 'app', 'country'), 'US');
    assert.equal(entry(config, 'regulations', 'ccpa', 'enabled'), true);
    assert.equal(entry(config, 'user', 'externalConsent', 'enabled'), true);
    assert.deepEqual(await extras(page), []);
    assert.deepEqual(said, []);
    await context.close();
  });

  it('CONS-14 CONS-15 its picture has its words, again after the tool redrew it, and nobody looks once it is closed', async () => {
    const [context, page] = await open(demo.browser, 1440);
    await page.clock.install();
    await page.goto(meridian('/movies/'));
    await move(page);
    const picture = page.locator('#didomi-host').getByRole('img', { name: 'Privacy management by Didomi - open in a new tab' });
    await picture.waitFor();
    const redraw = () =>
      page.evaluate(() => {
        const link = document.querySelector('#didomi-host a');
        link?.replaceChildren(document.createElement('img'));
      });
    // The new one has no name until it is given one.
    await redraw();
    await picture.waitFor();
    await page.locator('#didomi-notice-disagree-button').click();
    await page.locator('#didomi-host').waitFor({ state: 'detached' });
    // Something that looks like it, where nothing looks any more.
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<div id="didomi-host"><a href="/" target="_blank"><img></a></div>');
    });
    // Four times as long as between two checks of the picture (CONS-14).
    await page.clock.runFor(2000);
    assert.equal(await page.locator('#didomi-host img').getAttribute('alt'), null);
    await context.close();
  });

  it('the footer opens its choices, and a refusal stops what ran', async () => {
    const [context, page, , seen] = await visit(meridian('/movies/'));
    await page.locator('#didomi-notice-agree-button').click();
    await eventually('ads', async () => Promise.resolve(seen.calls('wrapper', 'filled').length > 0));
    await page.getByRole('contentinfo').getByRole('link', { name: CHOICES }).click();
    await page.locator('#didomi-disagree').click();
    await page.locator('#HeaderPromoContainer').waitFor({ state: 'detached' });
    await eventually('the end of the cookies', async () => (await context.cookies()).every(({ name }) => !name.startsWith('_ga')));
    await settled(page);
    assert.equal(seen.calls('didomi', 'preferences.show').length, 1);
    await context.close();
  });
});
