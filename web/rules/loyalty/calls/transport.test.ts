import { describe, expect, it } from 'vitest';
import { CYPHER_PATH } from '../../paths.gen.ts';
import type { Call, CallContext } from '@marquee/api/call.ts';
import { anything } from '@marquee/api/reader.ts';
import { create, edit, startRegistration } from '@marquee/api/loyalty/account.gen.ts';
import * as cards from '@marquee/api/loyalty/cards.gen.ts';
import { endSession, exportMember, listSessions } from '@marquee/api/loyalty/member.gen.ts';
import { getEVoucherConcessions } from '@marquee/api/loyalty/rewards.gen.ts';
import { login, refreshLogin } from '@marquee/api/loyalty/session.gen.ts';
import {
  type Credentials,
  type Fetch,
  type FormFields,
  type FetchRequest,
  type FetchResponse,
  envelope,
  fetchTicket,
  send,
  statusOf,
} from './transport.ts';

const V1: CallContext = { version: 1, circuitId: 'C1', cinemaId: 'T1' };
const V3: CallContext = { ...V1, version: 3 };
const COOKIE: Credentials = { kind: 'cookie' };
const TOKENS: Credentials = { kind: 'header', token: 'abc', refreshToken: 'r1' };
const MEMBER = { email: 'a@b.example', password: 'pw', firstName: 'Ann', lastName: 'Lee' };
const CARDS = cards.getCards(V3);

class Fields implements FormFields {
  readonly parts: [name: string, value: string][] = [];
  append(name: string, value: string): void {
    this.parts.push([name, value]);
  }
}

/** A network with this response, and the requests it received. */
function network(body: string, status = 200) {
  const requests: { address: string; request: FetchRequest<never> }[] = [];
  const fetch: Fetch = (address, request) => {
    requests.push({ address, request });
    const response: FetchResponse = {
      ok: status < 400,
      status,
      json: async () => JSON.parse(body),
      text: async () => body,
      blob: async () => ({ blob: body }),
    };
    return Promise.resolve(response);
  };
  return { requests, fetch };
}

async function headers(call: Call, credentials: Credentials): Promise<Readonly<Record<string, string>>> {
  const { requests, fetch } = network('{}');
  await send(fetch, CYPHER_PATH, { call, credentials });
  return requests[0]?.request.headers ?? {};
}

describe('a call', () => {
  it('TRANS-01 is a POST to /api/cypher that accepts JSON, for every call', async () => {
    const { requests, fetch } = network('{"peachCode":0}');
    await send(fetch, CYPHER_PATH, { call: CARDS, credentials: COOKIE });
    expect(requests[0]?.address).toBe('/api/cypher');
    expect(requests[0]?.request).toMatchObject({
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    });
    expect(requests[0]?.request.body).toContain('"method":"GET"');
  });

  it('TRANS-02 has the call in reqMetadata and its payload beside it', () => {
    expect(JSON.parse(envelope(CARDS))).toEqual({
      reqMetadata: { method: 'GET', route: '/Member/v3/GetCards/?boxofficeCircuitId=C1', responseFormat: 'json' },
    });
    expect(JSON.parse(envelope(login(V1, { username: 'ann', password: 'pw' }), 'captcha-1'))).toEqual({
      username: 'ann',
      password: 'pw',
      reqMetadata: {
        method: 'POST',
        route: '/Member/Login?circuitId=C1',
        responseFormat: 'json',
        'g-recaptcha-response': 'captcha-1',
      },
    });
  });

  it('TRANS-02 has the captcha’s answer only if the call needs it', () => {
    expect(envelope(CARDS, 'captcha-1')).not.toContain('captcha-1');
    for (const captcha of ['', undefined])
      expect(envelope(startRegistration(V1, { email: 'a@b.example' }), captcha)).not.toContain('recaptcha');
  });

  it('TRANS-02 a payload cannot override reqMetadata', () => {
    const call = { ...create(V1, MEMBER), payload: { reqMetadata: { route: '/Member/v3/Delete/' }, email: 'a@b.example' } };
    expect(JSON.parse(envelope(call))).toMatchObject({
      email: 'a@b.example',
      reqMetadata: { route: '/Member/Create?circuitId=C1' },
    });
  });

  it('TRANS-03 in form data has reqMetadata as a part of JSON text', async () => {
    const form = new Fields();
    form.append('email', 'a@b.example');
    const requests: FetchRequest<Fields>[] = [];
    const fetch: Fetch<Fields> = (_, request) => {
      requests.push(request);
      return network('{}').fetch('', { method: 'POST', headers: {} });
    };
    await send(fetch, CYPHER_PATH, { call: create(V1, MEMBER), credentials: COOKIE, captcha: 'captcha-1', form });
    expect(requests[0]?.body).toBe(form);
    expect(form.parts.map(([name]) => name)).toEqual(['email', 'reqMetadata']);
    expect(JSON.parse(form.parts[1]?.[1] ?? '')).toEqual({
      method: 'POST',
      route: '/Member/Create?circuitId=C1',
      responseFormat: 'json',
      'g-recaptcha-response': 'captcha-1',
    });
    // An explicit type would lack the boundary.
    expect(requests[0]?.headers).not.toHaveProperty('Content-Type');
  });
});

