// The method, route and payload of every loyalty call (area calls), as specified in docs/spec/loyalty-gateway.md. They are sent by
// transport.ts.

/** The circuit and theater of a call, and the version of the interface. */
export interface Where {
  readonly version: 1 | 3;
  readonly circuitId: string;
  readonly cinemaId: string;
}

export type Payload = Readonly<Record<string, unknown>>;

/** A call without its envelope. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly route: string;
  readonly payload?: Payload;
  /** Whether the captcha's answer is sent, if the site has a captcha. */
  readonly captcha?: true;
  /** Which token is sent: the session's, the session's if there is one, or the refresh token (TRANS-07). */
  readonly token?: 'session' | 'optional' | 'refresh';
  /** The format of the answer: JSON by default, text or bytes (TRANS-04). */
  readonly responseFormat?: 'json' | 'raw' | 'blob';
  /** Whether the route is a path of this site that is requested directly, not through the gateway. */
  readonly own?: true;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** A path with its parameters, without those that are undefined. */
function route(path: string, query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]));
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

const get = (path: string, query: Query = {}): Call => ({ method: 'GET', route: route(path, query) });
const post = (path: string, query: Query, payload: Payload): Call => ({ method: 'POST', route: route(path, query), payload });
const withCaptcha = (call: Call): Call => ({ ...call, captcha: true });
const asMember = (call: Call): Call => ({ ...call, token: 'session' });

/** The parameter of the circuit, whose name depends on the version (TRANS-06). */
const circuit = ({ circuitId }: Where, version: 1 | 2 | 3): Query => (version === 3 ? { boxofficeCircuitId: circuitId } : { circuitId });
const cinema = ({ cinemaId }: Where, version: 1 | 2 | 3): Query => (version === 3 ? { boxofficeCinemaId: cinemaId } : { cinemaId });
const both = (where: Where, version: 1 | 2 | 3): Query => ({ ...circuit(where, version), ...cinema(where, version) });

/** `/Member/Login`, or `/Member/v3/Login`. */
const path = ({ version }: Where, name: string): string => `/Member/${version === 3 ? 'v3/' : ''}${name}`;

// --- Login, session, account

/** CALL-01, CALL-02. */
export const login = (where: Where, credentials: { readonly username: string; readonly password: string }): Call =>
  withCaptcha(post(path(where, 'Login'), circuit(where, where.version), { username: credentials.username, password: credentials.password }));

/** CALL-03; the refresh token is sent in a header. */
export const refreshLogin = (where: Where): Call => ({
  ...get(path(where, 'RefreshLogin'), circuit(where, where.version)),
  token: 'refresh',
});

/** CALL-04, CALL-05: version 3 identifies the session by its refresh token. */
export const logout = (where: Where, refreshToken: string): Call =>
  where.version === 3
    ? post('/Member/v3/Logout', both(where, 3), { cancelAssociatedOrder: true, userSessionId: refreshToken })
    : asMember(post('/Member/Logout', circuit(where, 1), {}));

/** CALL-06, with the payload of account/registration.ts. */
export const create = (where: Where, payload: Payload): Call => withCaptcha(post(path(where, 'Create'), circuit(where, where.version), payload));

/** CALL-07. */
export const startRegistration = (where: Where, email: string): Call => withCaptcha(post('/Member/StartRegistration', both(where, 1), { email }));

/** CALL-08: version 1 also edits members without a session. */
export const edit = (where: Where, payload: Payload): Call => ({
  ...post(path(where, 'Edit'), circuit(where, where.version), payload),
  token: where.version === 3 ? 'session' : 'optional',
});

/** CALL-09. */
export const usernameReminder = ({ circuitId }: Where, email: string): Call =>
  withCaptcha(get(`/Member/UsernameReminder/${encodeURIComponent(circuitId)}/${encodeURIComponent(email)}`));

/** CALL-10. */
export const resetPasswordCode = (where: Where, emailAddress: string, rootUrl: string, resetPasswordLink: string): Call =>
  withCaptcha(get(path(where, 'GetResetPasswordCode'), { ...both(where, where.version), emailAddress, rootUrl, resetPasswordLink }));

/** CALL-11. */
export const validateResetCode = (where: Where, emailAddress: string, resetCode: string): Call =>
  get('/Member/ValidatePasswordResetCode', { ...both(where, 1), emailAddress, resetCode });

