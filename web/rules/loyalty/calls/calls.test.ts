import { describe, expect, it } from 'vitest';
import contractText from '../../../../docs/spec/loyalty-gateway.md?raw';
import openapi from '../../../../docs/reference/openapi.json' with { type: 'json' };
import type { Call, CallContext } from '@marquee/api/call.ts';
import * as account from '@marquee/api/loyalty/account.gen.ts';
import * as cards from '@marquee/api/loyalty/cards.gen.ts';
import * as favorites from '@marquee/api/loyalty/favorites.gen.ts';
import * as history from '@marquee/api/loyalty/history.gen.ts';
import * as member from '@marquee/api/loyalty/member.gen.ts';
import * as membership from '@marquee/api/loyalty/membership.gen.ts';
import * as rewards from '@marquee/api/loyalty/rewards.gen.ts';
import * as session from '@marquee/api/loyalty/session.gen.ts';

const calls = { ...account, ...cards, ...favorites, ...history, ...member, ...membership, ...rewards, ...session };

const V1: CallContext = { version: 1, circuitId: 'C1', cinemaId: 'T1' };
const V3: CallContext = { ...V1, version: 3 };
const MAIL = 'a@b.example';
const MEMBER = { email: MAIL, password: 'pw', firstName: 'Ann', lastName: 'Lee' };
const RESET = { emailAddress: MAIL, rootUrl: 'https://c.example', resetPasswordLink: '/reset/' };
const ACTIVATION = { email: MAIL, memberLevelId: 2, memberItemId: 'M2' };

