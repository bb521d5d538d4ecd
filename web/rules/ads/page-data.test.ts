import { describe, expect, it } from 'vitest';
import { adPageData, tagTargeting, wrapperTargeting } from './page-data.ts';
import { ADS, FILM, PAGE } from '@marquee/testkit/ads/samples.ts';

describe('the targeting of the wrapper', () => {
  it('ADS-20 ADS-21 has the thirteen names, on a film page', () => {
    expect(wrapperTargeting(ADS, FILM)).toEqual({
      page: 'Heat | Acme',
      adType: 'captif-et-hors-captif',
      websiteID: '42',
      domain: 'acme.example',
      currentPath: '/movies/m1-heat/',
      urlOrigin: 'https://acme.example',
      theater: 'Downtown',
      theaterID: 'T1',
      theaterGroup: 'Acmé Cinémas',
      theaterGroupID: 'C1',
      moviePermalinkPath: '/movies/m1-heat/',
      moviePermalinkOrigin: 'https://acme.example',
      scheduledMovieIds: ['m1', 'm2'],
    });
  });

  it('ADS-20 has empty values for what is unknown on other pages', () => {
    const { theater, ...without } = ADS;
    const targeting = wrapperTargeting({ ...without, display: 'RESTRICTED' }, PAGE);
    expect(theater).toBeDefined();
    expect(Object.keys(targeting)).toHaveLength(13);
    expect(targeting).toMatchObject({
      adType: 'captif-uniquement',
      theater: '',
      theaterID: '',
      moviePermalinkPath: '',
      moviePermalinkOrigin: '',
    });
  });
});

describe('the page-level data', () => {
  const data = adPageData(ADS, FILM, false);

  it('ADS-31 has the thirteen names', () => {
    expect(data).toEqual({
      urlOrigin: 'https://acme.example',
      domain: 'acme.example',
      pageType: 'film',
      theaterId: 'T1',
      theaterName: 'Downtown',
      theaterPermalinkOrigin: 'https://acme.example',
      theaterPermalinkPath: '/theaters/downtown/',
      movieId: 'm1',
      movieTitle: 'Heat',
      movieReleaseDate: '2025-11-14',
      moviePermalinkOrigin: 'https://acme.example',
      moviePermalinkPath: '/movies/m1-heat/',
      isLoggedIn: false,
    });
  });

  it('ADS-31 of a theater on another site has that site’s origin', () => {
    const otherSiteData = adPageData(
      { ...ADS, theater: { id: 'T2', name: 'Uptown', slug: 'uptown', href: 'https://uptown.example/house/?a=1#b' } },
      PAGE,
      false,
    );
    expect([otherSiteData.theaterPermalinkOrigin, otherSiteData.theaterPermalinkPath, otherSiteData.movieId]).toEqual([
      'https://uptown.example',
      '/house/',
      '',
    ]);
  });

  it('ADS-31 what does not apply is empty', () => {
    const { theater, ...without } = ADS;
    expect(theater).toBeDefined();
    const { urlOrigin, domain, pageType, isLoggedIn, ...rest } = adPageData(without, PAGE, false);
    expect([urlOrigin, domain, pageType, isLoggedIn]).toEqual(['https://acme.example', 'acme.example', 'list', false]);
    expect(Object.values(rest)).toEqual(Array.from({ length: 9 }, () => ''));
  });

  it.each([
    ['', '', ''],
    ['http://uptown.example/house/', 'http://uptown.example', '/house/'],
    ['/go/https://uptown.example/house/', 'https://acme.example', '/go/https://uptown.example/house/'],
  ])('ADS-31 a theater at %j has the origin %j and the path %j', (href, origin, path) => {
    const sample = adPageData({ ...ADS, theater: { id: 'T2', name: 'Uptown', slug: 'uptown', href } }, PAGE, false);
    expect([sample.theaterPermalinkOrigin, sample.theaterPermalinkPath]).toEqual([origin, path]);
  });

  it('ADS-32 is sent as text: "true" and "false"', () => {
    expect(tagTargeting(data)).toEqual({ ...data, isLoggedIn: 'false' });
    expect(tagTargeting(adPageData(ADS, PAGE, true))).toMatchObject({ isLoggedIn: 'true' });
  });
});
