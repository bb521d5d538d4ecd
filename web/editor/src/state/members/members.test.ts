import { describe, expect, it } from 'vitest';
import { highlighted } from './highlight.ts';
import { OFFER_FIELDS, faultOf, fieldsOf, idField, initialValues, requestOf, theatersText } from './kinds.ts';
import { amountText, membershipOfLevel, moneyText, newRequestId, oneUnit, parseAmount, parsePoints } from './points.ts';
import { changedFields, changesOf, memberOf, orderOf, trailOf, undoOf } from './records.ts';

describe('points', () => {
  it('are typed with or without sign and spaces', () => {
    for (const [typed, points] of [
      ['100', 100],
      ['+ 100', 100],
      ['-50', -50],
      ['− 50', -50],
      ['1 000', 1000],
    ] as const)
      expect(parsePoints(typed), typed).toBe(points);
    for (const typed of ['', '0', '+', 'ten', '1.5', '1,5', '99999999999', '5-5'])
      expect(parsePoints(typed), typed).toBeUndefined();
  });

  it('have a different id for each request', () => {
    const ids = new Set(Array.from({ length: 50 }, newRequestId));
    expect(ids.size).toBe(50);
    expect(newRequestId()).toMatch(/^[\da-f]{32}$/);
  });
});

describe('amounts of money', () => {
  it('are in the smallest unit of their currency', () => {
    expect(parseAmount('42.5', 'USD')).toBe(4250);
    expect(parseAmount('42,50', 'EUR')).toBe(4250);
    expect(parseAmount('500', 'JPY')).toBe(500);
    expect(parseAmount('', 'USD')).toBeUndefined();
    expect(parseAmount('1.005', 'USD')).toBeUndefined();
    expect(parseAmount('5.5', 'JPY')).toBeUndefined();
    expect(parseAmount('-5', 'USD')).toBeUndefined();
    expect(amountText(4250, 'USD')).toBe('42.50');
    expect(moneyText('en-US', 4250, 'USD')).toBe('$42.50');
    expect(moneyText('en-US', 500, 'not a currency')).toBe('5 not a currency');
  });
});

describe('the audit trail of a member', () => {
  const entry = { subject: 'm1', actor: 'operator:box@acme.example', detail: '' };

  it('names notes, emails and exports', () => {
    const actions = ['member.note', 'member.note-remove', 'member.confirmation', 'member.export', 'member.unknown'];
    const kinds = actions.map((action) => {
      const audit = [{ ...entry, at: '2026-11-20T10:00:00Z', action }];
      return trailOf({ audit, points: [] })[0]?.kind;
    });
    expect(kinds).toEqual(['noteAdded', 'noteRemoved', 'confirmation', 'exported', 'other']);
  });

  it('has an adjustment once, with its actor and its reason', () => {
    const trail = trailOf({
      audit: [
        { ...entry, at: '2026-11-20T10:00:01Z', action: 'points.adjust', detail: '-50' },
        { ...entry, at: '2026-11-19T10:00:00Z', action: 'member.create' },
      ],
      points: [
        { at: '2026-11-20T10:00:00Z', kind: 'ADJUST', amount: -50, balanceAfter: 77, description: 'Correction' },
        { at: '2026-11-20T09:00:00Z', kind: 'EARN', amount: 27, balanceAfter: 127, description: 'Low Tide' },
        { at: '2026-11-01T09:00:00Z', kind: 'ADJUST', amount: 100, balanceAfter: 100, description: 'Imported' },
      ],
    });
    expect(trail.map(({ kind, actor, points, detail }) => [kind, actor, points, detail])).toEqual([
      ['deducted', 'box@acme.example', 50, 'Correction'],
      ['earned', '', 27, 'Low Tide'],
      ['created', 'box@acme.example', 0, ''],
    ]);
  });

  it('reads blocks with their reason, and the names of changed fields', () => {
    const audit = (
      ['standing=blocked:misuse', 'standing=active', 'standing=passwordDue', 'email city', 'standing=active email'] as const
    ).map((detail, index) => Object.assign({}, entry, { at: `2026-11-20T10:0${9 - index}:00Z`, action: 'member.change', detail }));
    expect(trailOf({ audit, points: [] }).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['blocked', 'misuse'],
      ['unblocked', ''],
      ['passwordDue', ''],
      ['changed', 'email city'],
      ['changed', 'standing=active email'],
    ]);
    expect(changedFields('standing=active email')).toEqual(['standing', 'email']);
    expect(changedFields('')).toEqual([]);
  });
});