/** Each call with the requirements that are only about the request, its wire form (`C` if a captcha is sent) and its payload. */
const CALLS: readonly (readonly [requirements: string, call: () => Call, wire: string, payload?: object])[] = [
  [
    'the request of call 01',
    () => calls.login(V1, { username: 'ada', password: 'pw' }),
    'POST /Member/Login?circuitId=C1 C',
    { username: 'ada', password: 'pw' },
  ],
  [
    'the request of call 02',
    () => calls.login(V3, { username: 'ada', password: 'pw' }),
    'POST /Member/v3/Login?boxofficeCircuitId=C1 C',
    { username: 'ada', password: 'pw' },
  ],
  ['the request of call 03', () => calls.refreshLogin(V1), 'GET /Member/RefreshLogin?circuitId=C1'],
  ['the request of call 03', () => calls.refreshLogin(V3), 'GET /Member/v3/RefreshLogin?boxofficeCircuitId=C1'],
  ['CALL-04', () => calls.logout(V1), 'POST /Member/Logout?circuitId=C1', {}],
  [
    'CALL-05',
    () => calls.logout(V3, { cancelAssociatedOrder: true, userSessionId: 'r1' }),
    'POST /Member/v3/Logout?boxofficeCircuitId=C1&boxofficeCinemaId=T1',
    { cancelAssociatedOrder: true, userSessionId: 'r1' },
  ],
  ['CALL-06', () => calls.create(V1, MEMBER), 'POST /Member/Create?circuitId=C1 C', MEMBER],
  ['CALL-06', () => calls.create(V3, MEMBER), 'POST /Member/v3/Create?boxofficeCircuitId=C1 C', MEMBER],
  [
    'CALL-07',
    () => calls.startRegistration(V1, { email: MAIL }),
    'POST /Member/StartRegistration?circuitId=C1&cinemaId=T1 C',
    { email: MAIL },
  ],
  ['CALL-08', () => calls.edit(V1, { city: 'Rome' }), 'POST /Member/Edit?circuitId=C1', { city: 'Rome' }],
  ['CALL-08', () => calls.edit(V3, { city: 'Rome' }), 'POST /Member/v3/Edit?boxofficeCircuitId=C1', { city: 'Rome' }],
  ['CALL-09', () => calls.usernameReminder(V1, { value: MAIL }), 'GET /Member/UsernameReminder/C1/a%40b.example C'],
  [
    'CALL-10',
    () => calls.getResetPasswordCode(V1, RESET),
    'GET /Member/GetResetPasswordCode?circuitId=C1&cinemaId=T1&emailAddress=a%40b.example&rootUrl=https%3A%2F%2Fc.example&resetPasswordLink=%2Freset%2F C',
  ],
  [
    'CALL-10',
    () => calls.getResetPasswordCode(V3, RESET),
    'GET /Member/v3/GetResetPasswordCode?boxofficeCircuitId=C1&boxofficeCinemaId=T1&emailAddress=a%40b.example&rootUrl=https%3A%2F%2Fc.example&resetPasswordLink=%2Freset%2F C',
  ],
  [
    'CALL-11',
    () => calls.validatePasswordResetCode(V1, { emailAddress: MAIL, resetCode: 'x1' }),
    'GET /Member/ValidatePasswordResetCode?circuitId=C1&cinemaId=T1&emailAddress=a%40b.example&resetCode=x1',
  ],
  [
    'CALL-12',
    () => calls.resetPassword(V1, { password: 'pw', resetCode: 'x1' }),
    'POST /Member/ResetPassword?circuitId=C1&cinemaId=T1',
    { password: 'pw', resetCode: 'x1' },
  ],
  [
    'CALL-12',
    () => calls.resetPassword(V3, { password: 'pw', resetCode: 'x1', membershipId: '' }),
    'POST /Member/v3/ResetPassword?boxofficeCircuitId=C1&boxofficeCinemaId=T1',
    { password: 'pw', resetCode: 'x1', membershipId: '' },
  ],
  [
    'the request of call 13',
    () => calls.memberSearch(V1, { email: MAIL, lastName: 'Lee' }),
    'POST /Member/MemberSearch/C1 C',
    { email: MAIL, lastName: 'Lee' },
  ],
  ['the request of call 14', () => calls.getMember(V1), 'GET /Member/GetMember/?circuitId=C1'],
  [
    'the request of call 14',
    () => calls.getMember(V3, { userSessionId: 'u1' }),
    'GET /Member/v3/GetMember/?boxofficeCircuitId=C1&userSessionId=u1',
  ],
  ['the request of call 15', () => calls.validateToken(V1, { token: 'abc' }), 'GET /Member/ValidateToken?circuitId=C1&token=abc'],
  [
    'the request of call 15',
    () => calls.loginByToken(V1, { token: 'abc', fromTicketing: 'true' }),
    'GET /Member/LoginByToken?circuitId=C1&token=abc&fromTicketing=true',
  ],
  ['the request of call 15', () => calls.loginByToken(V1, { token: 'abc' }), 'GET /Member/LoginByToken?circuitId=C1&token=abc'],
  ['CALL-16', () => calls.getValidatedMember(V1), 'GET /Member/GetValidatedMember/C1?cinemaId=T1'],
  [
    'CALL-17',
    () => calls.sendMemberActivationCode(V3, { email: MAIL }),
    'POST /Member/v3/SendMemberActivationCode?boxofficeCircuitId=C1 C',
    { email: MAIL },
  ],
  ['CALL-18', () => calls.deleteMember(V3, { memberId: '' }), 'GET /Member/v3/Delete/?boxofficeCircuitId=C1&memberId='],
  ['CALL-19', () => calls.orderHistory(V1), 'GET /Member/v2/OrderHistory?circuitId=C1'],
  ['CALL-19', () => calls.orderHistory(V3, { maxResults: 5 }), 'GET /Member/v3/OrderHistory?boxofficeCircuitId=C1&maxResults=5'],
  ['CALL-20', () => calls.transactionHistory(V1, { maxResults: 5 }), 'GET /Member/v2/TransactionHistory?circuitId=C1&maxResults=5'],
  ['CALL-20', () => calls.transactionHistory(V3, { maxResults: 5 }), 'GET /Member/v3/TransactionHistory?boxofficeCircuitId=C1'],
  ['CALL-22', () => calls.getItems(V1), 'GET /Member/GetItemsAvailableToValidatedLoyaltyMember/C1'],
  ['CALL-23', () => calls.rewardsListing(V3), 'GET /Member/v3/RewardsListing?boxofficeCinemaId=T1'],
  [
    'CALL-24',
    () => calls.orderLoyaltyItem(V3, { itemCode: 'I1', quantity: 1 }),
    'POST /Member/v3/OrderLoyaltyItem?boxofficeCinemaId=T1',
    { itemCode: 'I1', quantity: 1 },
  ],
  [
    'CALL-25',
    () => calls.confirmItemRedemption(V3, { redemptionCode: 'R1' }),
    'POST /Member/v3/ConfirmItemRedemption?boxofficeCircuitId=C1&boxofficeCinemaId=T1',
    { redemptionCode: 'R1' },
  ],
  [
    'CALL-26',
    () => calls.orderLoyaltyItem(V3, { itemCode: 'I1', quantity: 2, clientRequestId: 'q' }),
    'POST /Member/v3/OrderLoyaltyItem?boxofficeCinemaId=T1',
    { itemCode: 'I1', quantity: 2, clientRequestId: 'q' },
  ],
  ['CALL-27', () => calls.getEVoucherConcessions(V1), 'GET /Concession/GetAllEVoucherConcessions/T1'],
  ['CALL-28', () => calls.getMembershipList(V1), 'GET /Member/GetMembershipList/T1/?circuitId=C1'],
  [
    'the request of call 29',
    () => calls.setMemberToActivateOnComplete(V1, ACTIVATION),
    'POST /Member/SetMemberToActivateOnComplete?circuitId=C1 C',
    ACTIVATION,
  ],
  [
    'the request of call 30',
    () => calls.addMembership(V1, { cinemaId: 'T1', userSessionId: 'u1', concessions: [] }),
    'POST /Member/AddMembership/T1',
    { cinemaId: 'T1', userSessionId: 'u1', concessions: [] },
  ],
  [
    'CALL-31',
    () => calls.completePayment(V1, { OrderId: 'o1' }),
    'POST /Member/CompletePayment/?circuitId=C1&cinemaId=T1',
    { OrderId: 'o1' },
  ],
  ['CALL-32', () => calls.getCards(V3), 'GET /Member/v3/GetCards/?boxofficeCircuitId=C1'],
  [
    'CALL-33',
    () => calls.addCard(V3, { cardCode: 'AB12', pin: '9' }),
    'POST /Member/v3/AddCard/?boxofficeCircuitId=C1',
    { cardCode: 'AB12', pin: '9' },
  ],
  [
    'CALL-33',
    () => calls.addCard(V3, { cardCode: 'AB12' }),
    'POST /Member/v3/AddCard/?boxofficeCircuitId=C1',
    { cardCode: 'AB12' },
  ],
  ['CALL-34', () => calls.deleteCard(V1, { cardCode: 'AB12' }), 'POST /Member/DeleteCard?circuitId=C1', { cardCode: 'AB12' }],
  [
    'CALL-34',
    () => calls.deleteCard(V3, { cardCode: 'AB12' }),
    'POST /Member/v3/DeleteCard?boxofficeCircuitId=C1',
    { cardCode: 'AB12' },
  ],
  ['CALL-35', () => calls.reportLostCard(V3), 'GET /Member/v3/ReportLostCard?boxofficeCircuitId=C1&boxofficeCinemaId=T1'],
  [
    'the request of call 36',
    () => calls.checkGiftCardBalance(V1, { cardNumber: '6001', pin: '1' }),
    'POST /GiftCard/CheckGiftCardBalance?cinemaId=T1 C',
    { cardNumber: '6001', pin: '1' },
  ],
  ['CALL-37', () => calls.getFavoriteFilms(V3), 'GET /Member/v3/GetFavoriteFilms?boxofficeCircuitId=C1'],
  [
    'CALL-38 WATCH-01',
    () => calls.addFavoriteFilm(V3, { externalFilmId: '123456', boxofficeId: '123456' }),
    'POST /Member/v3/AddFavoriteFilm?boxofficeCircuitId=C1',
    { externalFilmId: '123456', boxofficeId: '123456' },
  ],
  [
    'CALL-38 WATCH-01',
    () => calls.removeFavoriteFilm(V3, { externalFilmId: '1', boxofficeId: '1' }),
    'POST /Member/v3/RemoveFavoriteFilm?boxofficeCircuitId=C1',
    { externalFilmId: '1', boxofficeId: '1' },
  ],
  ['CALL-39', () => calls.getFavoriteCinemas(V3), 'GET /Member/v3/GetFavoriteCinemas?boxofficeCircuitId=C1'],
  [
    'CALL-39 FAV-07',
    () => calls.addFavoriteCinema(V3, { favoriteCinemas: { boxofficeCinemaId: 'C7', subscribeToNewsletter: true } }),
    'POST /Member/v3/AddFavoriteCinema?boxofficeCircuitId=C1',
    { favoriteCinemas: { boxofficeCinemaId: 'C7', subscribeToNewsletter: true } },
  ],
  [
    'FAV-08 FAV-09',
    () => calls.addFavoriteCinema(V3, { favoriteCinemas: [{ boxofficeCinemaId: 'C7', subscribeToNewsletter: false }] }),
    'POST /Member/v3/AddFavoriteCinema?boxofficeCircuitId=C1',
    { favoriteCinemas: [{ boxofficeCinemaId: 'C7', subscribeToNewsletter: false }] },
  ],
  [
    'CALL-39 FAV-10',
    () => calls.removeFavoriteCinema(V3, { boxofficeCinemaId: 'C7' }),
    'POST /Member/v3/RemoveFavoriteCinema?boxofficeCircuitId=C1',
    { boxofficeCinemaId: 'C7' },
  ],
  [
    'the request of call 40',
    () => calls.getPaymentProviderPortalSession(V1, { returnUrl: 'https://c.example/club/' }),
    'POST /Member/GetPaymentProviderPortalSession?circuitId=C1&cinemaId=T1',
    { returnUrl: 'https://c.example/club/' },
  ],
  [
    'WALLET-01',
    () => calls.createLoyaltyCard(V1, { cardNumber: 'AB12', fullJwt: 'true' }),
    'GET /Wallet/CreateLoyaltyCard/C1?cardNumber=AB12&fullJwt=true',
  ],
  [
    'WALLET-02 WALLET-03',
    () => calls.getETicket(V1, { ticketId: 'K9', fullJwt: 'true' }),
    'GET /Wallet/GetETicket/C1/K9?fullJwt=true',
  ],
];

