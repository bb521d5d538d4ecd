import { describe, expect, it } from 'vitest';
import type { Call } from '../calls/calls.ts';
import { giveUserName } from './member-search.ts';

const SOUGHT = { email: 'a@b.example', lastName: 'Lovelace', card: 'ab12' };

async function run(answers: readonly unknown[], { username, card = 'ab12', version = 3 }: { username?: string; card?: string; version?: 1 | 3 } = {}) {
  const calls: Call[] = [];
  const send = (call: Call) => Promise.resolve(answers[calls.push(call) - 1]);
  const named = await giveUserName({ version, circuitId: 'c', cinemaId: '1' }, { ...SOUGHT, card }, send, username);
  return { named, calls };
}
const found = (fields: object) => ({ peachCode: 0, statusCode: 200, ...fields });

describe('member search, then edit', () => {
  it('VALID-04 looks by the card in capitals, else by the address', async () => {
    expect((await run([{ peachCode: 30 }])).calls[0]).toMatchObject({ route: '/Member/MemberSearch/c', payload: { memberCardNumber: 'AB12', lastName: 'Lovelace' }, captcha: true });
    expect((await run([{ peachCode: 30 }], { card: '' })).calls[0]?.payload).toEqual({ email: 'a@b.example', lastName: 'Lovelace' });
  });

  it('REG-13 changes nothing for who has a user name, or where no club came', async () => {
    expect(await run([found({ hasUserName: true, clubId: 7 })])).toMatchObject({ named: { kind: 'unchanged', hasUserName: true }, calls: { length: 1 } });
    expect(await run([found({ hasUserName: false })])).toMatchObject({ named: { kind: 'unchanged', hasUserName: false }, calls: { length: 1 } });
  });

  it('REG-14 else edits the user name, by default the address, with the club that was found', async () => {
    const { named, calls } = await run([found({ hasUserName: false, clubId: 7 }), found({})]);
    expect(named).toEqual({ kind: 'named' });
    expect(calls[1]).toMatchObject({ route: '/Member/Edit?circuitId=c', payload: { username: 'a@b.example', clubId: '7' } });
    expect((await run([found({ clubId: 7 }), found({})], { username: 'ada' })).calls[1]?.payload).toEqual({ username: 'ada', clubId: '7' });
  });

  it('tells what was refused', async () => {
    expect((await run([{ peachCode: 30 }])).named).toEqual({ kind: 'refused', answer: { peachCode: 30 } });
    expect((await run([found({ clubId: 7 }), { peachCode: 60 }])).named).toEqual({ kind: 'refused', answer: { peachCode: 60 } });
  });
});
