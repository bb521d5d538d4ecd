// What an address carries for one visitor alone does not stay in it, whatever the path looks like and whatever the site calls it.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hydrated } from './browser.ts';
import { stageWithThirdParties } from './stage.ts';
import { eventually } from './visit.ts';

const demo = stageWithThirdParties();

describe('the address of a page', () => {
  it('security 5.3 keeps no secret behind a path that begins with two slashes', async () => {
    const [context, page] = await demo.visitor();
    const failures: string[] = [];
    page.on('pageerror', (failure) => failures.push(String(failure)));
    for (const path of ['//nope/', '//movies/', '//', '/movies//']) {
      await page.goto(demo.meridian(`${path}?resetCode=abc&email=iris%40example.org&utm_source=mail`), { waitUntil: 'commit' });
      await eventually(`the secret leaves the address of ${path}`, async () => !page.url().includes('resetCode'));
      const { host, pathname, search } = new URL(page.url());
      assert.equal(`http://${host}/`, demo.meridian('/'));
      assert.equal(pathname.includes('//'), false);
      assert.equal(search, '?utm_source=mail');
    }
    assert.deepEqual(failures, []);
    await context.close();
  });

  it('security 5.3 keeps no token under the site’s own parameter, and nobody else is requested there', async () => {
    demo.program.configure('aster', ({ options }) => {
      options['tokenParameter'] = 'sid';
    });
    const [context, page] = await demo.visitor();
    await eventually('the setting is in force', async () => {
      await page.goto(demo.aster('/movies/'), { waitUntil: 'commit' });
      return (await page.locator('html').getAttribute('data-token-parameter')) === 'sid';
    });
    const others: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(demo.aster('/'))) others.push(request.url());
    });
    const answer = await page.goto(demo.aster('/movies/?sid=not-a-token&day=2026-11-21'), { waitUntil: 'commit' });
    assert.equal(answer?.headers()['referrer-policy'], 'no-referrer');
    assert.equal(answer?.headers()['cache-control'], 'private, no-store');
    await eventually('the token leaves the address', async () => !page.url().includes('sid='));
    assert.equal(new URL(page.url()).search, '?day=2026-11-21');
    await hydrated(page);
    assert.deepEqual(
      others.filter((url) => url.includes('not-a-token')),
      [],
    );
    await context.close();
  });
});
