import type { SearchEntry } from '@marquee/api/schema.gen.ts';
import { cardsOf } from '@marquee/rules/loyalty/club/cards.ts';
import { withShowChange } from '@marquee/rules/loyalty/payments/changed-shows.ts';
import { ordersOf } from '@marquee/rules/loyalty/payments/orders.ts';
import { profileOf } from '@marquee/rules/loyalty/account/profile.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { attribute, tags, visibleText } from '@marquee/testkit/pages/markup.tsx';
import { memberMarkup } from '@marquee/testkit/pages/member.tsx';
import { CardRow } from './cards/CardRow.tsx';
import { FilmTile, MissingFilmTile } from './FilmTile.tsx';
import { OrderRow } from './orders/OrderRow.tsx';
import { ProfileFields } from './profile/ProfileFields.tsx';
import { SectionSkeleton } from './SectionSkeleton.tsx';

const KESTREL: SearchEntry = {
  kind: 'film',
  title: 'Kestrel',
  href: '/movies/317655-kestrel/',
  when: 'Mon, Nov 30',
  picture: { id: 'p1', w: 800, h: 1200 },
};

describe('a loading section', () => {
  it('has placeholder boxes', () => {
    expect(memberMarkup(<SectionSkeleton shape="rows" count={3} />)).toMatch(
      /<p class="sr">Loading<\/p><div class="[^"]+" aria-hidden="true">/,
    );
  });
});

describe('the watchlist', () => {
  it('WATCH-02 shows a film with its link, poster and next showtime', () => {
    const markup = memberMarkup(<FilmTile film={KESTREL} onRemove={() => Promise.resolve()} />);
    expect(attribute(tags(markup, 'a')[0] ?? '', 'href')).toBe('/movies/317655-kestrel/');
    expect(visibleText(markup)).toBe('Kestrel Mon, Nov 30 Remove');
    expect(attribute(tags(markup, 'img')[0] ?? '', 'alt')).toBe('');
    expect(attribute(tags(markup, 'button')[0] ?? '', 'aria-label')).toBe('Remove Kestrel');
    expect(visibleText(memberMarkup(<FilmTile film={{ ...KESTREL, when: '' }} />))).toBe('Kestrel Coming soon');
  });

  it('WATCH-02 has a text for a film that the site no longer has', () => {
    const markup = memberMarkup(<MissingFilmTile onRemove={() => Promise.resolve()} />);
    expect(visibleText(markup)).toBe('No longer showing Remove');
    expect(attribute(tags(markup, 'button')[0] ?? '', 'aria-label')).toBe('Remove A film that is no longer showing');
  });
});

describe('orders', () => {
  const ORDER = {
    orderId: 'o1',
    movieTitle: 'Kestrel',
    cinemaName: 'Meridian',
    screenName: 'Screen 1',
    bookingReference: 'MER-1041',
    orderedAt: '2019-11-09T20:00:00Z',
    showtimeAt: '2019-11-09T20:00:00Z',
    tickets: [{ name: 'Adult', quantity: 2 }],
    concessions: [{ name: 'Lemonade', quantity: 1 }],
    total: { amount: 2700, currency: 'USD' },
    status: 'COMPLETED',
  };
  const row = (change: object, full = false, points: number | undefined = 27): string =>
    memberMarkup(
      <QueryClientProvider client={new QueryClient()}>
        {ordersOf({ orders: [{ ...ORDER, ...change }] }).map((order) => (
          <OrderRow key={order.id} order={order} points={points} full={full} />
        ))}
      </QueryClientProvider>,
    );

  it('CALL-19 CALL-20 show the film, the date, the price and the points earned', () => {
    expect(visibleText(row({}))).toBe('Kestrel Nov 9, 2019 · 2 seats $27.00 +27 points');
    expect(visibleText(row({}, true))).toBe(
      'Kestrel Nov 9, 2019 · 2 seats Meridian · Screen 1 2 × Adult, 1 × Lemonade Booking MER-1041 $27.00 +27 points',
    );
  });

  it('say that an upcoming show was canceled or moved', () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const textWith = (fields: object, change: object = {}): string =>
      visibleText(
        memberMarkup(
          <QueryClientProvider client={new QueryClient()}>
            {ordersOf({ orders: [{ ...ORDER, showtimeAt: at, cinemaId: 'T1', ...change }] }).map((order) => (
              <OrderRow
                key={order.id}
                order={withShowChange(order, [{ theater: 'T1', titles: ['Kestrel'], announced: [at], ...fields }])}
                points={27}
              />
            ))}
          </QueryClientProvider>,
        ),
      );
    expect(textWith({})).toMatch(/\$27\.00 This show was canceled$/);
    expect(textWith({ nowAt: '2019-11-10T02:15:00Z' })).toMatch(/\$27\.00 New time: .*:15 [AP]M$/);
    expect(textWith({ theater: 'T2' })).toMatch(/E-ticket$/);
    expect(textWith({}, { status: 'REFUNDED' })).toMatch(/Refunded$/);
  });

  it('CALL-19 name the e-ticket of an upcoming show, the status of a refunded order, and a price in points', () => {
    expect(visibleText(row({ showtimeAt: new Date(Date.now() + 3_600_000).toISOString() }))).toContain('E-ticket');
    expect(visibleText(row({ status: 'REFUNDED' }))).toMatch(/\$27\.00 Refunded$/);
    expect(visibleText(row({ total: { amount: 150, currency: 'POINTS' }, movieTitle: '', tickets: [] }))).toContain('150 points');
  });

  it('CALL-19 for a reward show only its points, and its name once', () => {
    const reward = {
      kind: 'REWARD',
      movieTitle: null,
      showtimeAt: null,
      tickets: [],
      concessions: [{ name: 'Small popcorn', quantity: 1 }],
      bookingReference: null,
      cinemaName: null,
      screenName: null,
    };
    const markup = row({ ...reward, total: { amount: 0, currency: 'POINTS' } }, true);
    expect(visibleText(markup)).toMatch(/^Small popcorn Nov \d+, 2019 \+27 points$/);
    expect(tags(markup, 'path')).toHaveLength(1);
  });
});

