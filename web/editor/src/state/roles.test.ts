import { describe, expect, it } from 'vitest';
import { type SiteAccess, can, canAt, canChange, canSomewhere, ownTheater, permissionFor } from './roles.ts';

const SITE: SiteAccess = {
  key: 'acme',
  name: 'Acme',
  origin: 'https://acme.example',
  role: 'program',
  permissions: ['read', 'editProgram', 'alerts', 'publish'],
  byTheater: ['editProgram', 'alerts', 'publish'],
};
const LIMITED: SiteAccess = { ...SITE, theaters: ['T1', 'T2'] };

describe('a role that is limited to theaters', () => {
  it('security 2.8: changes its theaters, and reads the whole site', () => {
    expect(can(SITE, 'editProgram')).toBe(true);
    expect(can(LIMITED, 'editProgram')).toBe(false);
    expect(can(LIMITED, 'read')).toBe(true);
    expect(canAt(LIMITED, 'alerts', 'T1')).toBe(true);
    expect(canAt(LIMITED, 'alerts', 'T3')).toBe(false);
    expect(canAt(SITE, 'alerts', 'T3')).toBe(true);
    expect(canAt(LIMITED, 'editSite', 'T1')).toBe(false);
    expect(canSomewhere(LIMITED, 'publish')).toBe(true);
    expect(canSomewhere(LIMITED, 'people')).toBe(false);
  });

  it('security 2.8: has no part of the draft that belongs to the site or to other theaters', () => {
    const show = (theater: string) => ({ added: true, fields: { theaterId: theater, movieId: '1' } });
    const changes: readonly (readonly [pointer: string, to: unknown, isPermitted: boolean])[] = [
      ['/theaters/T1/phone', '1', true],
      ['/theaters/T3/phone', '1', false],
      ['/theaters/T1', undefined, false],
      ['/theaterOrder', [], false],
      ['/programRules/T2/cleaningMinutes', 9, true],
      ['/programRules/T3', undefined, false],
      ['/shows/a', show('T1'), true],
      ['/shows/a', show('T3'), false],
      ['/shows/a/fields/theaterId', 'T3', false],
      // Where it is, the server knows.
      ['/shows/a/fields/startsAt', '2026-11-21T02:00:00Z', true],
      ['/films/1/fields/title', 'X', false],
      ['/site/settings/name', 'X', false],
    ];
    for (const [pointer, to, isPermitted] of changes)
      expect([pointer, canChange(LIMITED, { pointer, to })]).toEqual([pointer, isPermitted]);
    expect(canChange(SITE, { pointer: '/films/1/fields/title', to: 'X' })).toBe(true);
  });

  it('opens its first theater', () => {
    const theaters = [{ id: 'T0' }, { id: 'T2' }, { id: 'T1' }];
    expect(ownTheater(LIMITED, 'editProgram', theaters)?.id).toBe('T2');
    expect(ownTheater(SITE, 'editProgram', theaters)?.id).toBe('T0');
    expect(ownTheater({ ...LIMITED, theaters: ['gone'] }, 'editProgram', theaters)?.id).toBe('T0');
  });
});

it('PAGE-16 saved blocks need the permission of pages, other options that of settings', () => {
  expect(permissionFor('/site/config/options/savedBlocks/join/block/title')).toBe('editSite');
  expect(permissionFor('/pages/~1about/blocks')).toBe('editSite');
  expect(permissionFor('/site/config/options/fewLeftPercent')).toBe('editSettings');
});
