import { describe, expect, it } from 'vitest';
import type { Call } from '@marquee/api/call.ts';
import { fakeService } from '@marquee/testkit/session/fake-service.ts';
import { assignUsername } from './member-search.ts';

const QUERY = { email: 'a@b.example', lastName: 'Lovelace', card: 'ab12' };

async function run(
  responses: readonly unknown[],
  { username, card = 'ab12', version = 3 }: { username?: string; card?: string; version?: 1 | 3 } = {},
) {
  const calls: Call[] = [];
  const send = fakeService((call) => responses[calls.push(call) - 1]);
  const result = await assignUsername({ version, circuitId: 'c', cinemaId: '1' }, { ...QUERY, card }, send, username);
  return { result, calls };
}
const success = (fields: object) => ({ peachCode: 0, statusCode: 200, ...fields });

describe('member search, then edit', () => {
  it('VALID-04 searches by the card in upper case, else by the email', async () => {
    expect((await run([{ peachCode: 30 }])).calls[0]).toMatchObject({
      route: '/Member/MemberSearch/c',
      payload: { memberCardNumber: 'AB12', lastName: 'Lovelace' },
      captcha: true,
    });
    expect((await run([{ peachCode: 30 }], { card: '' })).calls[0]?.payload).toEqual({
      email: 'a@b.example',
      lastName: 'Lovelace',
    });
  });

  it('REG-13 changes nothing if the member has a username, or without a club', async () => {
    expect(await run([success({ hasUserName: true, clubId: 7 })])).toMatchObject({
      result: { kind: 'unchanged', hasUserName: true },
      calls: { length: 1 },
    });
    expect(await run([success({ hasUserName: false })])).toMatchObject({
      result: { kind: 'unchanged', hasUserName: false },
      calls: { length: 1 },
    });
  });

  it('REG-14 else edits the username, by default the email, with the club that was found', async () => {
    const { result, calls } = await run([success({ hasUserName: false, clubId: 7 }), success({})]);
    expect(result).toEqual({ kind: 'assigned' });
    expect(calls[1]).toMatchObject({ route: '/Member/Edit?circuitId=c', payload: { username: 'a@b.example', clubId: '7' } });
    expect((await run([success({ clubId: 7 }), success({})], { username: 'ada' })).calls[1]?.payload).toEqual({
      username: 'ada',
      clubId: '7',
    });
  });

  it('returns the refusal', async () => {
    expect((await run([{ peachCode: 30 }])).result).toEqual({ kind: 'refused', response: { peachCode: 30 } });
    expect((await run([success({ clubId: 7 }), { peachCode: 60 }])).result).toEqual({
      kind: 'refused',
      response: { peachCode: 60 },
    });
  });
});