const line = ({ method, route, captcha }: Call): string => `${method} ${route}${captcha === true ? ' C' : ''}`;

describe('a call', () => {
  it.each(CALLS.map(([requirements, call, wire, payload]) => ({ requirements, call, wire, payload })))(
    '$requirements is as in the contract',
    ({ call: make, wire, payload }) => {
      const call = make();
      expect(line(call)).toBe(wire);
      expect(call.payload).toStrictEqual(payload);
      // Only POST requests have a payload.
      expect(call.payload === undefined).toBe(call.method === 'GET');
    },
  );

  it('CALL-21 limits a history only if requested', () => {
    expect(calls.orderHistory(V1, { maxResults: 5 }).route).toContain('maxResults=5');
    expect(calls.orderHistory(V1).route).not.toContain('maxResults');
  });

  it('WALLET-01 WALLET-02 passes are text', () => {
    expect(
      [
        calls.createLoyaltyCard(V1, { cardNumber: 'A', fullJwt: 'true' }),
        calls.getETicket(V1, { ticketId: 'K', fullJwt: 'true' }),
      ].map((call) => call.responseFormat),
    ).toEqual(['raw', 'raw']);
  });

  it('WALLET-03 both pass calls have the configured prefix', () => {
    expect(
      [
        calls.createLoyaltyCard(V1, { cardNumber: 'A', fullJwt: 'true', walletPrefix: 'Pass' }).route,
        calls.getETicket(V1, { ticketId: 'K', fullJwt: 'true', walletPrefix: 'Pass' }).route,
      ].map((path) => path.split('/')[1]),
    ).toEqual(['Pass', 'Pass']);
  });

  it('an argument cannot change the route', () => {
    expect(calls.usernameReminder({ ...V1, circuitId: '../x?y' }, { value: 'a/../b' }).route).toBe(
      '/Member/UsernameReminder/..%2Fx%3Fy/a%2F..%2Fb',
    );
    expect(calls.getMember(V1, { userSessionId: 'u&circuitId=C2' }).route).toBe(
      '/Member/GetMember/?circuitId=C1&userSessionId=u%26circuitId%3DC2',
    );
  });
});

