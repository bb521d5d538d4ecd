// The calls that the forms of guests and members send to the loyalty service, and how the forms handle its responses.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { openPage } from './browser.ts';
import { signIn, waitForForm, waitForSignIn } from './guest-forms.ts';
import { demoFixture } from './fixture.ts';
import { eventually, eventuallyEquals } from './wait.ts';

const demo = demoFixture('--rate-limits', 'off');
const { meridian, aster } = demo;

const IRIS = ['iris', 'lanterns-over-the-canal'] as const;
const NOOR = ['noor', 'five-houses-one-card'] as const;
const PASSWORD = 'a-lamp-in-the-fourth-row';

/** A loyalty call that a page sent. */
interface LoyaltyCall {
  /** For example `POST /Member/v3/Login`, without the query. */
  readonly call: string;
  readonly route: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Stubbed responses by call. */
type Responses = Readonly<Record<string, unknown>>;

/**
 * Opens a page in a new context, and records its loyalty calls. A call in `responses` gets that response instead of the server's.
 */
async function openRecordingCalls(responses: Responses = {}): Promise<[BrowserContext, Page, LoyaltyCall[]]> {
  const [context, page] = await openPage(demo.browser, 1440);
  const calls: LoyaltyCall[] = [];
  await page.route('**/api/cypher', async (route) => {
    const { reqMetadata, ...payload } = route.request().postDataJSON();
    assert.deepEqual(
      Object.keys(reqMetadata)
        .filter((key) => key !== 'g-recaptcha-response')
        .toSorted(),
      ['method', 'responseFormat', 'route'],
    );
    const call = `${reqMetadata.method} ${reqMetadata.route.split('?')[0]}`;
    calls.push({ call, route: reqMetadata.route, payload });
    const response = responses[call];
    await (response === undefined ? route.continue() : route.fulfill({ json: response }));
  });
  return [context, page, calls];
}

const OK = { peachCode: 0, statusCode: 200 };
const callNames = (calls: readonly LoyaltyCall[]): readonly string[] => calls.map(({ call }) => call);
const firstCall = (calls: readonly LoyaltyCall[], call: string): LoyaltyCall => {
  const match = calls.find((candidate) => candidate.call === call);
  assert.ok(match, `${call} is not among ${callNames(calls).join(', ')}`);
  return match;
};
const waitForCall = (calls: readonly LoyaltyCall[], call: string): Promise<void> =>
  eventually(call, () => callNames(calls).includes(call));

describe('signing in', () => {
  it('TRANS-02 TRANS-06 SESS-23 sends username and password in the format of the API version', async () => {
    for (const [address, [username, password], call, query] of [
      [meridian, IRIS, 'POST /Member/v3/Login', 'boxofficeCircuitId=meridian'],
      [aster, NOOR, 'POST /Member/Login', 'circuitId=aster'],
    ] as const) {
      const [context, page, calls] = await openRecordingCalls();
      await page.goto(address('/login/'));
      await waitForForm(page);
      await signIn(page, username, password);
      await waitForSignIn(page);
      const login = firstCall(calls, call);
      assert.equal(login.route.split('?')[1], query);
      assert.deepEqual(login.payload, { username, password });
      await context.close();
    }
  });
});

describe('joining', () => {
  const COMPLETE = {
    QueryString: null,
    PostValues: null,
    PostValuesModel: null,
    OtherPayments: null,
    IsNewMember: true,
    AmountPaidPaymentProvider: 0,
    Customer: { FirstName: 'June', LastName: 'Okafor', Email: 'june.calls@mail.example' },
  };

  it('REG-03 REG-05 to REG-08 REG-10 REG-11 ACT-05 ACT-06 sends the defaults, then orders the membership', async () => {
    const [context, page, calls] = await openRecordingCalls();
    await page.goto(meridian('/login/join/'));
    await waitForForm(page);
    await page.getByRole('radio').first().waitFor();
    await page.getByLabel('First name').fill('June');
    await page.getByLabel('Last name').fill('Okafor');
    await page.getByLabel('Email', { exact: true }).fill('june.calls@mail.example');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByLabel('I accept the').check();
    await page.getByRole('button', { name: 'Join for free' }).click();
    await page.getByRole('heading', { name: 'Welcome, June', level: 1 }).waitFor();

    const { payload } = firstCall(calls, 'POST /Member/v3/Create');
    assert.equal(payload['username'], 'june.calls@mail.example');
    const empty = [
      'memberId',
      'address1',
      'address2',
      'city',
      'state',
      'pickupCinemaId',
      'preferredCinemaId',
      'preferenceList',
      'memberItemId',
      'nationalId',
      'memberCardNumber',
      'zipCode',
    ];
    assert.deepEqual(
      empty.filter((key) => payload[key] !== null),
      [],
    );
    const {
      houseSize,
      memberLevelId,
      maritalStatus,
      updatePreferences,
      newsletterFrequency,
      preferredCinemaList,
      preferredGenres,
    } = payload;
    assert.deepEqual([houseSize, memberLevelId, maritalStatus, updatePreferences], [0, 0, '', false]);
    assert.deepEqual([newsletterFrequency, preferredCinemaList, preferredGenres], ['-1', [], []]);

    const [concession] = [firstCall(calls, 'POST /Member/AddMembership/meridian-main').payload['concessions']].flat();
    assert.equal(typeof concession, 'object');
    const { cost, quantity, isLoyaltyMembershipActivation } = { ...Object(concession) };
    assert.deepEqual([cost, quantity, isLoyaltyMembershipActivation], [0, 1, true]);
    const { OrderId, ...complete } = firstCall(calls, 'POST /Member/CompletePayment/').payload;
    assert.equal(typeof OrderId, 'string');
    assert.deepEqual(complete, COMPLETE);
    await context.close();
  });
});

describe('activating a membership', () => {
  const LIST = 'GET /Member/GetMembershipList/meridian-main/';
  const [SET, ADD, COMPLETE] = [
    'POST /Member/SetMemberToActivateOnComplete',
    'POST /Member/AddMembership/meridian-main',
    'POST /Member/CompletePayment/',
  ];
  const FAILURE_MESSAGE = 'We could not activate a membership with these details.';
  const listOf = (...items: readonly unknown[]) => ({
    ...OK,
    listConcessionGrouping: [{ items }, { items: [{ code: 'OTHER', memberLevelId: '9' }] }],
  });

  /** Submits the form with stubbed responses, waits until it shows that it failed, and returns the calls. */
  async function callsOfFailedActivation(responses: Responses): Promise<LoyaltyCall[]> {
    const [context, page, calls] = await openRecordingCalls(responses);
    await page.goto(meridian('/login/activate/'));
    await waitForForm(page);
    await page.getByRole('textbox', { name: 'First name' }).fill('Ann');
    await page.getByRole('textbox', { name: 'Last name' }).fill('Lee');
    await page.getByRole('textbox', { name: 'Email' }).fill('ann@mail.example');
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByText(FAILURE_MESSAGE).waitFor();
    await context.close();
    return calls.filter(({ call }) => [LIST, SET, ADD, COMPLETE].includes(call));
  }

  for (const [title, items, level] of [
    [
      'ACT-02 ACT-03 takes the first item of the first group, and sends its level as a number',
      [
        { code: 'CLUB', memberLevelId: '4' },
        { code: 'SECOND', memberLevelId: '5' },
      ],
      4,
    ],
    ['ACT-04 takes the lowest level if the level is not a number', [{ code: 'CLUB', memberLevelId: 'gold' }], 1],
  ] as const)
    it(title, async () => {
      const calls = await callsOfFailedActivation({ [LIST]: listOf(...items), [SET]: { peachCode: 85, statusCode: 85 } });
      const { memberItemId, memberLevelId, email } = firstCall(calls, SET).payload;
      assert.deepEqual([memberItemId, memberLevelId, email], ['CLUB', level, 'ann@mail.example']);
    });

  it('ACT-04 ACT-08 stops if no item has a code and a level', async () => {
    for (const list of [{ ...OK, listConcessionGrouping: [] }, listOf({ code: 'CLUB' }), listOf({ memberLevelId: '4' })])
      assert.deepEqual(callNames(await callsOfFailedActivation({ [LIST]: list })), [LIST]);
  });

  it('ACT-09 stops unless it gets a session with code 0', async () => {
    for (const response of [OK, { peachCode: 85, statusCode: 85, userSessionId: 'u1' }])
      assert.deepEqual(
        callNames(await callsOfFailedActivation({ [LIST]: listOf({ code: 'CLUB', memberLevelId: '4' }), [SET]: response })),
        [LIST, SET],
      );
  });

  it('ACT-01 ACT-10 stops if no order is created', async () => {
    const calls = await callsOfFailedActivation({
      [LIST]: listOf({ code: 'CLUB', memberLevelId: '4' }),
      [SET]: { ...OK, userSessionId: 'u1' },
      [ADD]: OK,
    });
    assert.deepEqual(callNames(calls), [LIST, SET, ADD]);
    const { userSessionId, emailAddress } = firstCall(calls, ADD).payload;
    assert.deepEqual([userSessionId, emailAddress], ['u1', 'ann@mail.example']);
  });
});

describe('a forgotten password', () => {
  /** Requests a reset link, and returns the target URL that the page sent for the mail. */
  async function requestedLink(address: (path: string) => string, email: string, call: string): Promise<URL> {
    const [context, page, calls] = await openRecordingCalls();
    await page.goto(address('/login/forgot-password/'));
    await waitForForm(page);
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.keyboard.press('Enter');
    await waitForCall(calls, call);
    await context.close();
    const query = new URLSearchParams(firstCall(calls, call).route.split('?')[1]);
    return new URL(query.get('resetPasswordLink') ?? '');
  }

  /** Opens a reset link and saves a new password. */
  async function saveNewPassword(page: Page, address: string): Promise<void> {
    await page.goto(address);
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(PASSWORD);
    await page.getByRole('textbox', { name: 'Repeat the new password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Save password' }).click();
  }

  it('RESET-01 RESET-02 RESET-03 RESET-05 requests a link to the sign-in page, with the email and an empty code', async () => {
    const link = await requestedLink(meridian, 'a@mail.example', 'GET /Member/v3/GetResetPasswordCode');
    assert.equal(link.origin + link.pathname, meridian('/login/'));
    assert.deepEqual(
      [...link.searchParams],
      [
        ['email', 'a@mail.example'],
        ['resetCode', ''],
      ],
    );
  });

  it('RESET-10 RESET-13 version 3 posts the new password at once', async () => {
    const [context, page, calls] = await openRecordingCalls({ 'POST /Member/v3/ResetPassword': OK });
    await saveNewPassword(page, meridian('/login/?email=a%40mail.example&resetCode=c-1'));
    await page.getByText('Your password is changed.').waitFor();
    assert.deepEqual(firstCall(calls, 'POST /Member/v3/ResetPassword').payload, {
      password: PASSWORD,
      resetCode: 'c-1',
      membershipId: '',
    });
    assert.equal(
      callNames(calls).some((call) => call.includes('Validate')),
      false,
    );
    await context.close();
  });

  it('RESET-10 RESET-12 version 1 checks the code first, and code 57 stops it', async () => {
    const [check, reset] = ['GET /Member/ValidatePasswordResetCode', 'POST /Member/ResetPassword'];
    const [context, page, calls] = await openRecordingCalls({ [check]: OK, [reset]: OK });
    await saveNewPassword(page, aster('/login/?email=a%40mail.example&resetCode=c-1'));
    await page.getByText('Your password is changed.').waitFor();
    assert.deepEqual(
      callNames(calls).filter((call) => call.includes('Password')),
      [check, reset],
    );
    const { password, resetCode } = firstCall(calls, reset).payload;
    assert.deepEqual([password, resetCode], [PASSWORD, 'c-1']);
    await context.close();
    const [otherContext, otherPage, otherCalls] = await openRecordingCalls({
      [check]: { peachCode: 57, statusCode: 200 },
      [reset]: OK,
    });
    await saveNewPassword(otherPage, aster('/login/?email=a%40mail.example&resetCode=c-2'));
    await otherPage.getByRole('alert').getByText('Invalid reset code (Code: 57)').waitFor();
    assert.equal(callNames(otherCalls).includes(reset), false);
    await otherContext.close();
  });
});

describe('favorites', () => {
  const [FILMS, THEATERS] = ['GET /Member/v3/GetFavoriteFilms', 'GET /Member/v3/GetFavoriteCinemas'];

  /** Signs in, opens a page of the member area, and records the calls. */
  async function openAsMember(
    responses: Responses,
    address: (path: string) => string,
    [name, password]: readonly [string, string],
    path: string,
  ): Promise<[BrowserContext, Page, LoyaltyCall[]]> {
    const [context, page, calls] = await openRecordingCalls(responses);
    await page.goto(address(`/login/?next=${encodeURIComponent(path)}`));
    await waitForForm(page);
    await signIn(page, name, password);
    await page.waitForURL(address(path));
    return [context, page, calls];
  }

  it('WATCH-05 are not requested for a guest', async () => {
    const [context, page, calls] = await openRecordingCalls();
    await page.goto(meridian('/movies/'));
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.deepEqual(
      callNames(calls).filter((call) => call.includes('Favorite')),
      [],
    );
    await context.close();
  });

  it('WATCH-02 WATCH-03 WATCH-04 the watchlist accepts film ids and product ids', async () => {
    for (const response of [{ ...OK, externalFilmIds: ['318204'] }, { ...OK, productIds: [318204] }, [318204]]) {
      const [context, page, calls] = await openAsMember({ [FILMS]: response }, meridian, IRIS, '/login/watchlist/');
      await page.getByRole('main').getByRole('link', { name: 'The Salt Cartographer', exact: true }).waitFor();
      await eventuallyEquals(() => page.getByRole('button', { name: /^Remove / }).count(), 1);
      assert.ok(callNames(calls).includes(FILMS));
      await context.close();
    }
  });

  it('FAV-03 FAV-04 FAV-10 theaters are requested and removed only with version 3', async () => {
    const [context, page, calls] = await openAsMember({}, meridian, IRIS, '/login/theaters/');
    await page.getByRole('button', { name: 'Remove Meridian' }).click();
    await page.getByText('No favorite theater yet').waitFor();
    assert.ok(callNames(calls).includes(THEATERS));
    assert.deepEqual(firstCall(calls, 'POST /Member/v3/RemoveFavoriteCinema').payload, { boxofficeCinemaId: 'meridian-main' });
    await context.close();
    const [otherContext, , otherCalls] = await openAsMember({}, aster, NOOR, '/login/');
    await waitForCall(otherCalls, 'POST /Member/Login');
    assert.equal(
      callNames(otherCalls).some((call) => call.includes('FavoriteCinemas')),
      false,
    );
    await otherContext.close();
  });
});

describe('a forgotten password with TAPOS', () => {
  before(() => {
    demo.server.configure('meridian', (_, settings) => {
      settings['loyalty'] = { ...Object(settings['loyalty']), provider: 'TAPOS' };
    });
  });

  it('RESET-02 RESET-03 RESET-07 RESET-08 requests a link with a token and without an email, and posts the uid and the token of the link', async () => {
    const [context, page, calls] = await openRecordingCalls({ 'POST /Member/v3/ResetPassword': OK });
    await eventually('the new provider is served', async () =>
      (await (await page.request.get(meridian('/api/member-area.json'))).text()).includes('"TAPOS"'),
    );
    await page.goto(meridian('/login/forgot-password/'));
    await waitForForm(page);
    await page.getByRole('textbox', { name: 'Email' }).fill('a@mail.example');
    await page.keyboard.press('Enter');
    await waitForCall(calls, 'GET /Member/v3/GetResetPasswordCode');
    const query = new URLSearchParams(firstCall(calls, 'GET /Member/v3/GetResetPasswordCode').route.split('?')[1]);
    assert.deepEqual([...new URL(query.get('resetPasswordLink') ?? '').searchParams], [['token', '1']]);
    await page.goto(meridian('/login/?uid=42&token=XYZ'));
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(PASSWORD);
    await page.getByRole('textbox', { name: 'Repeat the new password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Your password is changed.').waitFor();
    assert.deepEqual(firstCall(calls, 'POST /Member/v3/ResetPassword').payload, {
      password: PASSWORD,
      resetCode: 'XYZ',
      membershipId: '',
      uid: '42',
    });
    await context.close();
  });
});
