import { expect, it } from 'vitest';
import type { Call } from '@marquee/api/call.ts';
import { fakeService } from '@marquee/testkit/session/fake-service.ts';
import { orderMembership } from '@marquee/rules/loyalty/club/activation.ts';
import { captchaSender } from './captcha-sender.ts';

const PERSON = { email: 'june@mail.example', phoneNumber: '', firstname: 'June', lastname: 'Okafor' };
const CONTEXT = { version: 3, circuitId: 'C1', cinemaId: 'T1' } as const;

/** A captcha whose answer stays the same until it is discarded. */
function fakeCaptcha() {
  let count = 1;
  return { answer: () => Promise.resolve(`answer-${count}`), reset: () => void (count += 1) };
}

it('VALID-08 every order has an answer of its own, also after one that was refused or lost', async () => {
  const sentCalls: (readonly [string, string | undefined])[] = [];
  const responses: unknown[] = [
    { peachCode: 85 },
    new TypeError('Failed to fetch'),
    { peachCode: 0, userSessionId: 'u1' },
    { peachCode: 0, orderId: 'o1' },
    { peachCode: 0 },
  ];
  const service = fakeService((call: Call, captcha?: string) => {
    sentCalls.push([call.route.split('?')[0] ?? '', captcha]);
    const response = responses.shift();
    return response instanceof Error ? Promise.reject(response) : response;
  });
  const send = captchaSender(service, fakeCaptcha());
  const results = [];
  for (const code of ['GOLD', 'GOLD', 'CLUB'])
    results.push((await orderMembership(PERSON, CONTEXT, { item: { code, memberLevelId: 1 }, clubId: '' }, send)).kind);
  expect(results).toEqual(['stopped', 'stopped', 'activated']);
  expect(sentCalls).toEqual([
    ['/Member/SetMemberToActivateOnComplete', 'answer-1'],
    ['/Member/SetMemberToActivateOnComplete', 'answer-2'],
    ['/Member/SetMemberToActivateOnComplete', 'answer-3'],
    ['/Member/AddMembership/T1', undefined],
    ['/Member/CompletePayment/', undefined],
  ]);
});