/** The marks of tokens in the contract. */
const MARK = { session: 'S', optional: 's', refresh: 'R' } as const;

describe('TRANS-07 the token of a call', () => {
  const contract = [
    ...(contractText.split('## 4. Calls')[1] ?? '').matchAll(/`(GET|POST) (\/[^`?]*)(?:\?[^`]*)?`(?: ([SsRC](?: [SsRC])*)\b)?/g),
  ]
    // The member of a userSessionId is requested without a session.
    .filter(([whole]) => !whole.includes('userSessionId`'))
    .map(([, method, path = '', marks = '']) => ({
      pattern: new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      marks: marks.replaceAll(/[C ]/g, ''),
    }));

  it.each(CALLS.map(([, make, wire]) => ({ make, wire })).filter(({ wire }) => !wire.includes('userSessionId=')))(
    'is as in the contract: $wire',
    ({ make }) => {
      const call = make();
      const row = contract.find(({ pattern }) => pattern.test(`${call.method} ${call.route.split('?')[0]}`));
      expect(call.token === undefined ? '' : MARK[call.token]).toBe(row?.marks);
    },
  );

  it('ROLE-06 is not sent with a request for the member of a userSessionId', () => {
    expect([calls.getMember(V1, { userSessionId: 'u1' }).token, calls.getMember(V1).token]).toEqual([undefined, 'session']);
  });

  it('ROLE-03 is not sent with public calls', () => {
    const publicCalls = [
      calls.login(V1, { username: 'ada', password: 'pw' }),
      calls.create(V3, MEMBER),
      calls.startRegistration(V1, { email: MAIL }),
      calls.usernameReminder(V1, { value: MAIL }),
      calls.getResetPasswordCode(V1, RESET),
      calls.resetPassword(V3, { password: 'pw', resetCode: 'x1', membershipId: '' }),
      calls.checkGiftCardBalance(V1, { cardNumber: '6001', pin: '1' }),
      calls.getEVoucherConcessions(V1),
    ];
    expect(publicCalls.map(({ token }) => token)).toEqual(publicCalls.map(() => undefined));
  });
});

