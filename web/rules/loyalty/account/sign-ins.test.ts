import { expect, it } from 'vitest';
import type { Failure } from '../calls/responses.ts';
import { listSessions } from '@marquee/api/loyalty/member.gen.ts';
import { deviceOf, isNotOffered, signInsOf as shownSignIns } from './sign-ins.ts';

const signInsOf = (response: unknown) => shownSignIns(listSessions().read(response));

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

it('sign-ins are sorted: the current one first, then the latest', () => {
  const row = (sessionId: string, startedAt: string, isCurrent = false) => ({
    sessionId,
    device: WINDOWS,
    startedAt,
    endsAt: startedAt,
    isCurrent,
    isHandedOver: sessionId === 'b',
  });
  const list = signInsOf({
    sessions: [
      row('a', '2026-11-01T00:00:00Z'),
      row('b', '2026-11-20T00:00:00Z'),
      row('c', '2026-10-01T00:00:00Z', true),
      { sessionId: 'd' },
      { device: 'x' },
      null,
    ],
  });
  expect(list.map(({ id, isHandedOver }) => [id, isHandedOver])).toEqual([
    ['c', false],
    ['b', true],
    ['a', false],
    ['d', false],
  ]);
  expect(list[0]).toEqual({
    id: 'c',
    device: { browser: 'Chrome', system: 'Windows' },
    startedAt: '2026-10-01T00:00:00Z',
    isCurrent: true,
    isHandedOver: false,
  });
  expect([null, {}, { sessions: 1 }].map(signInsOf)).toEqual([[], [], []]);
});

it.each([
  [WINDOWS, 'Chrome', 'Windows'],
  [`${WINDOWS} Edg/130.0.0.0`, 'Edge', 'Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0.6723.37 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  ['curl/7.88.1', '', ''],
  ['', '', ''],
])('a device has common names: %s', (agent, browser, system) => {
  expect(deviceOf(agent)).toEqual({ browser, system });
});

it('a service may have no list of sign-ins', () => {
  const refused = (response: object) => ({ kind: 'refused', response }) satisfies Failure;
  expect(
    [
      refused({ status: 403 }),
      refused({ status: 404 }),
      refused({ status: 503 }),
      refused({ peachCode: 7 }),
      { kind: 'unreachable' } satisfies Failure,
    ].map(isNotOffered),
  ).toEqual([true, true, false, false, false]);
});
