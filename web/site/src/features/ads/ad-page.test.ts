import { adPageOf } from '@marquee/rules/ads/page-data.ts';
import { expect, it } from 'vitest';
import { SAMPLES } from '@marquee/testkit/pages/samples.ts';

const pageOf = (name: string) => {
  const data = SAMPLES.get(name);
  if (data === undefined) throw new Error('no sample');
  if (data.page.kind === 'film') data.page.releaseDate = '2025-11-14';
  return adPageOf(data, 'https://www.aster.example');
};

it('ADS-20 ADS-31 the ad data of a film page names the film', () => {
  expect(pageOf('aster-film')).toEqual({
    title: 'Low Tide Orchestra | Aster Picture Houses',
    type: 'film',
    path: '/movies/318377-low-tide-orchestra/',
    origin: 'https://www.aster.example',
    isSingleLocation: false,
    movie: { id: '318377', title: 'Low Tide Orchestra', href: '/movies/318377-low-tide-orchestra/', releaseDate: '2025-11-14' },
  });
});

it('ADS-20 ADS-31 the ad data of other pages names no film', () => {
  expect(pageOf('meridian-home')).toEqual({
    title: 'Films and showtimes | Meridian Cinema',
    type: 'list',
    path: '/',
    origin: 'https://www.aster.example',
    isSingleLocation: true,
  });
});
