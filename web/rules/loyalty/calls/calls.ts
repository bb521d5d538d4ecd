// The method, route and payload of every loyalty call (area calls), as specified in docs/spec/loyalty-gateway.md. They are sent by
// transport.ts.

/** The circuit and theater of a call, and the version of the interface. */
export interface CallContext {
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
const circuit = ({ circuitId }: CallContext, version: 1 | 2 | 3): Query => (version === 3 ? { boxofficeCircuitId: circuitId } : { circuitId });
const cinema = ({ cinemaId }: CallContext, version: 1 | 2 | 3): Query => (version === 3 ? { boxofficeCinemaId: cinemaId } : { cinemaId });
const both = (where: CallContext, version: 1 | 2 | 3): Query => ({ ...circuit(where, version), ...cinema(where, version) });

/** `/Member/Login`, or `/Member/v3/Login`. */
const path = ({ version }: CallContext, name: string): string => `/Member/${version === 3 ? 'v3/' : ''}${name}`;

// --- Login, session, account

/** CALL-01, CALL-02. */
export const login = (where: CallContext, credentials: { readonly username: string; readonly password: string }): Call =>
  withCaptcha(post(path(where, 'Login'), circuit(where, where.version), { username: credentials.username, password: credentials.password }));

/** CALL-03; the refresh token is sent in a header. */
export const refreshLogin = (where: CallContext): Call => ({
  ...get(path(where, 'RefreshLogin'), circuit(where, where.version)),
  token: 'refresh',
});

/** CALL-04, CALL-05: version 3 identifies the session by its refresh token. */
export const logout = (where: CallContext, refreshToken: string): Call =>
  where.version === 3
    ? post('/Member/v3/Logout', both(where, 3), { cancelAssociatedOrder: true, userSessionId: refreshToken })
    : asMember(post('/Member/Logout', circuit(where, 1), {}));

/** CALL-06, with the payload of account/registration.ts. */
export const create = (where: CallContext, payload: Payload): Call => withCaptcha(post(path(where, 'Create'), circuit(where, where.version), payload));

/** CALL-07. */
export const startRegistration = (where: CallContext, email: string): Call => withCaptcha(post('/Member/StartRegistration', both(where, 1), { email }));

/** CALL-08: version 1 also edits members without a session. */
export const edit = (where: CallContext, payload: Payload): Call => ({
  ...post(path(where, 'Edit'), circuit(where, where.version), payload),
  token: where.version === 3 ? 'session' : 'optional',
});

/** CALL-09. */
export const usernameReminder = ({ circuitId }: CallContext, email: string): Call =>
  withCaptcha(get(`/Member/UsernameReminder/${encodeURIComponent(circuitId)}/${encodeURIComponent(email)}`));

/** CALL-10. */
export const resetPasswordCode = (where: CallContext, emailAddress: string, rootUrl: string, resetPasswordLink: string): Call =>
  withCaptcha(get(path(where, 'GetResetPasswordCode'), { ...both(where, where.version), emailAddress, rootUrl, resetPasswordLink }));

/** CALL-11. */
export const validateResetCode = (where: CallContext, emailAddress: string, resetCode: string): Call =>
  get('/Member/ValidatePasswordResetCode', { ...both(where, 1), emailAddress, resetCode });

/** CALL-12: version 3 has an empty membership id. */
export const resetPassword = (where: CallContext, password: string, resetCode: string): Call =>
  post(path(where, 'ResetPassword'), both(where, where.version), { password, resetCode, ...(where.version === 3 ? { membershipId: '' } : {}) });

/** CALL-13. */
export const memberSearch = ({ circuitId }: CallContext, payload: Payload): Call => withCaptcha(post(`/Member/MemberSearch/${encodeURIComponent(circuitId)}`, {}, payload));

/** CALL-14: the member of the session, or of a `userSessionId`. */
export const getMember = (where: CallContext, userSessionId?: string): Call => {
  const call = get(path(where, 'GetMember/'), { ...circuit(where, where.version), userSessionId });
  return userSessionId === undefined ? asMember(call) : call;
};

/** CALL-15. */
export const validateToken = (where: CallContext, token: string): Call => get('/Member/ValidateToken', { ...circuit(where, 1), token });

/** CALL-15; `fromTicketing` if the ticketing site handed the token over (SESS-30). */
export const loginByToken = (where: CallContext, token: string, fromTicketing: boolean = false): Call =>
  get('/Member/LoginByToken', { ...circuit(where, 1), token, fromTicketing });

/** CALL-16. */
export const validatedMember = (where: CallContext): Call => asMember(get(`/Member/GetValidatedMember/${encodeURIComponent(where.circuitId)}`, cinema(where, 1)));

/** CALL-17. */
export const sendActivationCode = (where: CallContext, email: string): Call => withCaptcha(post('/Member/v3/SendMemberActivationCode', circuit(where, 3), { email }));

/** CALL-18: deletes the member of the session; the parameter is empty. */
export const deleteAccount = (where: CallContext): Call => asMember(get('/Member/v3/Delete/', { ...circuit(where, 3), memberId: '' }));

// --- History, rewards, items

const history = (where: CallContext): string => (where.version === 3 ? 'v3' : 'v2');

/** CALL-19, CALL-21. */
export const orderHistory = (where: CallContext, maxResults?: number): Call =>
  asMember(get(`/Member/${history(where)}/OrderHistory`, { ...circuit(where, where.version), maxResults }));

/** CALL-20, CALL-21: version 3 takes no limit. */
export const transactionHistory = (where: CallContext, maxResults?: number): Call =>
  asMember(get(`/Member/${history(where)}/TransactionHistory`, { ...circuit(where, where.version), maxResults: where.version === 3 ? undefined : maxResults }));

/** CALL-22. */
export const items = ({ circuitId }: CallContext): Call =>
  asMember(get(`/Member/GetItemsAvailableToValidatedLoyaltyMember/${encodeURIComponent(circuitId)}`));

/** CALL-23. */
export const rewards = (where: CallContext): Call => asMember(get('/Member/v3/RewardsListing', cinema(where, 3)));

/** CALL-24, CALL-26: the same `clientRequestId` never debits twice. */
export const orderItem = (where: CallContext, itemCode: string, quantity: number = 1, clientRequestId?: string): Call =>
  asMember(post('/Member/v3/OrderLoyaltyItem', cinema(where, 3), { itemCode, quantity, ...(clientRequestId === undefined ? {} : { clientRequestId }) }));

/** CALL-25, CALL-26. */
export const confirmRedemption = (where: CallContext, redemptionCode: string): Call => post('/Member/v3/ConfirmItemRedemption', both(where, 3), { redemptionCode });

/** CALL-27. */
export const eVouchers = ({ cinemaId }: CallContext): Call => get(`/Concession/GetAllEVoucherConcessions/${encodeURIComponent(cinemaId)}`);

// --- Membership activation

/** CALL-28. */
export const membershipList = (where: CallContext): Call => ({
  ...get(`/Member/GetMembershipList/${encodeURIComponent(where.cinemaId)}/`, circuit(where, 1)),
  token: 'optional',
});

/** CALL-29. */
export const setToActivate = (where: CallContext, payload: Payload): Call => withCaptcha(post('/Member/SetMemberToActivateOnComplete', circuit(where, 1), payload));

/** CALL-30. */
export const addMembership = ({ cinemaId }: CallContext, payload: Payload): Call =>
  post(`/Member/AddMembership/${encodeURIComponent(cinemaId)}`, {}, { cinemaId, ...payload });

/** CALL-31. */
export const completePayment = (where: CallContext, payload: Payload): Call => post('/Member/CompletePayment/', both(where, 1), payload);

// --- Cards, gift cards

/** CALL-32. */
export const cards = (where: CallContext): Call => asMember(get('/Member/v3/GetCards/', circuit(where, 3)));

/** CALL-33: card codes are in upper case. */
export const addCard = (where: CallContext, cardCode: string, pin?: string): Call =>
  asMember(post('/Member/v3/AddCard/', circuit(where, 3), { cardCode: cardCode.toUpperCase(), ...(pin === undefined ? {} : { pin }) }));

/** CALL-34. */
export const deleteCard = (where: CallContext, cardCode: string): Call =>
  asMember(post(path(where, 'DeleteCard'), circuit(where, where.version), { cardCode }));

/** CALL-35: reports the primary card by default. */
export const reportLostCard = (where: CallContext, cardCode?: string): Call => asMember(get('/Member/v3/ReportLostCard', { ...both(where, 3), cardCode }));

/** CALL-36. */
export const giftCardBalance = (where: CallContext, cardNumber: string, pin: string): Call =>
  withCaptcha(post('/GiftCard/CheckGiftCardBalance', cinema(where, 1), { cardNumber, pin }));

// --- Favorites

/** CALL-37. */
export const favoriteFilms = (where: CallContext): Call => asMember(get('/Member/v3/GetFavoriteFilms', circuit(where, 3)));

/** CALL-38: both fields have the film's id. */
export const changeFavoriteFilm = (where: CallContext, change: 'Add' | 'Remove', film: string): Call =>
  asMember(post(`/Member/v3/${change}FavoriteFilm`, circuit(where, 3), { externalFilmId: film, boxofficeId: film }));

/** CALL-39. */
export const favoriteCinemas = (where: CallContext): Call => asMember(get('/Member/v3/GetFavoriteCinemas', circuit(where, 3)));

export interface FavoriteCinema {
  readonly boxofficeCinemaId: string;
  readonly subscribeToNewsletter: boolean;
}

/** CALL-39: adds a theater with its newsletter (FAV-07). */
export const addFavoriteCinema = (where: CallContext, boxofficeCinemaId: string): Call =>
  asMember(post('/Member/v3/AddFavoriteCinema', circuit(where, 3), { favoriteCinemas: { boxofficeCinemaId, subscribeToNewsletter: true } }));

/** Updates subscriptions: sends the complete list by the same route (FAV-08, FAV-09). */
export const subscribe = (where: CallContext, list: readonly FavoriteCinema[]): Call =>
  asMember(post('/Member/v3/AddFavoriteCinema', circuit(where, 3), { favoriteCinemas: list }));

/** CALL-39. */
export const removeFavoriteCinema = (where: CallContext, boxofficeCinemaId: string): Call =>
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
export const paymentPortal = (where: CallContext, returnUrl: string): Call =>
  asMember(post('/Member/GetPaymentProviderPortalSession', both(where, 1), { returnUrl }));

/** Default of the first segment of pass calls (WALLET-03). */
const WALLET_PREFIX = 'Wallet';

/** The signed pass of a card, as text (WALLET-01). */
export const walletCard = ({ circuitId }: CallContext, cardNumber: string, prefix: string = WALLET_PREFIX): Call => ({
  ...asMember(get(`/${prefix}/CreateLoyaltyCard/${encodeURIComponent(circuitId)}`, { cardNumber, fullJwt: true })),
  responseFormat: 'raw',
});

/** The signed pass of a ticket, as text (WALLET-02). */
export const walletTicket = ({ circuitId }: CallContext, ticketId: string, prefix: string = WALLET_PREFIX): Call => ({
  ...asMember(get(`/${prefix}/GetETicket/${encodeURIComponent(circuitId)}/${encodeURIComponent(ticketId)}`, { fullJwt: true })),
  responseFormat: 'raw',
});

/** The address that saves a pass: the template with the signed pass (WALLET-04). */
export const savePassUrl = (template: string, jwt: string): string => template.replaceAll('<signed_jwt>', () => encodeURIComponent(jwt));