const PASS = cards.createLoyaltyCard(V1, { cardNumber: 'AB12', fullJwt: 'true' });

describe('a response', () => {
  const responseTo = <Value>(call: Call<Value>, body: string, status?: number) =>
    send(network(body, status).fetch, CYPHER_PATH, { call, credentials: COOKIE });

  it('TRANS-04 is JSON, unless the call wants text or bytes', async () => {
    const { responseFormat: _, ...unread } = PASS;
    const cardCall = { ...unread, read: anything };
    expect(await responseTo(cardCall, '{"peachCode":0}')).toEqual({ peachCode: 0 });
    expect(await responseTo(PASS, 'e.y.z')).toBe('e.y.z');
    expect(await responseTo({ ...cardCall, responseFormat: 'blob' }, 'bytes')).toEqual({ blob: 'bytes' });
    expect(
      ['raw', 'json', 'blob'].map((format) =>
        envelope(format === 'raw' || format === 'blob' ? { ...cardCall, responseFormat: format } : cardCall).includes(
          `"${format}"`,
        ),
      ),
    ).toEqual([true, true, true]);
  });

  it('TRANS-08 with unknown fields is returned, and so is a problem report', async () => {
    expect(await responseTo(CARDS, '{"peachCode":0,"foo":1}')).toEqual({ peachCode: 0, foo: 1 });
    expect(await responseTo(CARDS, '{"title":"Unknown call"}', 404)).toEqual({ title: 'Unknown call' });
  });

  it('TRANS-08 that is a problem report is not a pass', async () => {
    await expect(responseTo(PASS, '{"title":"Unavailable"}', 503)).rejects.toThrow('The response has status 503');
    const error: unknown = await responseTo(PASS, '', 503).catch((failed: unknown) => failed);
    expect([statusOf(error), statusOf(new Error('offline')), statusOf(null)]).toEqual([503, undefined, undefined]);
  });

  it('TRANS-05 a failed request rejects with the network’s message', async () => {
    const failing =
      (error: unknown): Fetch =>
      async () => {
        throw error;
      };
    await expect(
      send(failing(new TypeError('Failed to fetch')), CYPHER_PATH, { call: CARDS, credentials: COOKIE }),
    ).rejects.toEqual(new Error('Failed to fetch'));
    await expect(send(failing('gone'), CYPHER_PATH, { call: CARDS, credentials: COOKIE })).rejects.toEqual(new Error('gone'));
    await expect(responseTo(CARDS, '<html>')).rejects.toThrow(/JSON/);
  });
});

describe('credentials', () => {
  it('ROLE-05 are two headers, the second for refreshes only', async () => {
    expect(await headers(CARDS, TOKENS)).toMatchObject({ 'Boxoffice-Session-Token': 'abc' });
    expect(await headers(CARDS, TOKENS)).not.toHaveProperty('Boxoffice-Refresh-Session-Token');
    expect(await headers(refreshLogin(V1), TOKENS)).toMatchObject({ 'Boxoffice-Refresh-Session-Token': 'r1' });
    expect(await headers(refreshLogin(V1), TOKENS)).not.toHaveProperty('Boxoffice-Session-Token');
    for (const token of [{}, { refreshToken: '' }])
      expect(await headers(refreshLogin(V1), { kind: 'header', ...token })).toEqual({
        Accept: 'application/json',
        'Content-Type': 'application/json',
      });
  });

  it('TRANS-07 are sent with a call with an optional session if there is one', async () => {
    expect(await headers(edit(V1, {}), TOKENS)).toHaveProperty('Boxoffice-Session-Token', 'abc');
    for (const token of [{}, { token: '' }])
      expect(await headers(edit(V1, {}), { kind: 'header', ...token })).not.toHaveProperty('Boxoffice-Session-Token');
  });

  it('TRANS-07 ROLE-03 are not sent with a public call', async () => {
    expect(await headers(getEVoucherConcessions(V1), TOKENS)).not.toHaveProperty('Boxoffice-Session-Token');
  });

  it('SESS-02 in cookie mode, no token is sent', async () => {
    expect(await headers(CARDS, COOKIE)).toEqual({
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'Boxoffice-Session-Mode': 'cookie',
    });
    expect(await headers(CARDS, { kind: 'cookie', framed: true })).toHaveProperty('Boxoffice-Frame');
    expect(await headers(CARDS, TOKENS)).not.toHaveProperty('Boxoffice-Session-Mode');
  });
});

