import { describe, expect, it } from 'vitest';
import { reportedQuery, reportedReferrer, reportedTarget, withoutLibraryParameters } from './addresses.ts';

/** Personal parameters of PAGE-07. */
const SECRET = ['return', 'token_clubcgr', 'userSessionId', 'requestData', 'email', 'resetCode', 'uid', 'token'];

describe('PAGE-04 the reported query of a page', () => {
  it.each([
    ['', ''],
    ['?day=2025-11-22&version=ov', '?day=2025-11-22&version=ov'],
    [
      '?theater=a&theater=b&time=evening&before=21:00&access=cc&view=time&list=comingSoon',
      '?theater=a&theater=b&time=evening&before=21:00&access=cc&view=time&list=comingSoon',
    ],
    ['?theaterCode=T1&perfCode=98', '?theaterCode=T1&perfCode=98'],
    [
      '?utm_source=mail&utm_campaign=winter%20sale&gclid=g&gbraid=b',
      '?utm_source=mail&utm_campaign=winter%20sale&gclid=g&gbraid=b',
    ],
    ['?fbclid=x&msclkid=y', ''],
    ['?q=my+diagnosis', ''],
    ['?day=2025-11-22&tillToken=s3cret&x', '?day=2025-11-22'],
    ['?an_uid=7&next=%2Fcard%2F', ''],
  ])('%j is %j', (search, reported) => {
    expect(reportedQuery(search)).toBe(reported);
  });

  it.each(SECRET)('never has %s', (name) => {
    expect(reportedQuery(`?${name}=s3cret&day=2025-11-22`)).toBe('?day=2025-11-22');
    expect(reportedQuery(`?${name.replace('e', '%65')}=s3cret`)).toBe('');
  });
});

describe('the reported referrer', () => {
  const OWN = 'https://acme.example';
  it.each([
    ['', ''],
    ['https://acme.example/reset/?resetCode=s3cret&day=2025-11-22#top', 'https://acme.example/reset/?day=2025-11-22'],
    ['https://acme.example?token=s3cret', 'https://acme.example'],
    ['https://acme.example?day=2025-11-22', 'https://acme.example?day=2025-11-22'],
    ['https://acme.example.evil.example/?day=1', 'https://acme.example.evil.example/'],
    ['https://search.example/find?q=illness#x', 'https://search.example/find'],
  ])('%j is reported as %j', (referrer, reported) => {
    expect(reportedReferrer(referrer, OWN)).toBe(reported);
  });
});

describe('ANLY-06 the address of a link to another site', () => {
  it.each([
    ['https://shop.example.org/x', 'https://shop.example.org/x'],
    ['https://shop.example.org/x?id=7&id=8#part', 'https://shop.example.org/x?id=7&id=8#part'],
    ['https://shop.example.org/x?id=7?8#a#b', 'https://shop.example.org/x?id=7?8#a#b'],
    ['https://tickets.example/ticketing?showtime=m1&perfCode=98', 'https://tickets.example/ticketing?showtime=m1&perfCode=98'],
  ])('%j is reported verbatim', (href, reported) => {
    expect(reportedTarget(href)).toBe(reported);
  });

  it.each(SECRET)('is reported without %s', (name) => {
    expect(reportedTarget(`https://tickets.example/x?${name.toUpperCase()}=s3cret&a=1#b`)).toBe('https://tickets.example/x?a=1#b');
  });
});

describe('parameters of a crafted link for the analytics library', () => {
  it.each([
    ['?an_uid=7', ''],
    ['?an_aid=7&day=2025-11-22', '?day=2025-11-22'],
    ['?an_event=bought&an_prop_price=9&an_trait_mail=a%40b.example', ''],
    ['?a=1&an%5Fuid=7', '?a=1'],
    ['?=an_uid=7&==an_event=x', ''],
    ['?+an_uid[x]=7&an_%3Fuid[x]=8&an_uid[]=9', ''],
    ['?AN_UID=7', ''],
  ])('are removed: %j becomes %j', (search, rest) => {
    expect(withoutLibraryParameters(search)).toBe(rest);
  });

  it.each(['', '?', '?day=1&&x', '?plan_b=1&an=2&x=an_uid', '?an=_uid'])('%j has none and is returned verbatim', (search) => {
    expect(withoutLibraryParameters(search)).toBe(search);
  });
});