describe('cards', () => {
  const [active, lost] = cardsOf({
    cards: [
      { cardCode: 'MRD4471082953', status: 'ACTIVE', issuedAt: '2023-03-02T12:00:00Z', isPrimary: true },
      { cardCode: 'L1', status: 'LOST' },
    ],
  });
  it('CALL-34 CALL-35 can be reported lost and deleted, with the number in the accessible names', () => {
    const markup = memberMarkup(
      active === undefined ? null : <CardRow card={active} isOnlyCard={false} onLost={() => {}} onDelete={() => {}} />,
    );
    expect(visibleText(markup)).toBe('MRD 4471 0829 53 In use since March 2023 Main card Report lost Delete');
    expect(tags(markup, 'button').map((button) => attribute(button, 'aria-label'))).toEqual([
      'Report lost, card MRD 4471 0829 53',
      'Delete card MRD 4471 0829 53',
    ]);
  });

  it('CALL-35 that are lost have no actions', () => {
    const markup = memberMarkup(
      lost === undefined ? null : <CardRow card={lost} isOnlyCard={false} onLost={() => {}} onDelete={() => {}} />,
    );
    expect(visibleText(markup)).toBe('L 1 Reported lost, blocked');
    expect(tags(markup, 'button')).toEqual([]);
  });
});

describe('a profile', () => {
  const IRIS = profileOf({ firstName: 'Iris', email: 'iris@example.org', country: 'US' });
  const fields = () =>
    memberMarkup(
      <ProfileFields
        id="p"
        profile={IRIS}
        phone={{ country: 'US', text: '' }}
        errorOf={(name) => (name === 'lastName' ? 'This field is required' : undefined)}
        onChange={() => {}}
        onPhone={() => {}}
      />,
    );

  it('CALL-08 has a labeled field for each editable value, and marks invalid ones', () => {
    const markup = fields();
    const inputs = tags(markup, 'input');
    const ids = inputs.map((input) => attribute(input, 'id'));
    expect(ids).toEqual([
      'p-firstName',
      'p-lastName',
      'p-email',
      'p-mobileNumber',
      'p-dateOfBirth',
      'p-address1',
      'p-address2',
      'p-zipCode',
      'p-city',
      'p-state',
      'p-sendNewsletter',
      'p-wishToReceiveSMS',
      'p-contactByThirdParty',
    ]);
    expect(attribute(inputs[0] ?? '', 'value')).toBe('Iris');
    expect(attribute(inputs[1] ?? '', 'aria-invalid')).toBe('true');
    expect(attribute(inputs[1] ?? '', 'aria-describedby')).toBe('p-lastName-error');
    expect(attribute(inputs[2] ?? '', 'autoComplete') ?? attribute(inputs[2] ?? '', 'autocomplete')).toBe('email');
  });
});