/** CALL-12: version 3 has an empty membership id. */
export const resetPassword = (where: Where, password: string, resetCode: string): Call =>
  post(path(where, 'ResetPassword'), both(where, where.version), { password, resetCode, ...(where.version === 3 ? { membershipId: '' } : {}) });

/** CALL-13. */
export const memberSearch = ({ circuitId }: Where, payload: Payload): Call => withCaptcha(post(`/Member/MemberSearch/${encodeURIComponent(circuitId)}`, {}, payload));

/** CALL-14: the member of the session, or of a `userSessionId`. */
export const getMember = (where: Where, userSessionId?: string): Call => {
  const call = get(path(where, 'GetMember/'), { ...circuit(where, where.version), userSessionId });
  return userSessionId === undefined ? asMember(call) : call;
};

/** CALL-15. */
export const validateToken = (where: Where, token: string): Call => get('/Member/ValidateToken', { ...circuit(where, 1), token });

/** CALL-15; `fromTicketing` if the ticketing site handed the token over (SESS-30). */
export const loginByToken = (where: Where, token: string, fromTicketing: boolean = false): Call =>
  get('/Member/LoginByToken', { ...circuit(where, 1), token, fromTicketing });

/** CALL-16. */
export const validatedMember = (where: Where): Call => asMember(get(`/Member/GetValidatedMember/${encodeURIComponent(where.circuitId)}`, cinema(where, 1)));

/** CALL-17. */
export const sendActivationCode = (where: Where, email: string): Call => withCaptcha(post('/Member/v3/SendMemberActivationCode', circuit(where, 3), { email }));

/** CALL-18: deletes the member of the session; the parameter is empty. */
export const deleteAccount = (where: Where): Call => asMember(get('/Member/v3/Delete/', { ...circuit(where, 3), memberId: '' }));

// --- History, rewards, items

const history = (where: Where): string => (where.version === 3 ? 'v3' : 'v2');

/** CALL-19, CALL-21. */
export const orderHistory = (where: Where, maxResults?: number): Call =>
  asMember(get(`/Member/${history(where)}/OrderHistory`, { ...circuit(where, where.version), maxResults }));

/** CALL-20, CALL-21: version 3 takes no limit. */
export const transactionHistory = (where: Where, maxResults?: number): Call =>
  asMember(get(`/Member/${history(where)}/TransactionHistory`, { ...circuit(where, where.version), maxResults: where.version === 3 ? undefined : maxResults }));

/** CALL-22. */
export const items = ({ circuitId }: Where): Call =>
  asMember(get(`/Member/GetItemsAvailableToValidatedLoyaltyMember/${encodeURIComponent(circuitId)}`));

/** CALL-23. */
export const rewards = (where: Where): Call => asMember(get('/Member/v3/RewardsListing', cinema(where, 3)));

/** CALL-24, CALL-26: the same `clientRequestId` never debits twice. */
export const orderItem = (where: Where, itemCode: string, quantity: number = 1, clientRequestId?: string): Call =>
  asMember(post('/Member/v3/OrderLoyaltyItem', cinema(where, 3), { itemCode, quantity, ...(clientRequestId === undefined ? {} : { clientRequestId }) }));

/** CALL-25, CALL-26. */
export const confirmRedemption = (where: Where, redemptionCode: string): Call => post('/Member/v3/ConfirmItemRedemption', both(where, 3), { redemptionCode });

/** CALL-27. */
export const eVouchers = ({ cinemaId }: Where): Call => get(`/Concession/GetAllEVoucherConcessions/${encodeURIComponent(cinemaId)}`);

// --- Membership activation

/** CALL-28. */
export const membershipList = (where: Where): Call => ({
  ...get(`/Member/GetMembershipList/${encodeURIComponent(where.cinemaId)}/`, circuit(where, 1)),
  token: 'optional',
});

/** CALL-29. */
export const setToActivate = (where: Where, payload: Payload): Call => withCaptcha(post('/Member/SetMemberToActivateOnComplete', circuit(where, 1), payload));

/** CALL-30. */
export const addMembership = ({ cinemaId }: Where, payload: Payload): Call =>
  post(`/Member/AddMembership/${encodeURIComponent(cinemaId)}`, {}, { cinemaId, ...payload });

/** CALL-31. */
export const completePayment = (where: Where, payload: Payload): Call => post('/Member/CompletePayment/', both(where, 1), payload);

// --- Cards, gift cards

/** CALL-32. */
export const cards = (where: Where): Call => asMember(get('/Member/v3/GetCards/', circuit(where, 3)));

