// Consent in the browser: what pages load and store before a choice, after a refusal and after a changed choice.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { assertNoAxeViolations, openPage } from './browser.ts';
import { openTrackedPage, waitUntilIdle } from './page-idle.ts';
import { layoutShifts } from './layout-shifts.ts';
import { demoFixtureWithThirdParties } from './fixture.ts';
import {
  type RequestRecorder,
  fetchText,
  interact,
  propertyAt,
  recordRequests,
  signInByApi,
  waitForThirdPartySettings,
} from './third-parties.ts';
import { eventually, eventuallyEquals, waitForDialogClosed, waitForFocus } from './wait.ts';

const demo = demoFixtureWithThirdParties('--rate-limits', 'off');
const { meridian, aster } = demo;
const NOTICE_WIDTHS = [1440, 390, 320] as const;
const CHOICES_LABEL = 'Your privacy choices';

const notice = (page: Page) => page.getByRole('region', { name: 'Your privacy' });
const dialog = (page: Page) => page.getByRole('dialog', { name: CHOICES_LABEL });
const storedChoice = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('consent'));

/** Opens a page in a new context and interacts with it. */
async function openVisit(address: string, width: number = 1440): Promise<[BrowserContext, Page, string[], RequestRecorder]> {
  const [context, page, consoleMessages] = await openTrackedPage(demo.browser, width);
  const recorder = recordRequests(context, address);
  await page.goto(address);
  await interact(page);
  return [context, page, consoleMessages, recorder];
}

/** Reads the names that docs/guides/privacy.md lists as necessary. The result maps a storage to its names. */
function necessaryNames(): (storage: string) => ReadonlySet<string> {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/privacy.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `([\w-]+)` \| ([^|]+) \| yes \|/gmu)];
  assert.ok(rows.length > 10, 'the guide has the table');
  return (storage) =>
    new Set(rows.flatMap(([, name, storages]) => (name !== undefined && storages?.includes(storage) ? [name] : [])));
}

/** Everything that a page stores beyond what is necessary. */
async function unnecessaryItems(page: Page): Promise<string[]> {
  const necessary = necessaryNames();
  const stored = await page.evaluate(() => ({
    localStorage: Object.keys(localStorage),
    sessionStorage: Object.keys(sessionStorage),
  }));
  const cookies = (await page.context().cookies()).map(({ name }) => name.replace('__Host-', ''));
  const unnecessary = (storage: string, names: readonly string[]) =>
    names.filter((name) => !necessary(storage).has(name)).map((name) => `${storage} ${name}`);
  return [
    ...unnecessary('cookie', cookies),
    ...unnecessary('localStorage', stored.localStorage),
    ...unnecessary('sessionStorage', stored.sessionStorage),
  ];
}

/** Pages of every kind: the first two of each folder in the sitemap, and pages that are not in the sitemap. */
async function addressesOfAllKinds(page: Page, site: (path: string) => string): Promise<string[]> {
  const paths = [...(await fetchText(page, site('/sitemap.xml'))).matchAll(/<loc>([^<]+)<\/loc>/gu)].map(
    ([, loc]) => new URL(loc ?? '').pathname,
  );
  assert.ok(paths.length > 20, `${paths.length} pages in the sitemap`);
  const kinds = new Map<string, string[]>();
  for (const path of paths) {
    const kind = path
      .split('/')
      .map((part, index) => (index === path.split('/').length - 2 && index > 1 ? '*' : part))
      .join('/');
    kinds.set(kind, [...(kinds.get(kind) ?? []), path]);
  }
  const listed = [...kinds.values()].flatMap((all) => all.slice(0, 2));
  const unlisted = [
    '/search/?q=salt',
    '/nowhere/',
    '/login/',
    '/login/join/',
    '/login/forgot-password/',
    '/movies/?day=2026-11-21',
    '/offline.html',
  ];
  return [...new Set([...listed, ...unlisted])].map(site);
}

