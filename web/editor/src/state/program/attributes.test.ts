import { describe, expect, it } from 'vitest';
import { BUILTIN_ATTRIBUTES } from '@marquee/rules/attributes.gen.ts';
import {
  type AttributeNames,
  OFFERED,
  attributesOf,
  faultsOf,
  nameOfAttribute,
  newKey,
  originOf,
  ownAttributes,
  removedAttribute,
  savedAttribute,
  tagsOf,
} from './attributes.ts';

describe('attributes of shows', () => {
  const NAMES: AttributeNames = {
    [OFFERED.original]: { label: 'Original version', short: 'OV' },
    [OFFERED.relaxed]: { label: 'Relaxed', short: 'RLX' },
    [OFFERED.subtitles]: { label: 'Subtitles', short: '' },
    'Showtime.Restriction.BabyClub': { label: 'Baby club', short: 'BABY' },
  };
  const CONTENT_WITH_OWN = {
    attributes: [
      { key: OFFERED.relaxed, group: 'access', label: 'Calm', short: 'CALM' },
      { key: 'Own.Club', group: 'audience', label: 'Film club', short: '', localizations: { fr: { label: 'Ciné-club' } } },
    ],
  };
  const all = attributesOf(CONTENT_WITH_OWN, NAMES);

  it('CONST-04 have the names of the site, and tags only where there are some', () => {
    expect(
      tagsOf(all, [OFFERED.original, OFFERED.relaxed, 'Own.Club', OFFERED.subtitles, 'Showtime.Restriction.BabyClub']),
    ).toEqual(['OV', 'CALM', 'BABY']);
    expect(['Own.Club', 'Showtime.Event.Throwback', 'Unknown.Key'].map((key) => nameOfAttribute(all, key))).toEqual([
      'Film club',
      'Throwback',
      'Key',
    ]);
    expect(all.filter(({ key }) => key === OFFERED.relaxed)).toHaveLength(1);
  });

  it('CONST-04 are all built-in ones and those of the site; forms show the usual ones and those of the site at once', () => {
    expect(all).toHaveLength(BUILTIN_ATTRIBUTES.length + 1);
    const offered = all.filter(({ isOffered }) => isOffered).map(({ key }) => key);
    expect(offered).toEqual([...Object.values(OFFERED), 'Own.Club']);
    const named = attributesOf({ attributes: [{ key: 'Format.Projection.Imax', group: 'format', label: 'Big screen' }] }, NAMES);
    expect(named.find(({ key }) => key === 'Format.Projection.Imax')).toMatchObject({ name: 'Big screen', isOffered: true });
  });

  it('CONST-04 get a key of their own from their name and group', () => {
    const values = { label: 'Beer & pretzels été', short: '', group: 'special' as const, localizations: {} };
    expect(newKey(values, all, 'x')).toBe('Site.Special.BeerPretzelsEte');
    const club = { key: 'Site.Audience.babyclub', group: 'audience' as const, name: 'babyclub', tag: '', isOffered: true };
    expect(newKey({ ...values, label: 'baby-club', group: 'audience' }, [club], 'x')).toBe('Site.Audience.BabyClub2');
    expect(newKey({ ...values, label: '映画' }, all, '3f9a1c')).toBe('Site.Special.Own3f9a1c');
    expect(['Site.Special.X', 'Showtime.Experience.SofaClub', OFFERED.relaxed].map(originOf)).toEqual(['own', 'feed', 'builtIn']);
  });

  it('CONST-04 of a feed are behind More', () => {
    const feed = { key: 'Showtime.Experience.SofaClub', group: 'special', label: 'Sofa club' };
    expect(attributesOf({ attributes: [feed] }, NAMES).find(({ key }) => key === feed.key)).toMatchObject({ isOffered: false });
  });

  it('CONST-04 need a name that no other has, and tags of at most six characters', () => {
    const values = (label: string, short: string, localizations = {}) => ({
      label,
      short,
      group: 'special' as const,
      localizations,
    });
    const attribute = (key: string) => all.find((candidate) => candidate.key === key) ?? expect.fail();
    expect(faultsOf(values(' ', 'TOOLONG'), undefined, all)).toEqual({ label: 'nameRequired', short: 'tagTooLong' });
    expect(faultsOf(values('film CLUB', 'CLUB'), undefined, all)).toEqual({ label: 'nameTaken' });
    expect(faultsOf(values('Film club', '👨‍👩‍👧x'), attribute('Own.Club'), all)).toEqual({});
    expect(faultsOf(values('', '', { fr: { label: '', short: 'TROPLONG' } }), attribute(OFFERED.dubbed), all)).toEqual({
      'short.fr': 'tagTooLong',
    });
    expect(faultsOf(values('', 'X'), attribute('Own.Club'), all)).toEqual({ label: 'nameRequired' });
  });

  it('CONST-04 are no attributes of the site while nothing of a built-in one differs', () => {
    const empty = { label: ' ', short: '', group: 'access' as const, localizations: { fr: { label: '', short: '' } } };
    expect(savedAttribute({ attributes: [] }, OFFERED.relaxed, empty).to).toEqual([]);
    expect(savedAttribute(CONTENT_WITH_OWN, OFFERED.relaxed, empty).to).toEqual([CONTENT_WITH_OWN.attributes[1]]);
  });

  it('CONST-04 are saved with their texts in other languages, and keep what the editor does not show', () => {
    const content = {
      attributes: [{ key: 'Own.Club', group: 'audience', label: 'Film club', short: '', description: 'For members.' }],
    };
    const localizations = { fr: { label: ' Ciné-club ', short: '' }, de: { label: '', short: ' ' } };
    expect(savedAttribute(content, 'Own.Club', { label: 'Club', short: 'CLUB', group: 'special', localizations })).toEqual({
      pointer: '/attributes',
      to: [
        {
          key: 'Own.Club',
          group: 'special',
          label: 'Club',
          short: 'CLUB',
          description: 'For members.',
          localizations: { fr: { label: 'Ciné-club' } },
        },
      ],
    });
    const added = savedAttribute(content, 'New.Key', { label: 'New', short: '', group: 'format', localizations: {} });
    expect(added.to).toEqual([...content.attributes, { key: 'New.Key', group: 'format', label: 'New', short: '' }]);
    expect(removedAttribute(content, 'Own.Club')).toEqual({ pointer: '/attributes', to: [] });
    expect(ownAttributes(CONTENT_WITH_OWN)[1]?.localizations).toEqual({ fr: { label: 'Ciné-club', short: '' } });
  });
});
