import { describe, expect, it } from 'vitest';
import { anchorOf, isEmail, pageTarget, ticketingForm, withUtm } from './links.ts';

describe('pageTarget', () => {
  it.each(['', '  '])('LINK-01 a link without a target (%j) is disabled', (target) => {
    expect(pageTarget(target, '')).toEqual({ kind: 'disabled' });
  });

  it('LINK-02 turns an email address into a mailto link', () => {
    expect(pageTarget('info@acme.example', '')).toEqual({ kind: 'address', href: 'mailto:info@acme.example' });
  });

  it('LINK-03 names the element that gets the focus', () => {
    expect(pageTarget('/about/#team', '')).toEqual({ kind: 'address', href: '/about/#team', anchor: 'team' });
  });

  it('LINK-05, LINK-08 #loyalty-logout starts the logout', () => {
    expect(pageTarget('#loyalty-logout', '')).toEqual({ kind: 'action', action: 'loyalty-logout' });
  });

  it('LINK-06 any other hash is an ordinary anchor', () => {
    expect(pageTarget('#loyalty-login', '')).toEqual({ kind: 'address', href: '#loyalty-login', anchor: 'loyalty-login' });
  });

  it('LINK-07 # does nothing', () => {
    expect(pageTarget('#', '')).toEqual({ kind: 'inert' });
  });

  it('LINK-12 gives a link the utm parameters of the page', () => {
    expect(pageTarget('/movies/', '?utm_source=mail&sort=asc')).toEqual({ kind: 'address', href: '/movies/?utm_source=mail' });
  });

  it('LINK-03 names no element where the address has no hash', () => {
    expect(pageTarget('/movies/', '')).not.toHaveProperty('anchor');
    expect(pageTarget('/movies/#', '')).not.toHaveProperty('anchor');
  });

  it('returns other addresses verbatim', () => {
    expect(pageTarget('tel:+15550100142', '')).toEqual({ kind: 'address', href: 'tel:+15550100142' });
  });
});

describe('isEmail', () => {
  it.each([
    ['a@b.example', true],
    ['a@b', false],
    ['a@b.c1', false],
    ['first.last+tag@mail.acme.example', true],
    ['mailto:a@b.example', false],
    ['https://user@acme.example', false],
    ['/about/@us.html', false],
    ['a b@c.example', false],
  ])('VALID-13 %s: %s', (text, expected) => {
    expect(isEmail(text)).toBe(expected);
  });
});

describe('anchorOf', () => {
  it.each([
    ['/about/#team', 'team'],
    ['#caf%C3%A9', 'café'],
    ['#%', '%'],
    ['/about/#team#lead', 'team#lead'],
    ['/about/#', undefined],
    ['/about/', undefined],
  ])('LINK-03 %s names %s', (href, id) => {
    expect(anchorOf(href)).toBe(id);
  });
});

describe('withUtm', () => {
  it.each([
    ['/movies/', '?utm_source=mail&utm_campaign=may', '/movies/?utm_source=mail&utm_campaign=may'],
    ['/movies/#top', '?utm_source=mail', '/movies/?utm_source=mail#top'],
    ['/movies/?day=1', 'utm_source=a%20b', '/movies/?day=1&utm_source=a%20b'],
    ['?day=2025-11-21', '?utm_source=mail', '?day=2025-11-21&utm_source=mail'],
    ['https://t.example/ticketing?a=1', '?utm_source=mail', 'https://t.example/ticketing?a=1&utm_source=mail'],
    ['/movies/', '', '/movies/'],
    ['http://t.example/ticketing', '?utm_source=mail', 'http://t.example/ticketing?utm_source=mail'],
    ['HTTPS://t.example/', '?utm_source=mail', 'HTTPS://t.example/?utm_source=mail'],
    // A colon after a slash does not end a scheme.
    ['/films/re:start/', '?utm_source=mail', '/films/re:start/?utm_source=mail'],
    ['films/re:start/', '?utm_source=mail', 'films/re:start/?utm_source=mail'],
    ['/go/?to=a?b#c#d', '?utm_source=mail', '/go/?to=a?b&utm_source=mail#c#d'],
  ])('LINK-12 %s on %s -> %s', (href, search, expected) => {
    expect(withUtm(href, search)).toBe(expected);
  });

  it('LINK-13 drops the other parameters of the page', () => {
    expect(withUtm('/movies/', '?utm_source=mail&sort=asc')).toBe('/movies/?utm_source=mail');
  });

  it('LINK-14 lets the link’s own value win', () => {
    expect(withUtm('/x/?utm_source=banner', '?utm_source=mail')).toBe('/x/?utm_source=banner');
  });

  it.each(['mailto:a@b.example', 'tel:+15550100142', 'sms:+1', 'h323:box-office', 'view-source:https://t.example/', '#team', ''])(
    'LINK-14 adds nothing to %j',
    (href) => {
      expect(withUtm(href, '?utm_source=mail')).toBe(href);
    },
  );
});

describe('ticketingForm', () => {
  it('LINK-15 splits the address into an action and hidden fields', () => {
    expect(ticketingForm('https://t.example/ticketing?a=1&b=2')).toEqual({
      action: 'https://t.example/ticketing',
      method: 'post',
      fields: [
        ['a', '1'],
        ['b', '2'],
      ],
    });
    expect(ticketingForm('/ticketing?back=/a?b=1#seats')).toEqual({
      action: '/ticketing#seats',
      method: 'post',
      fields: [['back', '/a?b=1']],
    });
  });

  it('LINK-16 uses post by default', () => {
    expect(ticketingForm('/ticketing').method).toBe('post');
    expect(ticketingForm('/ticketing', 'get').method).toBe('get');
  });
});
