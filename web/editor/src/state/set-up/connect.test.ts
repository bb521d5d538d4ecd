import { describe, expect, it } from 'vitest';
import { NO_SCHEDULE } from '../schedule.ts';
import { feedOfAddress, followedAddress, matchedForm } from './connect.ts';
import { defaultsOf } from './form.ts';

const FORM = { ...defaultsOf({ languages: ['en-US'], timeZone: 'UTC', offered: ['en'] }), program: 'import' as const };
const ADDRESS = 'https://cinema.example/schedule.json';
const READ = { ...NO_SCHEDULE, source: { address: ADDRESS } };

describe('the address of the first schedule', () => {
  it('ux 5.1 is followed unless the operator does not want that, and a file never', () => {
    expect(followedAddress(FORM, READ)).toBe(ADDRESS);
    expect(followedAddress({ ...FORM, followsAddress: false }, READ)).toBeUndefined();
    expect(followedAddress({ ...FORM, program: 'type' }, READ)).toBeUndefined();
    expect(followedAddress(FORM, { ...NO_SCHEDULE, source: { files: [] } })).toBeUndefined();
  });

  it('brings the shows of the theaters that the new site has, and is not connected if it has none of them', () => {
    const form = feedOfAddress(ADDRESS, 'boxoffice', 'Boxoffice');
    const live = { theaters: { mill: { name: 'Old Mill' }, harbor: { name: 'Harbor' } } };
    const found = [
      { id: 'T1', name: 'Old Mill', shows: 3 },
      { id: 'T9', name: 'Elsewhere', shows: 1 },
    ];
    expect(matchedForm(form, { theaters: found }, live)).toMatchObject({
      address: ADDRESS,
      format: 'boxoffice',
      name: 'Boxoffice',
      theaters: [{ feed: 'T1', theater: 'mill' }, { feed: 'T9' }],
    });
    expect(matchedForm(form, { theaters: found.slice(1) }, live)).toBeUndefined();
  });
});