describe('before a choice and after a refusal', () => {
  before(async () => {
    // With a launch script analytics would not wait for the choice (CONS-02).
    demo.server.configure('aster', ({ options }) => {
      delete options['tagManagerLaunchUrl'];
    });
    const page = await demo.browser.newPage();
    await waitForThirdPartySettings(page, aster('/'), (settings) => propertyAt(settings, 'launchScript') === '');
    await page.close();
  });

  for (const name of ['meridian', 'aster'] as const) {
    for (const refused of [false, true]) {
      it(`CONS-08 ANLY-05 ADS-09 no page of ${name} sends requests to other hosts or stores more than is necessary ${refused ? 'after a refusal' : 'before a choice'}`, async () => {
        const site = demo[name];
        const [context, page] = await openVisit(site('/privacy/'));
        await notice(page).waitFor();
        if (refused) await notice(page).getByRole('button', { name: 'Decline all' }).click();
        const queue = await addressesOfAllKinds(page, site);
        const count = queue.length;
        const problems: string[] = [];
        const visitPages = async (tab: Page): Promise<void> => {
          for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
            const recorder = recordRequests(tab, address);
            await tab.goto(address);
            await interact(tab);
            await tab.mouse.wheel(0, 600);
            await waitUntilIdle(tab);
            problems.push(
              ...[...recorder.thirdPartyUrls(), ...(await unnecessaryItems(tab))].map((problem) => `${address}: ${problem}`),
            );
            recorder.stop();
          }
        };
        await Promise.all([visitPages(page), visitPages(await context.newPage()), visitPages(await context.newPage())]);
        assert.deepEqual(problems, []);
        assert.ok(count > 15, `${count} pages`);
        assert.equal((await storedChoice(page)) === null, !refused);
        await context.close();
      });
    }

    it(`CONS-08 no page of ${name} sends requests to other hosts or stores more than is necessary for a member`, async () => {
      const site = demo[name];
      const [context, page] = await openTrackedPage(demo.browser, 1440);
      const recorder = recordRequests(context, site('/'));
      await signInByApi(page, site('/'), name);
      for (const path of ['/login/', '/login/orders/', '/login/profile/', '/movies/']) {
        await page.goto(site(path));
        await interact(page);
        await waitUntilIdle(page);
        assert.deepEqual(recorder.thirdPartyUrls(), [], path);
        assert.deepEqual(await unnecessaryItems(page), [], path);
      }
      await context.close();
    });
  }
});