/** CALL-33: card codes are in upper case. */
export const addCard = (where: Where, cardCode: string, pin?: string): Call =>
  asMember(post('/Member/v3/AddCard/', circuit(where, 3), { cardCode: cardCode.toUpperCase(), ...(pin === undefined ? {} : { pin }) }));

/** CALL-34. */
export const deleteCard = (where: Where, cardCode: string): Call =>
  asMember(post(path(where, 'DeleteCard'), circuit(where, where.version), { cardCode }));

/** CALL-35: reports the primary card by default. */
export const reportLostCard = (where: Where, cardCode?: string): Call => asMember(get('/Member/v3/ReportLostCard', { ...both(where, 3), cardCode }));

/** CALL-36. */
export const giftCardBalance = (where: Where, cardNumber: string, pin: string): Call =>
  withCaptcha(post('/GiftCard/CheckGiftCardBalance', cinema(where, 1), { cardNumber, pin }));

// --- Favorites

/** CALL-37. */
export const favoriteFilms = (where: Where): Call => asMember(get('/Member/v3/GetFavoriteFilms', circuit(where, 3)));

/** CALL-38: both fields have the film's id. */
export const changeFavoriteFilm = (where: Where, change: 'Add' | 'Remove', film: string): Call =>
  asMember(post(`/Member/v3/${change}FavoriteFilm`, circuit(where, 3), { externalFilmId: film, boxofficeId: film }));

/** CALL-39. */
export const favoriteCinemas = (where: Where): Call => asMember(get('/Member/v3/GetFavoriteCinemas', circuit(where, 3)));

export interface FavoriteCinema {
  readonly boxofficeCinemaId: string;
  readonly subscribeToNewsletter: boolean;
}

/** CALL-39: adds a theater with its newsletter (FAV-07). */
export const addFavoriteCinema = (where: Where, boxofficeCinemaId: string): Call =>
  asMember(post('/Member/v3/AddFavoriteCinema', circuit(where, 3), { favoriteCinemas: { boxofficeCinemaId, subscribeToNewsletter: true } }));

/** Updates subscriptions: sends the complete list by the same route (FAV-08, FAV-09). */
export const subscribe = (where: Where, list: readonly FavoriteCinema[]): Call =>
  asMember(post('/Member/v3/AddFavoriteCinema', circuit(where, 3), { favoriteCinemas: list }));

/** CALL-39. */
export const removeFavoriteCinema = (where: Where, boxofficeCinemaId: string): Call =>
  asMember(post('/Member/v3/RemoveFavoriteCinema', circuit(where, 3), { boxofficeCinemaId }));

// --- Endpoints of this site besides the gateway

const own = (call: Call): Call => ({ ...asMember(call), own: true });

/** The member's sign-ins (security 1.9). */
export const signIns = (): Call => own(get('/api/member/sessions'));

/** Ends one of the member's sign-ins (security 1.9). */
export const endSignIn = (sessionId: string): Call => own(post('/api/member/sessions/end', {}, { sessionId }));

/** All data of a member, as the text of a file (security 7.8). */
export const exportData = (): Call => ({ ...own(get('/api/member/export')), responseFormat: 'raw' });

// --- Payment portal, wallet passes

/** CALL-40. */
export const paymentPortal = (where: Where, returnUrl: string): Call =>
  asMember(post('/Member/GetPaymentProviderPortalSession', both(where, 1), { returnUrl }));

/** Default of the first segment of pass calls (WALLET-03). */
const WALLET_PREFIX = 'Wallet';

/** The signed pass of a card, as text (WALLET-01). */
export const walletCard = ({ circuitId }: Where, cardNumber: string, prefix: string = WALLET_PREFIX): Call => ({
  ...asMember(get(`/${prefix}/CreateLoyaltyCard/${encodeURIComponent(circuitId)}`, { cardNumber, fullJwt: true })),
  responseFormat: 'raw',
});

/** The signed pass of a ticket, as text (WALLET-02). */
export const walletTicket = ({ circuitId }: Where, ticketId: string, prefix: string = WALLET_PREFIX): Call => ({
  ...asMember(get(`/${prefix}/GetETicket/${encodeURIComponent(circuitId)}/${encodeURIComponent(ticketId)}`, { fullJwt: true })),
  responseFormat: 'raw',
});

/** The address that saves a pass: the template with the signed pass (WALLET-04). */
export const savePassUrl = (template: string, jwt: string): string => template.replaceAll('<signed_jwt>', () => encodeURIComponent(jwt));