it('security 1.9 and 7.8: sign-ins and the export of a member are requested from the site itself', () => {
  expect(calls.listSessions()).toMatchObject({ method: 'GET', route: '/api/member/sessions', token: 'session', own: true });
  expect(calls.endSession({ sessionId: 's1' })).toMatchObject({
    method: 'POST',
    route: '/api/member/sessions/end',
    payload: { sessionId: 's1' },
    token: 'session',
    own: true,
  });
  expect(calls.exportMember()).toMatchObject({
    method: 'GET',
    route: '/api/member/export',
    token: 'session',
    own: true,
    responseFormat: 'raw',
  });
});

it('SESS-34 versions have different routes, and histories of version 1 have those of version 2', () => {
  const paths = (context: CallContext) =>
    [calls.login(context, { username: 'ada', password: 'pw' }), calls.orderHistory(context)].map(
      ({ route }) => route.split('?')[0],
    );
  expect([paths(V1), paths(V3)]).toEqual([
    ['/Member/Login', '/Member/v2/OrderHistory'],
    ['/Member/v3/Login', '/Member/v3/OrderHistory'],
  ]);
});

it('every route of the contract has a call, and every call is in the contract', () => {
  const contract = [...(contractText.split('## 4. Calls')[1] ?? '').matchAll(/`(GET|POST) (\/[^`?]*)/g)].map(
    ([, method, path]) => `${method} ${path}`,
  );
  const calledRoutes = CALLS.map(([, make]) => make()).map(({ method, route }) => `${method} ${route.split('?')[0]}`);
  const isCalled = (template: string) =>
    calledRoutes.some((route) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(route));
  expect(contract.length).toBeGreaterThan(50);
  expect(contract.filter((template) => !isCalled(template))).toEqual([]);
  const isKnown = (route: string) =>
    contract.some((template) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(route));
  expect(calledRoutes.filter((route) => !isKnown(route))).toEqual([]);
});

describe('the OpenAPI document', () => {
  interface Schema {
    readonly properties?: Record<string, Schema>;
    readonly required?: readonly string[];
    readonly enum?: readonly unknown[];
    readonly pattern?: string;
    readonly allOf?: readonly Schema[];
  }
  const schemas: Readonly<Record<string, Schema>> = JSON.parse(JSON.stringify(openapi.components.schemas));
  /** The calls by the pattern of their route, with the names of their payload fields. */
  const described = Object.entries(schemas).flatMap(([name, { allOf = [] }]) => {
    const metadata = name.endsWith('Call') ? allOf[0]?.properties?.['reqMetadata']?.properties : undefined;
    const { properties = {}, required = [] } = schemas[name.replace(/Call$/, 'Payload')] ?? {};
    return metadata === undefined
      ? []
      : [
          {
            name,
            method: metadata['method']?.enum?.[0],
            route: new RegExp(metadata['route']?.pattern ?? '$^'),
            fields: Object.keys(properties),
            required,
          },
        ];
  });

  it('has every call in its version, with its payload', () => {
    const documented = new Set<string>();
    for (const [, make] of CALLS) {
      const { method, route, payload = {} } = make();
      const rows = described.filter((row) => row.method === method && row.route.test(route));
      expect(
        rows.map(({ name }) => name),
        route,
      ).toHaveLength(1);
      const [row] = rows;
      documented.add(row?.name ?? '');
      expect(
        Object.keys(payload).filter((name) => row?.fields.includes(name) !== true),
        route,
      ).toEqual([]);
      expect(
        row?.required.filter((name) => !(name in payload)),
        route,
      ).toEqual([]);
    }
    expect(described.map(({ name }) => name).filter((name) => !documented.has(name))).toEqual([]);
  });
});
