import { describe, expect, it } from 'vitest';
import type { Call } from '@marquee/api/call.ts';
import { fakeService } from '@marquee/testkit/session/fake-service.ts';
import type { ResetGrant } from './reset-link.ts';
import { setPassword } from './reset.ts';

const GRANT: ResetGrant = { email: 'a@b.example', code: 'XYZ' };

async function run(version: 1 | 3, responses: readonly unknown[], grant: ResetGrant = GRANT) {
  const calls: Call[] = [];
  const send = fakeService((call) => responses[calls.push(call) - 1]);
  const response = await setPassword({ version, circuitId: 'c', cinemaId: '1' }, grant, 'pw', send);
  return { response, calls };
}
const OK = { peachCode: 0, statusCode: 200 };

describe('setting a new password', () => {
  it('RESET-11 before version 3 the code is validated first', async () => {
    const { calls, response } = await run(1, [OK, OK]);
    expect(calls.map(({ method, route }) => `${method} ${route}`)).toEqual([
      'GET /Member/ValidatePasswordResetCode?circuitId=c&cinemaId=1&emailAddress=a%40b.example&resetCode=XYZ',
      'POST /Member/ResetPassword?circuitId=c&cinemaId=1',
    ]);
    expect(response).toEqual(OK);
  });

  it('RESET-11 a validation with another status than 200 is the response', async () => {
    const refused = { statusCode: 404 };
    const { calls, response } = await run(1, [refused]);
    expect(calls).toHaveLength(1);
    expect(response).toEqual(refused);
  });

  it('RESET-12 a validation with code 57 is the response', async () => {
    const refused = { statusCode: 200, peachCode: 57 };
    const { calls, response } = await run(1, [refused]);
    expect(calls).toHaveLength(1);
    expect(response).toEqual(refused);
  });

  it('RESET-13 version 3 makes one call', async () => {
    const { calls } = await run(3, [OK]);
    expect(calls.map(({ route }) => route)).toEqual(['/Member/v3/ResetPassword?boxofficeCircuitId=c&boxofficeCinemaId=1']);
  });

  it('RESET-10 sends password and code; version 3 also an empty membership', async () => {
    expect((await run(1, [OK, OK])).calls[1]?.payload).toStrictEqual({ password: 'pw', resetCode: 'XYZ' });
    expect((await run(3, [OK])).calls[0]?.payload).toEqual({ password: 'pw', resetCode: 'XYZ', membershipId: '' });
  });

  it('RESET-08 sends the member for TAPOS', async () => {
    const { calls } = await run(3, [OK], { email: '', code: 'XYZ', uid: '42' });
    expect(calls[0]?.payload).toEqual({ password: 'pw', resetCode: 'XYZ', membershipId: '', uid: '42' });
  });
});
