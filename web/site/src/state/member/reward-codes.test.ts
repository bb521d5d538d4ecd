import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AREA } from '@marquee/testkit/pages/member.tsx';
import { openMember, startMember } from './member.ts';
import { forgetCodes, storeCodes, storedCodes } from './reward-codes.ts';

const CODES = new Map([['RW-POPCORN', 'R47KQ2']]);
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('CALL-26 the codes of rewards', () => {
  it('survive a reload, for the member who ordered them', () => {
    storeCodes('iris', CODES);
    expect(storedCodes('iris')).toEqual(CODES);
    expect([storedCodes('ann'), storedCodes('')]).toEqual([new Map(), new Map()]);
  });

  it('replace those of another member', () => {
    storeCodes('iris', CODES);
    storeCodes('ann', new Map([['RW-COFFEE', 'X1']]));
    expect([storedCodes('iris'), storedCodes('ann')]).toEqual([new Map(), new Map([['RW-COFFEE', 'X1']])]);
  });

  it.each([
    ['iris', new Map()],
    ['', CODES],
  ])('are removed if there are none, or without a member: %j', (memberId, codes) => {
    storeCodes('iris', CODES);
    storeCodes(memberId, codes);
    expect(kept.size).toBe(0);
  });

  it.each(['', '{', '[]', '{"memberId":"iris"}', '{"memberId":"iris","codes":[null,["A"],["","B"]]}'])(
    'are empty if %j is stored',
    (text) => {
      kept.set('reward-codes', text);
      expect(storedCodes('iris')).toEqual(new Map());
    },
  );

  it('are empty if storage is forbidden', () => {
    const forbidden = (): never => {
      throw new DOMException('', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
    storeCodes('iris', CODES);
    forgetCodes();
    expect(storedCodes('iris')).toEqual(new Map());
  });
});

it('security 1.12 no code stays in the tab after the sign-out', async () => {
  const page = {};
  vi.stubGlobal('window', page);
  vi.stubGlobal('parent', page);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { cookie: '', addEventListener: () => undefined, documentElement: { lang: 'en', dataset: {} } });
  vi.stubGlobal('location', { protocol: 'https:', origin: 'https://acme.example', pathname: '/', search: '', hash: '' });
  storeCodes('iris', CODES);
  const member = openMember(AREA, { theaterId: undefined });
  startMember(member);
  await vi.waitFor(() => expect(member.machine.get().kind).toBe('signed-out'));
  expect(kept.size).toBe(0);
});