describe('records', () => {
  it('a form sends only changed fields, and null for an emptied one', () => {
    const record = { firstName: 'Ada', city: 'Lyon', levelId: 0, consents: { sendNewsletter: false } };
    const values = { firstName: 'Ada', city: '', email: '', levelId: 1, 'consents.sendNewsletter': true };
    expect(changesOf(record, values)).toEqual({ city: null, levelId: 1, consents: { sendNewsletter: true } });
    expect(changesOf(record, { firstName: 'Ada' })).toEqual({});
  });

  it('a member without a name is shown by their address', () => {
    expect(memberOf({ id: 'm', firstName: '', lastName: '', email: 'a@b.example', standing: 'odd' })).toMatchObject({
      name: 'a@b.example',
      standing: 'active',
      points: 0,
    });
  });

  it('an order is named by its film, else by its first item', () => {
    const snack = { quantity: 2, name: 'Popcorn' };
    expect(orderOf({ movieTitle: 'Low Tide', tickets: [{ quantity: 2 }], concessions: [snack] })).toMatchObject({
      title: 'Low Tide',
      items: 4,
    });
    expect(orderOf({ concessions: [snack], total: { amount: 500, currency: 'USD' } })).toMatchObject({
      title: 'Popcorn',
      amount: 500,
    });
  });

  it('matches are highlighted without accents and case', () => {
    expect(highlighted('Bjørn Juneau', 'june')).toEqual(['Bjørn ', 'June', 'au']);
    expect(highlighted('Zoé', 'zoe')).toEqual(['', 'Zoé', '']);
    expect(highlighted('Ada', 'x')).toEqual(['Ada', '', '']);
    expect(highlighted('Ada', '')).toEqual(['Ada', '', '']);
  });
});

describe('forms of rewards, levels and vouchers', () => {
  const voucher = { code: 'V1', name: 'Two tickets', description: '', price: { amount: 2500, currency: 'EUR' } };

  it('send what changed, with amounts in the smallest unit', () => {
    const values = initialValues(OFFER_FIELDS.evouchers, voucher);
    expect(values).toMatchObject({ price: '25.00', currency: 'EUR' });
    const fields = OFFER_FIELDS.evouchers;
    expect(requestOf(fields, voucher, values)).toEqual({});
    expect(requestOf(fields, voucher, { ...values, price: '24,5' })).toEqual({ price: { amount: 2450 } });
    expect(idField('evouchers')).toBe('code');
    expect(idField('rewards')).toBe('itemCode');
  });

  it('send a new record with its level', () => {
    const values = { ...initialValues(OFFER_FIELDS.rewards, undefined), name: 'Popcorn', itemCode: 'POP', pointsCost: '300' };
    const request = { name: 'Popcorn', itemCode: 'POP', pointsCost: 300, fromLevel: 0 };
    expect(requestOf(OFFER_FIELDS.rewards, undefined, values)).toEqual(request);
  });

  it('have texts in the other languages of the site, and the theaters', () => {
    const fields = fieldsOf('rewards', ['fr']);
    expect(fields.filter(({ language }) => language === 'fr').map(({ name }) => name)).toEqual([
      'localizations.fr.name',
      'localizations.fr.description',
    ]);
    expect(fieldsOf('levels', ['fr'])).toEqual(OFFER_FIELDS.levels);
    const reward = {
      name: 'Tea',
      itemCode: 'T',
      pointsCost: 90,
      theaters: ['1'],
      localizations: { fr: { name: 'Thé', description: '' } },
    };
    const values = initialValues(fields, reward);
    expect(values).toMatchObject({ 'localizations.fr.name': 'Thé', theaters: '["1"]' });
    const typed = {
      ...values,
      'localizations.fr.name': 'Du thé',
      'localizations.fr.description': 'Chaud',
      theaters: theatersText(['1', '2']),
    };
    const request = requestOf(fields, reward, typed);
    expect(request).toMatchObject({ localizations: { fr: { name: 'Du thé', description: 'Chaud' } }, theaters: ['1', '2'] });
    expect(requestOf(fields, reward, { ...values, theaters: '' })).toMatchObject({ theaters: [] });
    const whole = { ...reward, fromLevel: 0, theaters: [] };
    expect(requestOf(fields, whole, initialValues(fields, whole))).toEqual({});
  });

  it('name missing values and wrong amounts', () => {
    const price = { name: 'price', label: 'price', type: 'money', isRequired: true } as const;
    expect(OFFER_FIELDS.evouchers).toContainEqual(price);
    expect(faultOf(price, { price: '', currency: 'EUR' })).toBe('required');
    expect(faultOf(price, { price: 'ten', currency: 'EUR' })).toBe('amount');
    expect(faultOf(price, { price: '10', currency: 'EUR' })).toBeUndefined();
  });
});

it('a change is undone by the values of the record, also of fields inside others', () => {
  const record = { firstName: 'Ada', city: 'Lyon', consents: { sendNewsletter: true, contactByThirdParty: false } };
  const changes = changesOf(record, { firstName: 'Ida', city: '', country: 'FR', 'consents.sendNewsletter': false });
  expect(undoOf(record, changes)).toEqual({ firstName: 'Ada', city: 'Lyon', country: null, consents: { sendNewsletter: true } });
});

it('ux 5.13 a level costs what its cheapest membership does', () => {
  const membership = (levelId: number, amount: number, durationMonths: number) => ({
    levelId,
    durationMonths,
    price: { amount, currency: 'USD' },
  });
  const memberships = [membership(1, 3000, 12), membership(1, 300, 1), membership(2, 6000, 0)];
  expect(membershipOfLevel(memberships, 1)).toEqual({ amount: 300, currency: 'USD', months: 1 });
  expect(membershipOfLevel(memberships, 2)?.months).toBe(0);
  expect(membershipOfLevel(memberships, 3)).toBeUndefined();
  expect([oneUnit('USD'), oneUnit('JPY')]).toEqual([100, 1]);
});
