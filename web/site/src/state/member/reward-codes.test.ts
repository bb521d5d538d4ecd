import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AREA } from '@marquee/testkit/pages/member.tsx';
import { openMember, startMember } from './member.ts';
import { forgetRewards, openOrder, storeCode, storeOpenOrder, storedCodes } from './reward-codes.ts';

const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('CALL-26 the codes of rewards', () => {
  it('survive a reload, for the member who ordered them', () => {
    storeCode('iris', 'RW-POPCORN', 'R47KQ2');
    storeCode('iris', 'RW-COFFEE', 'X1');
    expect(storedCodes('iris')).toEqual(
      new Map([
        ['RW-POPCORN', 'R47KQ2'],
        ['RW-COFFEE', 'X1'],
      ]),
    );
    expect([storedCodes('ann'), storedCodes('')]).toEqual([new Map(), new Map()]);
  });

  it('replace those of another member', () => {
    storeCode('iris', 'RW-POPCORN', 'R47KQ2');
    storeCode('ann', 'RW-COFFEE', 'X1');
    expect([storedCodes('iris'), storedCodes('ann')]).toEqual([new Map(), new Map([['RW-COFFEE', 'X1']])]);
  });

  it('are replaced by a new code of the item', () => {
    storeCode('iris', 'RW-POPCORN', 'R47KQ2');
    storeCode('iris', 'RW-POPCORN', 'X1');
    expect(storedCodes('iris')).toEqual(new Map([['RW-POPCORN', 'X1']]));
  });

  it.each([
    ['iris', ''],
    ['', 'X1'],
  ])('are removed by an empty code, or without a member: %j', (memberId, code) => {
    storeCode('iris', 'RW-POPCORN', 'R47KQ2');
    storeCode(memberId, 'RW-POPCORN', code);
    expect(storage.size).toBe(0);
  });

  it.each(['', '{', '[]', '{"memberId":"iris"}', '{"memberId":"iris","values":[null,["A"],["","B"]]}'])(
    'are empty if %j is stored',
    (text) => {
      storage.set('reward-codes', text);
      expect(storedCodes('iris')).toEqual(new Map());
    },
  );

  it('are empty if storage is forbidden', () => {
    const forbidden = (): never => {
      throw new DOMException('', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
    storeCode('iris', 'RW-POPCORN', 'R47KQ2');
    forgetRewards();
    expect(storedCodes('iris')).toEqual(new Map());
  });
});

it('CALL-26 the id of an order is stored until its result is known', () => {
  expect(openOrder('iris', 'RW-POPCORN')).toBe('');
  storeOpenOrder('iris', 'RW-POPCORN', 'id-1');
  expect([openOrder('iris', 'RW-POPCORN'), openOrder('iris', 'RW-COFFEE'), openOrder('ann', 'RW-POPCORN')]).toEqual([
    'id-1',
    '',
    '',
  ]);
  storeOpenOrder('iris', 'RW-POPCORN', '');
  expect(openOrder('iris', 'RW-POPCORN')).toBe('');
});

it('security 1.12 no code stays in the tab after the sign-out', async () => {
  const page = {};
  vi.stubGlobal('window', page);
  vi.stubGlobal('parent', page);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { cookie: '', addEventListener: () => undefined, documentElement: { lang: 'en', dataset: {} } });
  vi.stubGlobal('location', { protocol: 'https:', origin: 'https://acme.example', pathname: '/', search: '', hash: '' });
  storeCode('iris', 'RW-POPCORN', 'R47KQ2');
  storeOpenOrder('iris', 'RW-COFFEE', 'id-1');
  expect(storage.size).toBe(2);
  const member = openMember(AREA, { theaterId: undefined });
  startMember(member);
  await vi.waitFor(() => expect(member.machine.get().kind).toBe('signed-out'));
  expect(storage.size).toBe(0);
});
