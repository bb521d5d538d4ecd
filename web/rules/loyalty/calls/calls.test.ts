import { describe, expect, it } from 'vitest';
import contractText from '../../../../docs/spec/loyalty-gateway.md?raw';
import * as calls from './calls.ts';

const V1: calls.CallContext = { version: 1, circuitId: 'C1', cinemaId: 'T1' };
const V3: calls.CallContext = { ...V1, version: 3 };
const MAIL = 'a@b.example';

/** Each call with the requirements that are only about the request, its wire form (`C` if a captcha is sent) and its payload. */
const CALLS: readonly (readonly [requirements: string, call: () => calls.Call, wire: string, payload?: object])[] = [
  ['the request of call 01', () => calls.login(V1, { username: 'ada', password: 'pw' }), 'POST /Member/Login?circuitId=C1 C', { username: 'ada', password: 'pw' }],
  ['the request of call 02', () => calls.login(V3, { username: 'ada', password: 'pw' }), 'POST /Member/v3/Login?boxofficeCircuitId=C1 C', { username: 'ada', password: 'pw' }],
  ['the request of call 03', () => calls.refreshLogin(V1), 'GET /Member/RefreshLogin?circuitId=C1'],
  ['the request of call 03', () => calls.refreshLogin(V3), 'GET /Member/v3/RefreshLogin?boxofficeCircuitId=C1'],
  ['CALL-04', () => calls.logout(V1, 'r1'), 'POST /Member/Logout?circuitId=C1', {}],
  ['CALL-05', () => calls.logout(V3, 'r1'), 'POST /Member/v3/Logout?boxofficeCircuitId=C1&boxofficeCinemaId=T1', { cancelAssociatedOrder: true, userSessionId: 'r1' }],
  ['CALL-06', () => calls.create(V1, { email: MAIL }), 'POST /Member/Create?circuitId=C1 C', { email: MAIL }],
  ['CALL-06', () => calls.create(V3, { email: MAIL }), 'POST /Member/v3/Create?boxofficeCircuitId=C1 C', { email: MAIL }],
  ['CALL-07', () => calls.startRegistration(V1, MAIL), 'POST /Member/StartRegistration?circuitId=C1&cinemaId=T1 C', { email: MAIL }],
  ['CALL-08', () => calls.edit(V1, { a: 1 }), 'POST /Member/Edit?circuitId=C1', { a: 1 }],
  ['CALL-08', () => calls.edit(V3, { a: 1 }), 'POST /Member/v3/Edit?boxofficeCircuitId=C1', { a: 1 }],
  ['CALL-09', () => calls.usernameReminder(V1, MAIL), 'GET /Member/UsernameReminder/C1/a%40b.example C'],
  [
    'CALL-10', () => calls.resetPasswordCode(V1, MAIL, 'https://c.example', '/reset/'),
    'GET /Member/GetResetPasswordCode?circuitId=C1&cinemaId=T1&emailAddress=a%40b.example&rootUrl=https%3A%2F%2Fc.example&resetPasswordLink=%2Freset%2F C',
  ],
  [
    'CALL-10', () => calls.resetPasswordCode(V3, MAIL, 'https://c.example', '/reset/'),
    'GET /Member/v3/GetResetPasswordCode?boxofficeCircuitId=C1&boxofficeCinemaId=T1&emailAddress=a%40b.example&rootUrl=https%3A%2F%2Fc.example&resetPasswordLink=%2Freset%2F C',
  ],
  ['CALL-11', () => calls.validateResetCode(V1, MAIL, 'x1'), 'GET /Member/ValidatePasswordResetCode?circuitId=C1&cinemaId=T1&emailAddress=a%40b.example&resetCode=x1'],
  ['CALL-12', () => calls.resetPassword(V1, 'pw', 'x1'), 'POST /Member/ResetPassword?circuitId=C1&cinemaId=T1', { password: 'pw', resetCode: 'x1' }],
  ['CALL-12', () => calls.resetPassword(V3, 'pw', 'x1'), 'POST /Member/v3/ResetPassword?boxofficeCircuitId=C1&boxofficeCinemaId=T1', { password: 'pw', resetCode: 'x1', membershipId: '' }],
  ['the request of call 13', () => calls.memberSearch(V1, { email: MAIL }), 'POST /Member/MemberSearch/C1 C', { email: MAIL }],
  ['the request of call 14', () => calls.getMember(V1), 'GET /Member/GetMember/?circuitId=C1'],
  ['the request of call 14', () => calls.getMember(V3, 'u1'), 'GET /Member/v3/GetMember/?boxofficeCircuitId=C1&userSessionId=u1'],
  ['the request of call 15', () => calls.validateToken(V1, 'abc'), 'GET /Member/ValidateToken?circuitId=C1&token=abc'],
  ['the request of call 15', () => calls.loginByToken(V1, 'abc', true), 'GET /Member/LoginByToken?circuitId=C1&token=abc&fromTicketing=true'],
  ['the request of call 15', () => calls.loginByToken(V1, 'abc'), 'GET /Member/LoginByToken?circuitId=C1&token=abc&fromTicketing=false'],
  ['CALL-16', () => calls.validatedMember(V1), 'GET /Member/GetValidatedMember/C1?cinemaId=T1'],
  ['CALL-17', () => calls.sendActivationCode(V3, MAIL), 'POST /Member/v3/SendMemberActivationCode?boxofficeCircuitId=C1 C', { email: MAIL }],
  ['CALL-18', () => calls.deleteAccount(V3), 'GET /Member/v3/Delete/?boxofficeCircuitId=C1&memberId='],
  ['CALL-19', () => calls.orderHistory(V1), 'GET /Member/v2/OrderHistory?circuitId=C1'],
  ['CALL-19', () => calls.orderHistory(V3, 5), 'GET /Member/v3/OrderHistory?boxofficeCircuitId=C1&maxResults=5'],
  ['CALL-20', () => calls.transactionHistory(V1, 5), 'GET /Member/v2/TransactionHistory?circuitId=C1&maxResults=5'],
  ['CALL-20', () => calls.transactionHistory(V3, 5), 'GET /Member/v3/TransactionHistory?boxofficeCircuitId=C1'],
  ['CALL-22', () => calls.items(V1), 'GET /Member/GetItemsAvailableToValidatedLoyaltyMember/C1'],
  ['CALL-23', () => calls.rewards(V3), 'GET /Member/v3/RewardsListing?boxofficeCinemaId=T1'],
  ['CALL-24', () => calls.orderItem(V3, 'I1'), 'POST /Member/v3/OrderLoyaltyItem?boxofficeCinemaId=T1', { itemCode: 'I1', quantity: 1 }],
  ['CALL-25', () => calls.confirmRedemption(V3, 'R1'), 'POST /Member/v3/ConfirmItemRedemption?boxofficeCircuitId=C1&boxofficeCinemaId=T1', { redemptionCode: 'R1' }],
  ['CALL-26', () => calls.orderItem(V3, 'I1', 2, 'q'), 'POST /Member/v3/OrderLoyaltyItem?boxofficeCinemaId=T1', { itemCode: 'I1', quantity: 2, clientRequestId: 'q' }],
  ['CALL-27', () => calls.eVouchers(V1), 'GET /Concession/GetAllEVoucherConcessions/T1'],
  ['CALL-28', () => calls.membershipList(V1), 'GET /Member/GetMembershipList/T1/?circuitId=C1'],
  ['the request of call 29', () => calls.setToActivate(V1, { email: MAIL }), 'POST /Member/SetMemberToActivateOnComplete?circuitId=C1 C', { email: MAIL }],
  ['the request of call 30', () => calls.addMembership(V1, { userSessionId: 'u1' }), 'POST /Member/AddMembership/T1', { cinemaId: 'T1', userSessionId: 'u1' }],
  ['CALL-31', () => calls.completePayment(V1, { OrderId: 'o1' }), 'POST /Member/CompletePayment/?circuitId=C1&cinemaId=T1', { OrderId: 'o1' }],
  ['CALL-32', () => calls.cards(V3), 'GET /Member/v3/GetCards/?boxofficeCircuitId=C1'],
  ['CALL-33', () => calls.addCard(V3, 'ab12', '9'), 'POST /Member/v3/AddCard/?boxofficeCircuitId=C1', { cardCode: 'AB12', pin: '9' }],
  ['CALL-33', () => calls.addCard(V3, 'ab12'), 'POST /Member/v3/AddCard/?boxofficeCircuitId=C1', { cardCode: 'AB12' }],
  ['CALL-34', () => calls.deleteCard(V1, 'AB12'), 'POST /Member/DeleteCard?circuitId=C1', { cardCode: 'AB12' }],
  ['CALL-34', () => calls.deleteCard(V3, 'AB12'), 'POST /Member/v3/DeleteCard?boxofficeCircuitId=C1', { cardCode: 'AB12' }],
  ['CALL-35', () => calls.reportLostCard(V3), 'GET /Member/v3/ReportLostCard?boxofficeCircuitId=C1&boxofficeCinemaId=T1'],
  ['the request of call 36', () => calls.giftCardBalance(V1, '6001', '1'), 'POST /GiftCard/CheckGiftCardBalance?cinemaId=T1 C', { cardNumber: '6001', pin: '1' }],
  ['CALL-37', () => calls.favoriteFilms(V3), 'GET /Member/v3/GetFavoriteFilms?boxofficeCircuitId=C1'],
  ['CALL-38 WATCH-01', () => calls.changeFavoriteFilm(V3, 'Add', '123456'), 'POST /Member/v3/AddFavoriteFilm?boxofficeCircuitId=C1', { externalFilmId: '123456', boxofficeId: '123456' }],
  ['CALL-38 WATCH-01', () => calls.changeFavoriteFilm(V3, 'Remove', '1'), 'POST /Member/v3/RemoveFavoriteFilm?boxofficeCircuitId=C1', { externalFilmId: '1', boxofficeId: '1' }],
  ['CALL-39', () => calls.favoriteCinemas(V3), 'GET /Member/v3/GetFavoriteCinemas?boxofficeCircuitId=C1'],
  [
    'CALL-39 FAV-07', () => calls.addFavoriteCinema(V3, 'C7'),
    'POST /Member/v3/AddFavoriteCinema?boxofficeCircuitId=C1', { favoriteCinemas: { boxofficeCinemaId: 'C7', subscribeToNewsletter: true } },
  ],
  [
    'FAV-08 FAV-09', () => calls.subscribe(V3, [{ boxofficeCinemaId: 'C7', subscribeToNewsletter: false }]),
    'POST /Member/v3/AddFavoriteCinema?boxofficeCircuitId=C1', { favoriteCinemas: [{ boxofficeCinemaId: 'C7', subscribeToNewsletter: false }] },
  ],
  ['CALL-39 FAV-10', () => calls.removeFavoriteCinema(V3, 'C7'), 'POST /Member/v3/RemoveFavoriteCinema?boxofficeCircuitId=C1', { boxofficeCinemaId: 'C7' }],
  ['the request of call 40', () => calls.paymentPortal(V1, 'https://c.example/club/'), 'POST /Member/GetPaymentProviderPortalSession?circuitId=C1&cinemaId=T1', { returnUrl: 'https://c.example/club/' }],
  ['WALLET-01', () => calls.walletCard(V1, 'AB12'), 'GET /Wallet/CreateLoyaltyCard/C1?cardNumber=AB12&fullJwt=true'],
  ['WALLET-02 WALLET-03', () => calls.walletTicket(V1, 'K9'), 'GET /Wallet/GetETicket/C1/K9?fullJwt=true'],
];

