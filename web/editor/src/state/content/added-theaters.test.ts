import { describe, expect, it } from 'vitest';
import { type PartChange, undoneChanges } from '../draft/machine.ts';
import { withValue } from '../pointer.ts';
import {
  type NewTheater,
  addedTheater,
  becomesCircuit,
  isUsed,
  nameFault,
  removedTheater,
  slugFault,
  usesOf,
  usualTimeZone,
} from './added-theaters.ts';
import { recordsOf } from './records.ts';

const MILL = { id: 'mill', name: 'Old Mill', slug: 'old-mill', timeZone: 'America/Detroit' };
const CONTENT = {
  site: { config: { isSingleLocation: false, theaterIds: [], country: { iso31661A2: 'US' } } },
  theaters: { mill: MILL },
  theaterOrder: ['mill'],
};
const HARBOR: NewTheater = { name: ' Harbor Lights ', slug: 'harbor', city: 'Port Ellery', timeZone: 'America/Chicago' };

const applied = (content: unknown, changes: readonly PartChange[]): unknown =>
  changes.reduce((document, { pointer, to }) => withValue(document, pointer, to), content);
const pointers = (changes: readonly PartChange[]): readonly string[] => changes.map(({ pointer }) => pointer);

describe('a new theater', () => {
  it('ux 5.9 is the last of the order, in the country of the site', () => {
    const { id, changes } = addedTheater({ content: CONTENT, live: CONTENT }, HARBOR);
    const theaters = recordsOf(applied(CONTENT, changes), 'theaters');
    expect([id, theaters.map(({ name }) => name)]).toEqual(['harbor', ['Old Mill', 'Harbor Lights']]);
    expect(theaters[1]?.record).toMatchObject({
      id: 'harbor',
      slug: 'harbor',
      timeZone: 'America/Chicago',
      address: { city: 'Port Ellery', country: 'US' },
    });
    expect(pointers(changes)).toEqual(['/theaters/harbor', '/theaterOrder']);
    expect(usualTimeZone(CONTENT)).toBe('America/Detroit');
  });

  it('does not take the id of a theater that visitors still see', () => {
    const live = { theaters: { harbor: { id: 'harbor', name: 'Harbor', slug: 'former' } } };
    expect(addedTheater({ content: CONTENT, live }, HARBOR).id).toBe('harbor-2');
  });

  it('is shown by a site that names its theaters, and ends a single location', () => {
    const content = { ...CONTENT, site: { config: { isSingleLocation: true, theaterIds: ['mill'] } } };
    expect([becomesCircuit(content), becomesCircuit(CONTENT)]).toEqual([true, false]);
    const { changes } = addedTheater({ content, live: content }, HARBOR);
    expect(applied(content, changes)).toMatchObject({
      site: { config: { isSingleLocation: false, theaterIds: ['mill', 'harbor'] } },
    });
    const first = { site: { config: { isSingleLocation: true } } };
    expect(pointers(addedTheater({ content: first, live: first }, HARBOR).changes)).toEqual(['/theaters/harbor', '/theaterOrder']);
  });

  it.each([
    ['  ', { kind: 'nameMissing' }],
    ['OLD mill ', { kind: 'nameTaken', other: 'Old Mill' }],
    ['Old Mill 2', undefined],
  ])('named %j has the fault %j', (name, fault) => {
    expect(nameFault(CONTENT, name)).toEqual(fault);
  });

  it.each([
    ['', { kind: 'slugMissing' }],
    ['old mill', { kind: 'slugInvalid' }],
    ['Mill', { kind: 'slugInvalid' }],
    ['mill-', { kind: 'slugInvalid' }],
    ['old-mill', { kind: 'slugTaken', other: 'Old Mill' }],
    ['old-mill-2', undefined],
  ])('at /theaters/%s/ has the fault %j', (slug, fault) => {
    expect(slugFault(CONTENT, slug)).toEqual(fault);
  });
});

describe('a theater that is removed', () => {
  const content = {
    ...CONTENT,
    site: {
      config: {
        theaterIds: ['mill', 'x'],
        options: { featuredFilms: { a: { movieId: '1', from: '2026-11-20', theaterId: 'x' } } },
      },
    },
    events: { e: { id: 'e', title: 'Silent', theaterIds: ['mill'] } },
    shows: { a: { added: true, fields: { theaterId: 'mill' } }, b: { added: true, fields: { theaterId: 'mill' } } },
    programRules: { mill: { trailerMinutes: 10 } },
  };

  it('ux 5.9 is named by shows, events and featured films', () => {
    expect(usesOf(content, 'mill')).toEqual({ shows: 2, events: 1, features: 0 });
    expect(usesOf(content, 'x')).toEqual({ shows: 0, events: 0, features: 1 });
    expect([usesOf(content, 'mill'), usesOf(content, 'x'), usesOf(content, 'y')].map(isUsed)).toEqual([true, true, false]);
  });

  it('takes its rules and its place along, and comes back', () => {
    const changes = removedTheater(content, 'mill');
    const without = applied(content, changes);
    expect(without).toMatchObject({ theaters: {}, theaterOrder: [], programRules: {}, site: { config: { theaterIds: ['x'] } } });
    expect(applied(without, undoneChanges(content, changes))).toEqual(content);
    expect(pointers(removedTheater(CONTENT, 'mill'))).toEqual(['/theaters/mill', '/theaterOrder']);
  });
});
