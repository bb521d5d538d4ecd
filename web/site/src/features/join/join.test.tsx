import type { MemberArea, MemberPage } from '@marquee/api/schema.gen.ts';
import { offersOf } from '@marquee/rules/loyalty/club/offers.ts';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { LATER_CATALOGS } from '../../messages/all.ts';
import { AREA as SAMPLE_AREA } from '@marquee/testkit/pages/member.tsx';
import { samplePage } from '@marquee/testkit/pages/samples.ts';
import { LaterMessagesProvider } from '../../state/later.ts';
import { MemberQueries } from '../../state/member/queries.ts';
import { MemberProvider } from '../../state/member/use-member.ts';
import { PageProvider } from '../../state/page.ts';
import { GiftCard } from './GiftCard.tsx';
import { Join } from './Join.tsx';
import { JoinedView } from './JoinedView.tsx';
import { Memberships } from './Memberships.tsx';
import { joinLabel, offerCard } from './offer-card.ts';

/** A program with nothing but an account. */
const AREA: MemberArea = {
  ...SAMPLE_AREA,
  circuitId: 'c',
  cinemaId: '',
  clubId: '',
  type: 'NONE',
  balanceTypes: [],
  scannableCodeFormat: '',
  cardType: '',
  ticketingUrl: '',
  allowExpiredAccountsLogin: false,
  walletSaveUrl: '',
  passwordPolicy: 'BOOST_POS',
  passwordLength: 8,
};
const theaters = ['Canal Street', 'Harbor'].map((name) => ({ id: name, name, address: '', timeZone: 'America/Detroit', href: '' }));
const memberPage = (area: Partial<MemberArea> = {}): MemberPage => ({ screen: 'join', area: { ...AREA, ...area }, theaters });
const EN = LATER_CATALOGS.en.join;

/** As the server renders it. */
function html(element: ReactElement, area: MemberArea = AREA): string {
  return renderToString(
    <PageProvider page={samplePage('aster-home')}>
      <LaterMessagesProvider messages={LATER_CATALOGS.en}>
        <MemberProvider value={{ area, member: undefined }}>
          <MemberQueries>{element}</MemberQueries>
        </MemberProvider>
      </LaterMessagesProvider>
    </PageProvider>,
  );
}

describe('the join form, as the server renders it', () => {
  const page = html(<Join page={memberPage()} />);

  it('REG-12 has every field by its name, and sends no password in an address', () => {
    expect(page).toContain('method="post"');
    for (const name of [
      'firstName',
      'lastName',
      'email',
      'mobileNumber',
      'password',
      'preferredCinemaId',
      'sendNewsletter',
      'wishToReceiveSMS',
      'contactByThirdParty',
    ])
      expect(page).toContain(`name="${name}"`);
    expect(page.match(/<h1/g)).toHaveLength(1);
  });

  it('VALID-05 VALID-07 lists the rules of the site’s passwords', () => {
    for (const rule of ['At least 8 characters', '1 lowercase letter', '1 uppercase letter', '1 number', '1 special character'])
      expect(page).toContain(rule);
    const lengthOnly: Partial<MemberArea> = { passwordPolicy: 'DEFAULT', passwordLength: 12 };
    expect(html(<Join page={memberPage(lengthOnly)} />, { ...AREA, ...lengthOnly })).toContain('At least 12 characters');
  });

  it('ROLE-09 has the site’s own words as its heading, else the site’s name', () => {
    expect(html(<Join page={memberPage({ guestSignupTabButton: 'Join the Club' })} />)).toMatch(/<h1[^>]*>Join the Club</);
    expect(page).toMatch(/<h1[^>]*>Join Aster/);
  });

  it('LINK-09 opens the privacy policy in a new window', () => {
    expect(page).toMatch(/<a[^>]*href="\/privacy\/"[^>]*target="_blank"[^>]*aria-label="privacy policy \(Opens in a new window\)"/);
  });

  it('shows the country’s code, because the server has no country names', () => {
    expect(page).toContain('<option value="US" selected="">US (+1)</option>');
  });

  it('has no choice of favorite theater if there is only one', () => {
    expect(html(<Join page={{ ...memberPage(), theaters: theaters.slice(1) }} />)).not.toContain('preferredCinemaId');
  });
});