describe('the notice', () => {
  it('CONS-08 is operable by keyboard: it comes after the skip link, and the focus does not move afterwards', async () => {
    // Without `interact`: a click would move the starting point of the Tab key.
    const [context, page] = await openTrackedPage(demo.browser, 1440);
    await page.goto(meridian('/movies/'));
    await notice(page).waitFor();
    const focused: string[] = [];
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Tab');
      focused.push((await page.locator(':focus').innerText()).trim());
    }
    assert.deepEqual(focused, ['Skip to showtimes', 'Decline all', 'Accept all', 'Choose in detail'], 'the tab order');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await notice(page).waitFor({ state: 'detached' });
    assert.match((await storedChoice(page)) ?? '', /"measurement":false,"advertising":false/);
    await eventuallyEquals(() => page.evaluate(() => document.activeElement?.getAttribute('aria-live')), 'polite');
    await page.getByText('Your choices are saved.').waitFor({ state: 'attached' });
    await page.reload();
    await interact(page);
    await waitUntilIdle(page);
    assert.equal(await notice(page).count(), 0);
    await context.close();
  });

  it('CONS-08 opens the choices as a modal dialog, which returns the focus on Escape', async () => {
    const [context, page] = await openVisit(meridian('/movies/'));
    await notice(page).getByRole('button', { name: 'Choose in detail' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    await waitForFocus(page.getByRole('switch', { name: 'Measure visits' }));
    for (const toggle of await dialog(page).getByRole('switch').all())
      assert.equal(await toggle.getAttribute('aria-checked'), 'false', 'every switch is off before a choice');
    await dialog(page).getByText('You have not chosen yet.').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await waitForFocus(page.getByRole('button', { name: 'Choose in detail' }));
    assert.equal(await storedChoice(page), null);
    await notice(page).waitFor();
    await context.close();
  });

  it('CONS-08 consent to only some purposes loads no third party', async () => {
    const [context, page, , recorder] = await openVisit(meridian('/movies/'));
    await notice(page).getByRole('button', { name: 'Choose in detail' }).click();
    await page.getByRole('switch', { name: 'Measure visits' }).click();
    await dialog(page).getByRole('button', { name: 'Save choices' }).click();
    await notice(page).waitFor({ state: 'detached' });
    assert.match((await storedChoice(page)) ?? '', /"measurement":true,"advertising":false/);
    await waitUntilIdle(page);
    assert.deepEqual(recorder.thirdPartyUrls(), []);
    await context.close();
  });

  for (const width of NOTICE_WIDTHS) {
    it(`at ${width} fits with its dialog, has no axe violations and shifts nothing`, async () => {
      const [context, page, consoleMessages] = await openVisit(meridian('/movies/'), width);
      await notice(page).waitFor();
      await assertNoAxeViolations(page);
      const fitsWidth = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
      assert.equal(await fitsWidth(), true);
      assert.deepEqual(
        (await layoutShifts(page)).filter(({ movedElements }) => /notice/i.test(movedElements)),
        [],
      );
      await notice(page).getByRole('button', { name: 'Choose in detail' }).click();
      await dialog(page).waitFor();
      await assertNoAxeViolations(page);
      assert.equal(await fitsWidth(), true);
      assert.deepEqual(consoleMessages, []);
      await context.close();
    });
  }

  it('is in the language of the page', async () => {
    const [context, page] = await openVisit(aster('/fr/movies/'));
    const frenchNotice = page.getByRole('region', { name: 'Votre vie privée' });
    await frenchNotice.getByRole('button', { name: 'Tout refuser' }).waitFor();
    await frenchNotice.getByRole('button', { name: 'Choisir en détail' }).click();
    await page
      .getByRole('dialog', { name: 'Vos choix de confidentialité' })
      .getByRole('switch', { name: 'Mesurer les visites' })
      .waitFor();
    await assertNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await waitForDialogClosed(page.getByRole('dialog'));
    // Ads that arrive long after the click do not open a box in view (ux 4).
    await waitUntilIdle(page);
    await frenchNotice.getByRole('button', { name: 'Tout accepter' }).click();
    await page.locator('[data-ad=header]').getByText('Publicité').waitFor();
    await context.close();
  });

  it('ADS-01 without scripts there is neither a notice nor space for ads', async () => {
    const [context, page] = await openPage(demo.browser, 1440, { javaScriptEnabled: false });
    const recorder = recordRequests(page, meridian('/'));
    for (const path of ['/', '/movies/', '/movies/318204-the-salt-cartographer/']) {
      await page.goto(meridian(path));
      assert.equal(await page.getByText('Your privacy', { exact: true }).count(), 0);
      for (const slot of await page.locator('[data-ad]').all()) assert.equal(await slot.isVisible(), false);
    }
    assert.deepEqual(recorder.thirdPartyUrls(), []);
    await context.close();
  });
});

describe('a changed choice', () => {
  it('CONS-03 CONS-04 after a withdrawal nothing more is reported, the cookies are deleted, and the ads are removed', async () => {
    const [context, page, consoleMessages, recorder] = await openVisit(meridian('/movies/'));
    await notice(page).getByRole('button', { name: 'Accept all' }).click();
    await eventually('a page view', async () => Promise.resolve(recorder.calls('analytics', 'event').length > 0));
    await eventually('ads', async () => Promise.resolve(recorder.calls('wrapper', 'filled').length > 0));
    await waitUntilIdle(page);
    const cookies = async (): Promise<string[]> =>
      (await context.cookies()).map(({ name }) => name).filter((name) => name.startsWith('_ga'));
    assert.notDeepEqual(await cookies(), []);
    await page.getByRole('contentinfo').getByRole('link', { name: CHOICES_LABEL }).click();
    await dialog(page)
      .getByText(/^You chose this on/)
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Decline all' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await eventually('the cookies are deleted', async () => (await cookies()).length === 0);
    await page.locator('#HeaderPromoContainer').waitFor({ state: 'detached' });
    await waitUntilIdle(page);
    const [lastCall] = recorder.calls('analytics').slice(-1);
    assert.equal(lastCall?.call, 'consent update');
    assert.equal(propertyAt(lastCall?.args[0], 'analytics_storage'), 'denied');
    recorder.clear();
    // Actions that would be reported with consent: an outbound link, a search, another page.
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
    // A search is reported after a pause of half a second.
    await waitUntilIdle(page);
    await page.keyboard.press('Escape');
    await waitForDialogClosed(page.getByRole('dialog', { name: 'Search' }));
    await waitUntilIdle(page);
    assert.deepEqual(recorder.thirdPartyUrls(), []);
    await page.goto(meridian('/visit/'));
    await interact(page);
    await waitUntilIdle(page);
    assert.deepEqual(recorder.thirdPartyUrls(), []);
    assert.deepEqual(await unnecessaryItems(page), []);
    assert.deepEqual(consoleMessages, []);
    await context.close();
  });

  it('CONS-04 a choice in another tab takes effect at once', async () => {
    const [context, page, , recorder] = await openVisit(meridian('/movies/'));
    await notice(page).waitFor();
    const otherTab = await context.newPage();
    await otherTab.goto(meridian('/privacy/'));
    await interact(otherTab);
    await notice(otherTab).getByRole('button', { name: 'Accept all' }).click();
    await notice(page).waitFor({ state: 'detached' });
    await eventually('both pages are reported', async () =>
      Promise.resolve(new Set(recorder.calls('analytics', 'event').map((call) => call.page)).size === 2),
    );
    await context.close();
  });

  it('the footer opens the choices, in the member area through the privacy page', async () => {
    const [context, page] = await openVisit(meridian('/movies/'));
    const link = page.getByRole('contentinfo').getByRole('link', { name: CHOICES_LABEL });
    // If the notice appeared over the link between press and release, there would be no click on the link.
    await notice(page).waitFor();
    await link.click();
    await dialog(page).waitFor();
    assert.equal(new URL(page.url()).pathname, '/movies/');
    await page.keyboard.press('Escape');
    await waitForDialogClosed(dialog(page));
    await waitForFocus(link);
    await page.goto(meridian('/login/'));
    await link.click();
    await page.waitForURL('**/privacy/**');
    await dialog(page).waitFor();
    await context.close();
  });
});

describe('Didomi', () => {
  before(async () => {
    demo.server.configure('meridian', ({ options }, settings) => {
      settings['cookieBannerDidomiId'] = 'own-notice';
      options['consentApiKey'] = 'own-key';
    });
    const page = await demo.browser.newPage();
    await waitForThirdPartySettings(page, meridian('/'), (settings) => propertyAt(settings, 'consent', 'tool') === 'didomi');
    await page.close();
  });

  it('CONS-11 CONS-13 gets the data of the site, and is the only script before a choice', async () => {
    const [context, page, consoleMessages, recorder] = await openVisit(meridian('/movies/'));
    await page.locator('#didomi-notice').waitFor();
    await waitUntilIdle(page);
    assert.deepEqual(recorder.scripts(), ['/didomi/own-key/loader.js?target_type=notice&target=own-notice']);
    const [config] = recorder.calls('didomi', 'loaded')[0]?.args ?? [];
    assert.equal(propertyAt(config, 'app', 'name'), 'Meridian Cinema');
    assert.equal(propertyAt(config, 'app', 'privacyPolicyURL'), meridian('/privacy/'));
    assert.match(String(propertyAt(config, 'app', 'logoUrl')), /^http:\/\/localhost:\d+\/media\//);
    assert.equal(propertyAt(config, 'app', 'country'), 'US');
    assert.equal(propertyAt(config, 'regulations', 'ccpa', 'enabled'), true);
    assert.equal(propertyAt(config, 'user', 'externalConsent', 'enabled'), true);
    assert.deepEqual(await unnecessaryItems(page), []);
    assert.deepEqual(consoleMessages, []);
    await context.close();
  });

  it('CONS-14 CONS-15 its picture gets a text alternative, again after a re-render, but not after the notice is closed', async () => {
    const [context, page] = await openPage(demo.browser, 1440);
    await page.clock.install();
    await page.goto(meridian('/movies/'));
    await interact(page);
    const picture = page.locator('#didomi-host').getByRole('img', { name: 'Privacy management by Didomi - open in a new tab' });
    await picture.waitFor();
    const rerender = () =>
      page.evaluate(() => {
        const link = document.querySelector('#didomi-host a');
        link?.replaceChildren(document.createElement('img'));
      });
    // The new picture has no name until the site sets one.
    await rerender();
    await picture.waitFor();
    await page.locator('#didomi-notice-disagree-button').click();
    await page.locator('#didomi-host').waitFor({ state: 'detached' });
    // An element like the picture, after the observer has stopped.
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<div id="didomi-host"><a href="/" target="_blank"><img></a></div>');
    });
    // Four times the interval between two checks of the picture (CONS-14).
    await page.clock.runFor(2000);
    assert.equal(await page.locator('#didomi-host img').getAttribute('alt'), null);
    await context.close();
  });

  it('the footer opens its choices, and a refusal removes ads and cookies', async () => {
    const [context, page, , recorder] = await openVisit(meridian('/movies/'));
    await page.locator('#didomi-notice-agree-button').click();
    await eventually('ads', async () => Promise.resolve(recorder.calls('wrapper', 'filled').length > 0));
    await page.getByRole('contentinfo').getByRole('link', { name: CHOICES_LABEL }).click();
    await page.locator('#didomi-disagree').click();
    await page.locator('#HeaderPromoContainer').waitFor({ state: 'detached' });
    await eventually('the cookies are deleted', async () => (await context.cookies()).every(({ name }) => !name.startsWith('_ga')));
    await waitUntilIdle(page);
    assert.equal(recorder.calls('didomi', 'preferences.show').length, 1);
    await context.close();
  });
});