describe('HAND-14 a ticket', () => {
  const fetched = (body: string, status?: number) => fetchTicket(network(body, status).fetch, COOKIE);

  it('is fetched from its own endpoint, in cookie mode', async () => {
    const { requests, fetch } = network('{"peachCode":0,"statusCode":200,"ticket":"k1"}');
    expect(await fetchTicket(fetch, COOKIE)).toEqual({ kind: 'ticket', value: 'k1' });
    expect(requests).toEqual([
      {
        address: '/api/hand-over-ticket',
        request: { method: 'POST', headers: { Accept: 'application/json', 'Boxoffice-Session-Mode': 'cookie' } },
      },
    ]);
  });

  it('is fetched with the token of a caller that has one', async () => {
    const { requests, fetch } = network('{"peachCode":0,"ticket":"k1"}');
    await fetchTicket(fetch, TOKENS);
    expect(requests[0]?.request.headers).toEqual({ Accept: 'application/json', 'Boxoffice-Session-Token': 'abc' });
  });

  it('is not issued for an ended session', async () => {
    expect(await fetched('{"peachCode":7,"statusCode":7}')).toEqual({ kind: 'sessionOver' });
  });

  it.each([
    ['{"title":"Unknown call"}', 404],
    ['{"peachCode":0}', 200],
    ['{"peachCode":46,"ticket":"k1"}', 200],
    ['<html>', 502],
  ])('is missing in %s', async (body, status) => {
    expect(await fetched(body, status)).toEqual({ kind: 'none' });
  });

  it('is missing without a connection', async () => {
    expect(await fetchTicket(() => Promise.reject(new TypeError('Failed to fetch')), COOKIE)).toEqual({ kind: 'none' });
  });
});

describe('an endpoint besides the gateway', () => {
  it('is requested directly, as a page of the site, without an envelope', async () => {
    const { requests, fetch } = network('{"sessions":[]}');
    expect(await send(fetch, CYPHER_PATH, { call: listSessions(), credentials: COOKIE })).toEqual({
      peachCode: 0,
      sessions: [],
    });
    expect(requests).toEqual([
      {
        address: '/api/member/sessions',
        request: { method: 'GET', headers: { Accept: 'application/json', 'Boxoffice-Session-Mode': 'cookie' } },
      },
    ]);
  });

  it('receives the session to end', async () => {
    const { requests, fetch } = network('{"peachCode":0,"statusCode":200}');
    await send(fetch, CYPHER_PATH, { call: endSession({ sessionId: 's1' }), credentials: { kind: 'cookie', framed: true } });
    expect(requests[0]?.address).toBe('/api/member/sessions/end');
    expect(requests[0]?.request).toMatchObject({
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Boxoffice-Frame': '1' },
      body: '{"sessionId":"s1"}',
    });
  });

  it('has a response without fields if it is not an object', async () => {
    expect(await send(network('"done"').fetch, CYPHER_PATH, { call: listSessions(), credentials: COOKIE })).toEqual({});
  });

  it('returns the text of a file if requested', async () => {
    const { fetch } = network('{"member":{}}');
    expect(await send(fetch, CYPHER_PATH, { call: exportMember(), credentials: COOKIE })).toBe('{"member":{}}');
  });

  it('returns the status of a refusal', async () => {
    for (const call of [listSessions(), exportMember()]) {
      const { fetch } = network('{"title":"No","status":403}', 403);
      expect(await send(fetch, CYPHER_PATH, { call, credentials: COOKIE })).toEqual({ title: 'No', status: 403 });
    }
  });
});