describe('the memberships', () => {
  const [free, gold] = offersOf({
    listConcessionGrouping: [
      {
        items: [
          {
            code: 'A',
            name: 'Club',
            description: 'Points. A birthday seat.',
            price: { amount: 0, currency: 'USD' },
            memberLevelId: '1',
            durationMonths: 12,
          },
          {
            code: 'B',
            name: 'Gold',
            description: '',
            price: { amount: 6000, currency: 'USD' },
            memberLevelId: '2',
            durationMonths: 12,
          },
        ],
      },
    ],
  });

  it('CALL-28 are cards with price and benefits', () => {
    expect(free && offerCard(free, EN, 'en-US')).toEqual({
      value: 'A',
      title: 'Club',
      price: 'Free',
      per: undefined,
      points: ['Points', 'A birthday seat'],
    });
    expect(gold && offerCard(gold, EN, 'en-US')).toEqual({ value: 'B', title: 'Gold', price: '$60', per: 'a year', points: [] });
  });

  it.each([
    [1, '$60 a month'],
    [6, '$60 for 6 months'],
    [0, '$60'],
  ])('name the price for %i months', (months, text) => {
    expect(gold && joinLabel({ ...gold, months }, EN, 'en-US')).toBe(`Join for ${text}`);
  });

  it('ux 10 the button names the price', () => {
    expect([undefined, free, gold].map((offer) => joinLabel(offer, EN, 'en-US'))).toEqual([
      'Join',
      'Join for free',
      'Join for $60 a year',
    ]);
  });

  const shown = (offers: Parameters<typeof Memberships>[0]['offers']) =>
    html(<Memberships offers={offers} value="A" onChange={() => undefined} />);

  it('are absent if a site has none, and can be requested again after a failure', () => {
    expect(shown({ kind: 'ready', data: [], isFetching: false })).toBe('');
    expect(shown({ kind: 'failed', failure: { kind: 'unreachable' }, text: 'No box office', retry: () => undefined })).toMatch(
      /role="alert".*No box office.*Try again/,
    );
    expect(shown({ kind: 'loading' })).toContain('Loading the memberships');
    expect(shown({ kind: 'ready', data: free && gold ? [free, gold] : [], isFetching: false })).toMatch(
      /type="radio" checked="" [^>]*value="A"|value="A"[^>]*checked=""|checked=""[^>]*value="A"/,
    );
  });
});

describe('the result of joining', () => {
  const person = { email: 'june@mail.example', phoneNumber: '', firstname: 'June', lastname: 'Okafor' };

  it('ACT-11 names the active membership and links to the account', () => {
    const page = html(<JoinedView page={memberPage()} result={{ access: 'signedIn', person, active: 'Club' }} />);
    expect(page).toMatch(/Welcome, June.*Your Club membership is active\..*href="\/login\/"/);
  });

  it('ACT-12 says that a membership is not sold online or that the sale failed', () => {
    expect(
      html(
        <JoinedView
          page={memberPage()}
          result={{ access: 'signIn', person, active: 'Club', unavailable: { name: 'Gold', isSold: false } }}
        />,
      ),
    ).toContain('The Gold membership cannot be bought online. Ask at our box office.');
    expect(
      html(<JoinedView page={memberPage()} result={{ access: 'signIn', person, unavailable: { name: 'Gold', isSold: true } }} />),
    ).toContain('Your purchase of the Gold membership did not go through.');
  });

  it('security 2.5 names the address that must be confirmed first', () => {
    expect(html(<JoinedView page={memberPage()} result={{ access: 'confirmEmail', person, active: 'Club' }} />)).toMatch(
      /Check your email.*june@mail\.example.*Send it again/,
    );
  });
});

it('CALL-36 the gift card form asks for number and PIN', () => {
  const page = html(<GiftCard page={{ ...memberPage(), screen: 'giftCard' }} />);
  expect(page).toMatch(/<h1[^>]*>Gift card balance/);
  for (const name of ['cardNumber', 'pin']) expect(page).toContain(`name="${name}"`);
});
