// Secrets in the query of a page are removed from its URL, for any form of the path and any name of the token parameter.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { waitForHydration } from './browser.ts';
import { demoFixtureWithThirdParties } from './fixture.ts';
import { eventually } from './wait.ts';

const demo = demoFixtureWithThirdParties();

describe('the URL of a page', () => {
  it('security 5.3 contains no secret after a path with double slashes', async () => {
    const [context, page] = await demo.newVisitor();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    for (const path of ['//nope/', '//movies/', '//', '/movies//']) {
      await page.goto(demo.meridian(`${path}?resetCode=abc&email=iris%40example.org&utm_source=mail`), { waitUntil: 'commit' });
      await eventually(`the secret is removed from the URL of ${path}`, async () => !page.url().includes('resetCode'));
      const { host, pathname, search } = new URL(page.url());
      assert.equal(`http://${host}/`, demo.meridian('/'));
      assert.equal(pathname.includes('//'), false);
      assert.equal(search, '?utm_source=mail');
    }
    assert.deepEqual(errors, []);
    await context.close();
  });

  it('security 5.3 contains no token in the site’s own parameter, and no third party receives it', async () => {
    demo.server.configure('aster', ({ options }) => {
      options['tokenParameter'] = 'sid';
    });
    const [context, page] = await demo.newVisitor();
    await eventually('the new setting is served', async () => {
      await page.goto(demo.aster('/movies/'), { waitUntil: 'commit' });
      return (await page.locator('html').getAttribute('data-token-parameter')) === 'sid';
    });
    const thirdPartyUrls: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(demo.aster('/'))) thirdPartyUrls.push(request.url());
    });
    const response = await page.goto(demo.aster('/movies/?sid=not-a-token&day=2026-11-21'), { waitUntil: 'commit' });
    assert.equal(response?.headers()['referrer-policy'], 'no-referrer');
    assert.equal(response?.headers()['cache-control'], 'private, no-store');
    await eventually('the token is removed from the URL', async () => !page.url().includes('sid='));
    assert.equal(new URL(page.url()).search, '?day=2026-11-21');
    await waitForHydration(page);
    assert.deepEqual(
      thirdPartyUrls.filter((url) => url.includes('not-a-token')),
      [],
    );
    await context.close();
  });
});