const line = ({ method, route, captcha }: calls.Call): string => `${method} ${route}${captcha === true ? ' C' : ''}`;

describe('a call', () => {
  it.each(CALLS.map(([requirements, call, wire, payload]) => ({ requirements, call, wire, payload })))('$requirements is as in the contract', ({ call: make, wire, payload }) => {
    const call = make();
    expect(line(call)).toBe(wire);
    expect(call.payload).toStrictEqual(payload);
    // Only POST requests have a payload.
    expect(call.payload === undefined).toBe(call.method === 'GET');
  });

  it('CALL-21 limits a history only if requested', () => {
    expect(calls.orderHistory(V1, 5).route).toContain('maxResults=5');
    expect(calls.orderHistory(V1).route).not.toContain('maxResults');
  });

  it('WALLET-01 WALLET-02 passes are text', () => {
    expect([calls.walletCard(V1, 'A'), calls.walletTicket(V1, 'K')].map((call) => call.responseFormat)).toEqual(['raw', 'raw']);
  });

  it('WALLET-03 both pass calls have the configured prefix', () => {
    expect([calls.walletCard(V1, 'A', 'Pass').route, calls.walletTicket(V1, 'K', 'Pass').route].map((path) => path.split('/')[1])).toEqual(['Pass', 'Pass']);
  });

  it('WALLET-04 the address has the signed pass', () => {
    expect(calls.savePassUrl('https://w.example/save/<signed_jwt>', 'e.y.z')).toBe('https://w.example/save/e.y.z');
    expect(calls.savePassUrl('https://w.example/<signed_jwt>', 'a$&/b')).toBe('https://w.example/a%24%26%2Fb');
  });

  it('an argument cannot change the route', () => {
    expect(calls.usernameReminder({ ...V1, circuitId: '../x?y' }, 'a/../b').route).toBe('/Member/UsernameReminder/..%2Fx%3Fy/a%2F..%2Fb');
    expect(calls.getMember(V1, 'u&circuitId=C2').route).toBe('/Member/GetMember/?circuitId=C1&userSessionId=u%26circuitId%3DC2');
  });
});

