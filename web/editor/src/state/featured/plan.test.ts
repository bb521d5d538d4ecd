import { describe, expect, it } from 'vitest';
import { type Feature, featuresOf, gapsOf, leadOn, placed, planChanges, shifted, writtenFeature } from './plan.ts';

const feature = (id: string, from: string, to = '', theater = ''): Feature => ({ id, film: `film-${id}`, from, to, theater });
const days = (features: readonly Feature[]): readonly string[] => features.map(({ id, from, to }) => `${id} ${from}..${to}`);

describe('featured films', () => {
  it('SITE-12 are read from the draft by their first day, and written without what is empty', () => {
    const [b, a] = [feature('b', '2026-12-01', '2026-12-07', 't'), feature('a', '2026-11-20')];
    const content = { site: { config: { options: { featuredFilms: { b: writtenFeature(b), a: writtenFeature(a) } } } } };
    expect(featuresOf(content)).toEqual([a, b]);
    expect(writtenFeature(a)).toEqual({ movieId: 'film-a', from: '2026-11-20' });
    expect(featuresOf({ site: { config: {} } })).toEqual([]);
    const draft = {
      x: { theaterId: 'mill' },
      y: { movieId: '1', from: 'soon' },
      v: { movieId: '1', from: '2026-11-20T10:00' },
      w: { movieId: '1', from: '2026-02-30' },
      z: { movieId: '1', from: '2026-11-20', to: '2026-11-21T00:00:00Z' },
    };
    expect(featuresOf({ site: { config: { options: { featuredFilms: draft } } } })).toEqual([
      { id: 'z', film: '1', from: '2026-11-20', to: '', theater: '' },
    ]);
  });

  it('SITE-12 lead on their days; a theater’s own choice comes before that of all', () => {
    const features = [feature('all', '2026-11-20', '2026-11-27'), feature('own', '2026-11-21', '2026-11-22', 't')];
    expect(leadOn(features, '2026-11-19')).toBeUndefined();
    expect(leadOn(features, '2026-11-27')?.id).toBe('all');
    expect(leadOn(features, '2026-11-28')).toBeUndefined();
    expect(leadOn(features, '2026-11-21', 't')?.id).toBe('own');
    expect(leadOn(features, '2026-11-23', 't')?.id).toBe('all');
    expect(leadOn(features, '2026-11-21', 'other')?.id).toBe('all');
  });
});

describe('a feature that is moved', () => {
  const a = feature('a', '2026-11-20', '2026-11-22');

  it('keeps its length, and has at least one day when an end is pulled', () => {
    expect(days([shifted(a, 'days', 2, '')])).toEqual(['a 2026-11-22..2026-11-24']);
    expect(days([shifted(a, 'start', 5, '')])).toEqual(['a 2026-11-22..2026-11-22']);
    expect(days([shifted(a, 'end', -5, '')])).toEqual(['a 2026-11-20..2026-11-20']);
    expect(days([shifted(feature('o', '2026-11-20'), 'end', -1, '2026-12-17')])).toEqual(['o 2026-11-20..2026-12-16']);
    expect(days([shifted(feature('o', '2026-11-20'), 'days', 1, '2026-12-17')])).toEqual(['o 2026-11-21..']);
  });

  it('ux 5.5 gives way to an earlier one, as later ones give way to it', () => {
    const b = feature('b', '2026-11-24', '2026-11-26');
    const c = feature('c', '2026-11-28', '2026-11-29');
    // `a` moves into `b`: the earlier one stays, the later ones follow.
    expect(days(placed([a, b, c], { ...a, from: '2026-11-23', to: '2026-11-27' }))).toEqual([
      'a 2026-11-23..2026-11-27',
      'b 2026-11-28..2026-11-30',
      'c 2026-12-01..2026-12-02',
    ]);
    // `c` moves into `b`, which is earlier.
    expect(days(placed([a, b, c], { ...c, from: '2026-11-25', to: '2026-11-26' }))).toEqual([
      'a 2026-11-20..2026-11-22',
      'b 2026-11-24..2026-11-26',
      'c 2026-11-27..2026-11-28',
    ]);
    expect(days(placed([a, b], { ...b, from: '2026-11-21', to: '2026-11-26' })).at(-1)).toBe('b 2026-11-23..2026-11-26');
  });

  it('ends one without an end, and leaves other theaters alone', () => {
    const open = feature('open', '2026-11-20');
    const own = feature('own', '2026-11-20', '', 't');
    expect(days(placed([open, own], feature('new', '2026-11-25', '2026-11-26'))).toSorted()).toEqual([
      'new 2026-11-25..2026-11-26',
      'open 2026-11-20..2026-11-24',
      'own 2026-11-20..',
    ]);
    expect(days(placed([open], feature('new', '2026-11-20', '2026-11-26')))).toEqual(['new 2026-11-20..2026-11-26']);
  });

  it('is written as the changes of the plan', () => {
    const b = feature('b', '2026-11-24');
    expect(planChanges([a, b], [{ ...a, to: '2026-11-21' }])).toEqual([
      { pointer: '/site/config/options/featuredFilms/b', to: undefined },
      {
        pointer: '/site/config/options/featuredFilms/a',
        to: { movieId: 'film-a', from: '2026-11-20', to: '2026-11-21' },
      },
    ]);
    expect(planChanges([a], [a])).toEqual([]);
  });
});

describe('days without a featured film', () => {
  const window = { from: '2026-11-20', to: '2026-11-30' };

  it('are before, between and after the features', () => {
    expect(gapsOf([], window)).toEqual([window]);
    const features = [feature('a', '2026-11-10', '2026-11-21'), feature('b', '2026-11-24', '2026-11-25')];
    expect(gapsOf(features, window)).toEqual([
      { from: '2026-11-22', to: '2026-11-23' },
      { from: '2026-11-26', to: '2026-11-30' },
    ]);
    expect(gapsOf([feature('a', '2026-11-22')], window)).toEqual([{ from: '2026-11-20', to: '2026-11-21' }]);
    expect(gapsOf([feature('a', '2026-11-01', '2026-11-05'), feature('b', '2026-12-24')], window)).toEqual([window]);
  });
});
