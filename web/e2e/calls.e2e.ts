// What the forms of guests and members send to the loyalty service, and what they do with its answers, in the real program.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { open } from './browser.ts';
import { ready, signIn, signedIn } from './guests.ts';
import { stage } from './stage.ts';
import { becomes, eventually } from './visit.ts';

const demo = stage('--rate-limits', 'off');
const { meridian, aster } = demo;

const IRIS = ['iris', 'lanterns-over-the-canal'] as const;
const NOOR = ['noor', 'five-houses-one-card'] as const;
const PASSWORD = 'a-lamp-in-the-fourth-row';

/** A call as the page sent it. */
interface SentCall {
  /** For example `POST /Member/v3/Login`, without the query. */
  readonly call: string;
  readonly route: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

type Answers = Readonly<Record<string, unknown>>;

/** A new visitor's page whose calls are noted; the calls that `answers` names get that answer instead of the server's. */
async function noted(answers: Answers = {}): Promise<[BrowserContext, Page, SentCall[]]> {
  const [context, page] = await open(demo.browser, 1440);
  const sent: SentCall[] = [];
  await page.route('**/api/cypher', async (route) => {
    const { reqMetadata, ...payload } = route.request().postDataJSON();
    assert.deepEqual(
      Object.keys(reqMetadata)
        .filter((key) => key !== 'g-recaptcha-response')
        .toSorted(),
      ['method', 'responseFormat', 'route'],
    );
    const call = `${reqMetadata.method} ${reqMetadata.route.split('?')[0]}`;
    sent.push({ call, route: reqMetadata.route, payload });
    const answer = answers[call];
    await (answer === undefined ? route.continue() : route.fulfill({ json: answer }));
  });
  return [context, page, sent];
}

const OK = { peachCode: 0, statusCode: 200 };
const callsOf = (sent: readonly SentCall[]): readonly string[] => sent.map(({ call }) => call);
const one = (sent: readonly SentCall[], call: string): SentCall => {
  const found = sent.find((each) => each.call === call);
  assert.ok(found, `${call} is not among ${callsOf(sent).join(', ')}`);
  return found;
};
const isSent = (sent: readonly SentCall[], call: string): Promise<void> => eventually(call, () => callsOf(sent).includes(call));

describe('signing in', () => {
  it('TRANS-02 TRANS-06 SESS-23 sends user name and password as the version of the API has them', async () => {
    for (const [address, [username, password], call, query] of [
      [meridian, IRIS, 'POST /Member/v3/Login', 'boxofficeCircuitId=meridian'],
      [aster, NOOR, 'POST /Member/Login', 'circuitId=aster'],
    ] as const) {
      const [context, page, sent] = await noted();
      await page.goto(address('/login/'));
      await ready(page);
      await signIn(page, username, password);
      await signedIn(page);
      const login = one(sent, call);
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
    const [context, page, sent] = await noted();
    await page.goto(meridian('/login/join/'));
    await ready(page);
    await page.getByRole('radio').first().waitFor();
    await page.getByLabel('First name').fill('June');
    await page.getByLabel('Last name').fill('Okafor');
    await page.getByLabel('Email', { exact: true }).fill('june.calls@mail.example');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByLabel('I accept the').check();
    await page.getByRole('button', { name: 'Join for free' }).click();
    await page.getByRole('heading', { name: 'Welcome, June', level: 1 }).waitFor();

    const { payload } = one(sent, 'POST /Member/v3/Create');
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

    const [concession] = [one(sent, 'POST /Member/AddMembership/meridian-main').payload['concessions']].flat();
    assert.equal(typeof concession, 'object');
    const { cost, quantity, isLoyaltyMembershipActivation } = { ...Object(concession) };
    assert.deepEqual([cost, quantity, isLoyaltyMembershipActivation], [0, 1, true]);
    const { OrderId, ...complete } = one(sent, 'POST /Member/CompletePayment/').payload;
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
  const FAILED = 'We could not activate a membership with these details.';
  const listOf = (...items: readonly unknown[]) => ({
    ...OK,
    listConcessionGrouping: [{ items }, { items: [{ code: 'OTHER', memberLevelId: '9' }] }],
  });

  /** Fills in the form with these answers of the service, and returns the calls once the form says that it failed. */
  async function failing(answers: Answers): Promise<SentCall[]> {
    const [context, page, sent] = await noted(answers);
    await page.goto(meridian('/login/activate/'));
    await ready(page);
    await page.getByRole('textbox', { name: 'First name' }).fill('Ann');
    await page.getByRole('textbox', { name: 'Last name' }).fill('Lee');
    await page.getByRole('textbox', { name: 'Email' }).fill('ann@mail.example');
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByText(FAILED).waitFor();
    await context.close();
    return sent.filter(({ call }) => [LIST, SET, ADD, COMPLETE].includes(call));
  }

  for (const [rule, items, level] of [
    [
      'ACT-02 ACT-03 the first item of the first group counts, and its level is a number',
      [
        { code: 'CLUB', memberLevelId: '4' },
        { code: 'SECOND', memberLevelId: '5' },
      ],
      4,
    ],
    ['ACT-04 a level that is not a number is the lowest', [{ code: 'CLUB', memberLevelId: 'gold' }], 1],
  ] as const)
    it(rule, async () => {
      const sent = await failing({ [LIST]: listOf(...items), [SET]: { peachCode: 85, statusCode: 85 } });
      const { memberItemId, memberLevelId, email } = one(sent, SET).payload;
      assert.deepEqual([memberItemId, memberLevelId, email], ['CLUB', level, 'ann@mail.example']);
    });

  it('ACT-04 ACT-08 stops without an item that has a code and a level', async () => {
    for (const list of [{ ...OK, listConcessionGrouping: [] }, listOf({ code: 'CLUB' }), listOf({ memberLevelId: '4' })])
      assert.deepEqual(callsOf(await failing({ [LIST]: list })), [LIST]);
  });

  it('ACT-09 stops without a session that has code 0', async () => {
    for (const answer of [OK, { peachCode: 85, statusCode: 85, userSessionId: 'u1' }])
      assert.deepEqual(callsOf(await failing({ [LIST]: listOf({ code: 'CLUB', memberLevelId: '4' }), [SET]: answer })), [
        LIST,
        SET,
      ]);
  });

  it('ACT-01 ACT-10 stops without an order', async () => {
    const sent = await failing({
      [LIST]: listOf({ code: 'CLUB', memberLevelId: '4' }),
      [SET]: { ...OK, userSessionId: 'u1' },
      [ADD]: OK,
    });
    assert.deepEqual(callsOf(sent), [LIST, SET, ADD]);
    const { userSessionId, emailAddress } = one(sent, ADD).payload;
    assert.deepEqual([userSessionId, emailAddress], ['u1', 'ann@mail.example']);
  });
});

describe('a forgotten password', () => {
  /** Asks for a link at a site, and returns the address that the mail shall lead to. */
  async function linkAskedFor(address: (path: string) => string, email: string, call: string): Promise<URL> {
    const [context, page, sent] = await noted();
    await page.goto(address('/login/forgot-password/'));
    await ready(page);
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.keyboard.press('Enter');
    await isSent(sent, call);
    await context.close();
    const query = new URLSearchParams(one(sent, call).route.split('?')[1]);
    return new URL(query.get('resetPasswordLink') ?? '');
  }

  /** Chooses a new password on the page of a link. */
  async function choose(page: Page, address: string): Promise<void> {
    await page.goto(address);
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(PASSWORD);
    await page.getByRole('textbox', { name: 'Repeat the new password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Save password' }).click();
  }

  it('RESET-01 RESET-02 RESET-03 RESET-05 asks for a link to its own page, with the email and an empty code', async () => {
    const link = await linkAskedFor(meridian, 'a@mail.example', 'GET /Member/v3/GetResetPasswordCode');
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
    const [context, page, sent] = await noted({ 'POST /Member/v3/ResetPassword': OK });
    await choose(page, meridian('/login/?email=a%40mail.example&resetCode=c-1'));
    await page.getByText('Your password is changed.').waitFor();
    assert.deepEqual(one(sent, 'POST /Member/v3/ResetPassword').payload, {
      password: PASSWORD,
      resetCode: 'c-1',
      membershipId: '',
    });
    assert.equal(
      callsOf(sent).some((call) => call.includes('Validate')),
      false,
    );
    await context.close();
  });

  it('RESET-10 RESET-12 version 1 checks the code first, and code 57 stops it', async () => {
    const [check, reset] = ['GET /Member/ValidatePasswordResetCode', 'POST /Member/ResetPassword'];
    const [context, page, sent] = await noted({ [check]: OK, [reset]: OK });
    await choose(page, aster('/login/?email=a%40mail.example&resetCode=c-1'));
    await page.getByText('Your password is changed.').waitFor();
    assert.deepEqual(
      callsOf(sent).filter((call) => call.includes('Password')),
      [check, reset],
    );
    const { password, resetCode } = one(sent, reset).payload;
    assert.deepEqual([password, resetCode], [PASSWORD, 'c-1']);
    await context.close();
    const [other, stopped, calls] = await noted({ [check]: { peachCode: 57, statusCode: 200 }, [reset]: OK });
    await choose(stopped, aster('/login/?email=a%40mail.example&resetCode=c-2'));
    await stopped.getByRole('alert').getByText('Invalid reset code (Code: 57)').waitFor();
    assert.equal(callsOf(calls).includes(reset), false);
    await other.close();
  });
});

describe('favorites', () => {
  const [FILMS, THEATERS] = ['GET /Member/v3/GetFavoriteFilms', 'GET /Member/v3/GetFavoriteCinemas'];

  /** Signs in and opens a page of the member area. */
  async function member(
    answers: Answers,
    address: (path: string) => string,
    [name, password]: readonly [string, string],
    path: string,
  ): Promise<[BrowserContext, Page, SentCall[]]> {
    const [context, page, sent] = await noted(answers);
    await page.goto(address(`/login/?next=${encodeURIComponent(path)}`));
    await ready(page);
    await signIn(page, name, password);
    await page.waitForURL(address(path));
    return [context, page, sent];
  }

  it('WATCH-05 nothing is asked for a guest', async () => {
    const [context, page, sent] = await noted();
    await page.goto(meridian('/movies/'));
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    assert.deepEqual(
      callsOf(sent).filter((call) => call.includes('Favorite')),
      [],
    );
    await context.close();
  });

  it('WATCH-02 WATCH-03 WATCH-04 the watchlist is read from ids of films and of products', async () => {
    for (const answer of [{ ...OK, externalFilmIds: ['318204'] }, { ...OK, productIds: [318204] }, [318204]]) {
      const [context, page, sent] = await member({ [FILMS]: answer }, meridian, IRIS, '/login/watchlist/');
      await page.getByRole('main').getByRole('link', { name: 'The Salt Cartographer', exact: true }).waitFor();
      await becomes(() => page.getByRole('button', { name: /^Remove / }).count(), 1);
      assert.ok(callsOf(sent).includes(FILMS));
      await context.close();
    }
  });

  it('FAV-03 FAV-04 FAV-10 theaters are asked for and removed with version 3 only', async () => {
    const [context, page, sent] = await member({}, meridian, IRIS, '/login/theaters/');
    const remove = page.getByRole('button', { name: 'Remove Meridian' });
    await remove.click();
    await page.getByText('No favorite theater yet').waitFor();
    assert.ok(callsOf(sent).includes(THEATERS));
    assert.deepEqual(one(sent, 'POST /Member/v3/RemoveFavoriteCinema').payload, { boxofficeCinemaId: 'meridian-main' });
    await context.close();
    const [other, , calls] = await member({}, aster, NOOR, '/login/');
    await isSent(calls, 'POST /Member/Login');
    assert.equal(
      callsOf(calls).some((call) => call.includes('FavoriteCinemas')),
      false,
    );
    await other.close();
  });
});

describe('a forgotten password with TAPOS', () => {
  before(() => {
    demo.program.configure('meridian', (_, settings) => {
      settings['loyalty'] = { ...Object(settings['loyalty']), provider: 'TAPOS' };
    });
  });

  it('RESET-02 RESET-03 RESET-07 RESET-08 has a token and no email in its link, and sends uid and token on', async () => {
    const [context, page, sent] = await noted({ 'POST /Member/v3/ResetPassword': OK });
    await eventually('the provider is in force', async () =>
      (await (await page.request.get(meridian('/api/member-area.json'))).text()).includes('"TAPOS"'),
    );
    await page.goto(meridian('/login/forgot-password/'));
    await ready(page);
    await page.getByRole('textbox', { name: 'Email' }).fill('a@mail.example');
    await page.keyboard.press('Enter');
    await isSent(sent, 'GET /Member/v3/GetResetPasswordCode');
    const query = new URLSearchParams(one(sent, 'GET /Member/v3/GetResetPasswordCode').route.split('?')[1]);
    assert.deepEqual([...new URL(query.get('resetPasswordLink') ?? '').searchParams], [['token', '1']]);
    await page.goto(meridian('/login/?uid=42&token=XYZ'));
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(PASSWORD);
    await page.getByRole('textbox', { name: 'Repeat the new password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Your password is changed.').waitFor();
    assert.deepEqual(one(sent, 'POST /Member/v3/ResetPassword').payload, {
      password: PASSWORD,
      resetCode: 'XYZ',
      membershipId: '',
      uid: '42',
    });
    await context.close();
  });
});