/** The marks of tokens in the contract. */
const MARK = { session: 'S', optional: 's', refresh: 'R' } as const;

describe('TRANS-07 the token of a call', () => {
  const contract = [...(contractText.split('## 4. Calls')[1] ?? '').matchAll(/`(GET|POST) (\/[^`?]*)(?:\?[^`]*)?`(?: ([SsRC](?: [SsRC])*)\b)?/g)]
    // The member of a userSessionId is requested without a session.
    .filter(([whole]) => !whole.includes('userSessionId`'))
    .map(([, method, path = '', marks = '']) => ({ pattern: new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), marks: marks.replaceAll(/[C ]/g, '') }));

  it.each(CALLS.map(([, make, wire]) => ({ make, wire })).filter(({ wire }) => !wire.includes('userSessionId=')))('is as in the contract: $wire', ({ make }) => {
    const call = make();
    const row = contract.find(({ pattern }) => pattern.test(`${call.method} ${call.route.split('?')[0]}`));
    expect(call.token === undefined ? '' : MARK[call.token]).toBe(row?.marks);
  });

  it('ROLE-06 is not sent with a request for the member of a userSessionId', () => {
    expect([calls.getMember(V1, 'u1').token, calls.getMember(V1).token]).toEqual([undefined, 'session']);
  });

  it('ROLE-03 is not sent with public calls', () => {
    const publicCalls = [
      calls.login(V1, { username: 'ada', password: 'pw' }), calls.create(V3, { email: MAIL }), calls.startRegistration(V1, MAIL), calls.usernameReminder(V1, MAIL),
      calls.resetPasswordCode(V1, MAIL, 'https://c.example', '/'), calls.resetPassword(V3, 'pw', 'x1'), calls.giftCardBalance(V1, '6001', '1'), calls.eVouchers(V1),
    ];
    expect(publicCalls.map(({ token }) => token)).toEqual(publicCalls.map(() => undefined));
  });
});

it('security 1.9 and 7.8: sign-ins and the export of a member are requested from the site itself', () => {
  expect(calls.signIns()).toEqual({ method: 'GET', route: '/api/member/sessions', token: 'session', own: true });
  expect(calls.endSignIn('s1')).toEqual({ method: 'POST', route: '/api/member/sessions/end', payload: { sessionId: 's1' }, token: 'session', own: true });
  expect(calls.exportData()).toEqual({ method: 'GET', route: '/api/member/export', token: 'session', own: true, responseFormat: 'raw' });
});

it('SESS-34 versions have different routes, and histories of version 1 have those of version 2', () => {
  const paths = (where: calls.CallContext) => [calls.login(where, { username: 'ada', password: 'pw' }), calls.orderHistory(where)].map(({ route }) => route.split('?')[0]);
  expect([paths(V1), paths(V3)]).toEqual([['/Member/Login', '/Member/v2/OrderHistory'], ['/Member/v3/Login', '/Member/v3/OrderHistory']]);
});

it('every route of the contract has a call, and every call is in the contract', () => {
  const contract = [...(contractText.split('## 4. Calls')[1] ?? '').matchAll(/`(GET|POST) (\/[^`?]*)/g)].map(([, method, path]) => `${method} ${path}`);
  const calledRoutes = CALLS.map(([, make]) => make()).map(({ method, route }) => `${method} ${route.split('?')[0]}`);
  const isCalled = (template: string) => calledRoutes.some((one) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(one));
  expect(contract.length).toBeGreaterThan(50);
  expect(contract.filter((template) => !isCalled(template))).toEqual([]);
  const isKnown = (one: string) => contract.some((template) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(one));
  expect(calledRoutes.filter((one) => !isKnown(one))).toEqual([]);
});
