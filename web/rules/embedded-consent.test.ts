import type { ThirdParties } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { REGULATIONS, consentOf } from './consent.ts';
import {
  type ConsentRequest,
  type Choice,
  PURPOSES,
  type Purposes,
  allPurposes,
  consentModel,
  newChoice,
  embeddedChoices,
  hasDenied,
  isDecidedByGpc,
  needsNotice,
  readChoice,
  recipientsOf,
  undecidedPurposes,
} from './embedded-consent.ts';

const VENDORS = { webAnalytics: 'web-analytics', google: 'google', tagManagerAnalytics: 'tag-manager-analytics' };
const PARTIES: ThirdParties = { vendors: VENDORS, containers: [], containerScript: '', launchScript: '' };
const NOW = Date.parse('2026-11-22T12:00:00Z');
const REQUEST: ConsentRequest = { revision: 'r1', regulation: 'gdpr', offered: PURPOSES, vendors: VENDORS, hasGpc: false };
const BOTH = [true, false] as const;
/** Every choice about the three purposes. */
const EVERY: readonly Purposes[] = BOTH.flatMap((measurement) =>
  BOTH.flatMap((advertising) => BOTH.map((marketing) => ({ measurement, advertising, marketing }))),
);
const OTHERS = ['cpa', 'ctdpa', 'vcdpa', 'tdpsa', ''];

const request = (more: Partial<ConsentRequest> = {}): ConsentRequest => ({ ...REQUEST, ...more });
const chosen = (purposes: Partial<Purposes>, more: Partial<Choice> = {}): Choice => ({
  revision: 'r1',
  regulation: 'gdpr',
  purposes: { ...allPurposes(true), ...purposes },
  at: '2026-11-01T08:00:00.000Z',
  ...more,
});
const stored = (purposes: Partial<Purposes> = {}, more: Partial<Choice> = {}): string => JSON.stringify(chosen(purposes, more));
const consent = (notice: ConsentRequest, choice?: Choice) => consentOf(embeddedChoices(notice, choice), VENDORS);

describe('the proof of a choice', () => {
  it('has the purposes, the revision and the time', () => {
    const choice = newChoice(REQUEST, { measurement: true, advertising: false, marketing: true }, NOW);
    expect(choice).toEqual({
      revision: 'r1',
      regulation: 'gdpr',
      purposes: { measurement: true, advertising: false, marketing: true },
      at: '2026-11-22T12:00:00.000Z',
    });
    expect(readChoice(JSON.stringify(choice), REQUEST, NOW)).toEqual(choice);
  });

  it('has no purpose that was not offered', () => {
    for (const offered of [[], ['measurement'], ['advertising'], ['marketing'], PURPOSES] as const) {
      for (const purposes of EVERY) {
        const expected = Object.fromEntries(offered.map((purpose) => [purpose, purposes[purpose]]));
        expect(newChoice({ ...REQUEST, offered }, purposes, NOW).purposes).toEqual(expected);
        // A previous grant of a purpose that is not offered any more is not kept.
        expect(newChoice({ ...REQUEST, offered }, purposes, NOW, chosen({})).purposes).toEqual(expected);
      }
    }
  });

  it.each([
    null,
    '',
    'x',
    '[]',
    'null',
    '7',
    '{}',
    stored({}, { at: 'yesterday' }),
    JSON.stringify({ ...chosen({}), revision: 1 }),
    JSON.stringify({ ...chosen({}), regulation: undefined }),
    JSON.stringify({ ...chosen({}), at: 1 }),
    JSON.stringify({ ...chosen({}), purposes: true }),
    JSON.stringify({ ...chosen({}), purposes: undefined }),
    JSON.stringify({ ...chosen({}), purposes: { measurement: true, advertising: true } }),
    JSON.stringify({ ...chosen({}), purposes: { measurement: 'yes', advertising: true, marketing: true } }),
    JSON.stringify({ ...chosen({}), purposes: { measurement: true, advertising: 'yes', marketing: true } }),
  ])('is rejected if it is malformed: %s', (text) => {
    expect(readChoice(text, REQUEST, NOW)).toBeUndefined();
  });

  it('is rejected if malformed even if it is a refusal that does not expire', () => {
    const notice = request({ regulation: 'ccpa' });
    const refusal = chosen(allPurposes(false), { regulation: 'ccpa' });
    expect(readChoice(JSON.stringify(refusal), notice, NOW)).toEqual(refusal);
    for (const invalid of [
      { revision: 1 },
      { revision: undefined },
      { at: 1 },
      { at: 'yesterday' },
      { at: undefined },
      { purposes: [] },
    ]) {
      expect(readChoice(JSON.stringify({ ...refusal, ...invalid }), notice, NOW), JSON.stringify(invalid)).toBeUndefined();
    }
  });

  it('keeps a refusal of a purpose that is not offered at present', () => {
    const notice = request({ regulation: 'cpra', offered: ['measurement'] });
    const previous = chosen({ advertising: false }, { regulation: 'cpra' });
    expect(newChoice(notice, allPurposes(true), NOW, previous).purposes).toEqual({ measurement: true, advertising: false });
  });

  it('keeps what a partial choice does not decide', () => {
    const previous = chosen({ advertising: false }, { regulation: 'cpra' });
    const notice = request({ regulation: 'cpra' });
    expect(newChoice(notice, { marketing: false }, NOW, previous).purposes).toEqual({
      measurement: true,
      advertising: false,
      marketing: false,
    });
    expect(newChoice(notice, { marketing: true }, NOW).purposes).toEqual({ marketing: true });
  });

  it('under opt-in is rejected if the revision or the regulation is another, or a purpose is missing', () => {
    expect(readChoice(stored({}, { revision: 'r0' }), REQUEST, NOW)).toBeUndefined();
    expect(readChoice(stored({}, { regulation: 'ccpa' }), REQUEST, NOW)).toBeUndefined();
    expect(readChoice(stored({ advertising: false }, { regulation: 'ccpa' }), REQUEST, NOW)).toBeUndefined();
    expect(readChoice(stored(allPurposes(false), { revision: 'r0' }), REQUEST, NOW)).toBeUndefined();
    const partial = JSON.stringify({ ...chosen({}), purposes: { measurement: true, advertising: true } });
    expect(readChoice(partial, REQUEST, NOW)).toBeUndefined();
    expect(readChoice(partial, request({ offered: ['measurement', 'advertising'] }), NOW)).toBeDefined();
  });

  it.each([
    ['2026-11-22T12:00:00.000Z', true],
    ['2026-05-22T12:00:01.000Z', true],
    ['2026-05-22T12:00:00.000Z', false],
    ['2025-11-22T12:00:00.000Z', false],
    ['2026-11-22T12:00:01.000Z', false],
  ])('is valid for six months: %s is valid: %s', (at, holds) => {
    for (const advertising of BOTH) expect(readChoice(stored({ advertising }, { at }), REQUEST, NOW) !== undefined).toBe(holds);
  });

  it.each([
    ['2026-08-31T12:00:00.000Z', '2027-02-28T12:00:00.000Z'],
    ['2027-08-31T12:00:00.000Z', '2028-02-29T12:00:00.000Z'],
    ['2026-08-28T12:00:00.000Z', '2027-02-28T12:00:00.000Z'],
    ['2026-12-31T12:00:00.000Z', '2027-06-30T12:00:00.000Z'],
    ['2026-07-31T12:00:00.000Z', '2027-01-31T12:00:00.000Z'],
  ])('of %s is valid until %s, the last day of a shorter month', (at, until) => {
    expect(readChoice(stored({}, { at }), REQUEST, Date.parse(until) - 1)).toBeDefined();
    expect(readChoice(stored({}, { at }), REQUEST, Date.parse(until))).toBeUndefined();
  });

  it('a refusal of the sale of data does not expire', () => {
    for (const regulation of ['ccpa', 'cpra', ...OTHERS]) {
      const notice = request({ regulation });
      const oldChoice = { regulation, at: '2020-01-01T00:00:00.000Z' };
      for (const purpose of PURPOSES) {
        expect(readChoice(stored({ [purpose]: false }, oldChoice), notice, NOW), purpose).toBeDefined();
        expect(readChoice(stored({ [purpose]: false }, { ...oldChoice, revision: 'r0' }), notice, NOW), purpose).toBeDefined();
      }
      expect(readChoice(stored({}, oldChoice), notice, NOW)).toBeUndefined();
    }
  });

  it('CONS-09 a refusal remains when services are added or removed and when the regulation changes', () => {
    const first = request({ regulation: 'cpra', revision: '110', offered: ['measurement', 'advertising'] });
    const refusal = JSON.stringify(newChoice(first, { ...allPurposes(true), advertising: false }, NOW));
    const afterwards: readonly Partial<ConsentRequest>[] = [
      { revision: '111', offered: PURPOSES },
      { revision: '010', offered: ['advertising'] },
      { regulation: 'ccpa' },
      { regulation: 'vcdpa' },
      { regulation: '' },
    ];
    for (const change of afterwards) {
      const notice = { ...first, ...change };
      expect(consent(notice, readChoice(refusal, notice, NOW)), JSON.stringify(change)).toBe(false);
    }
    // Without ads nothing is sold, but the refusal applies again when the ads come back.
    const withoutAds = { ...first, revision: '100', offered: ['measurement'] as const };
    const kept = newChoice(withoutAds, allPurposes(true), NOW, readChoice(refusal, withoutAds, NOW));
    expect(consent(withoutAds, kept)).toBe(true);
    expect(consent(first, readChoice(JSON.stringify(kept), first, NOW))).toBe(false);
  });

  it('CONS-09 only purposes that were not offered before are asked about', () => {
    const first = request({ regulation: 'cpra', revision: '110', offered: ['measurement', 'advertising'] });
    const second = { ...first, revision: '111', offered: PURPOSES };
    for (const purposes of EVERY) {
      const before = JSON.stringify(newChoice(first, purposes, NOW));
      const choice = readChoice(before, second, NOW);
      expect(undecidedPurposes(second, choice)).toEqual(['marketing']);
      expect(needsNotice(second, choice)).toBe(true);
      const fewer = { ...first, revision: '100', offered: ['measurement'] as const };
      expect(needsNotice(fewer, readChoice(before, fewer, NOW))).toBe(false);
    }
  });

  it('a choice without a refusal is for its own regulation', () => {
    for (const regulation of ['cpra', 'vcdpa', ''])
      expect(readChoice(stored({}, { regulation: 'ccpa' }), request({ regulation }), NOW), regulation).toBeUndefined();
  });
});

describe('the notice', () => {
  it('opens under gdpr, ccpa and cpra until there is a choice, and under no other regulation', () => {
    for (const regulation of [...REGULATIONS, '']) {
      const isAsked = ['gdpr', 'ccpa', 'cpra'].includes(regulation);
      expect(needsNotice(request({ regulation }), undefined), regulation).toBe(isAsked);
      expect(needsNotice(request({ regulation }), chosen({})), regulation).toBe(false);
    }
  });

  it('does not open under ccpa and cpra if the browser sends the signal', () => {
    for (const regulation of [...REGULATIONS, '']) {
      expect(needsNotice(request({ regulation, hasGpc: true }), undefined), regulation).toBe(regulation === 'gdpr');
      expect(isDecidedByGpc(request({ regulation, hasGpc: true })), regulation).toBe(['ccpa', 'cpra'].includes(regulation));
    }
  });

  it('is opt-in under gdpr and opt-out under ccpa and cpra', () => {
    expect(['gdpr', 'ccpa', 'cpra', 'cpa', ''].map(consentModel)).toEqual(['opt-in', 'opt-out', 'opt-out', 'none', 'none']);
  });
});

describe('consent by the site’s own notice', () => {
  it('CONS-05 the site’s regulation applies, and no other', () => {
    for (const regulation of REGULATIONS) {
      const { isRegulationApplied } = embeddedChoices(request({ regulation }), undefined);
      expect(REGULATIONS.filter(isRegulationApplied)).toEqual([regulation]);
    }
    expect(REGULATIONS.filter(embeddedChoices(request({ regulation: '' }), undefined).isRegulationApplied)).toEqual([]);
    expect(REGULATIONS.filter(embeddedChoices(request({ regulation: 'lgpd' }), undefined).isRegulationApplied)).toEqual([]);
  });

  it('CONS-05 a refusal changes the regulation only where there is no notice', () => {
    const applied = (regulation: string) =>
      REGULATIONS.filter(embeddedChoices(request({ regulation }), chosen(allPurposes(false))).isRegulationApplied);
    for (const regulation of ['gdpr', 'ccpa', 'cpra']) expect(applied(regulation)).toEqual([regulation]);
    for (const regulation of OTHERS) expect(applied(regulation)).toEqual(['ccpa']);
  });

  it('CONS-08 consent is required under gdpr only', () => {
    for (const regulation of [...REGULATIONS, ''])
      expect(embeddedChoices(request({ regulation }), undefined).isConsentRequired(), regulation).toBe(regulation === 'gdpr');
  });

  it('CONS-06 the vendors follow the purposes', () => {
    const status = (choice: Choice | undefined) => Object.values(VENDORS).map(embeddedChoices(REQUEST, choice).vendorStatus);
    expect(status(undefined)).toEqual([undefined, undefined, undefined]);
    for (const purposes of EVERY)
      expect(status(chosen(purposes))).toEqual([purposes.measurement, purposes.advertising, purposes.advertising]);
    expect(embeddedChoices(REQUEST, chosen({})).vendorStatus('somebody')).toBeUndefined();
  });

  it('CONS-06 one id for two vendors needs both purposes', () => {
    const vendors = { webAnalytics: 'one', google: 'google', tagManagerAnalytics: 'one' };
    for (const purposes of EVERY)
      expect(embeddedChoices(request({ vendors }), chosen(purposes)).vendorStatus('one')).toBe(
        purposes.measurement && purposes.advertising,
      );
  });

  it('CONS-08 under gdpr it is unknown before a choice, and every purpose that vendors have must be granted', () => {
    expect(consent(REQUEST)).toBeUndefined();
    expect(consent(request({ hasGpc: true }))).toBeUndefined();
    for (const purposes of EVERY) expect(consent(REQUEST, chosen(purposes))).toBe(purposes.measurement && purposes.advertising);
  });

  it('CONS-08 a purpose that is not offered is not needed', () => {
    const notice = request({ offered: ['advertising'] });
    expect(consent(notice)).toBeUndefined();
    expect(consent(notice, chosen({ measurement: false, marketing: false }))).toBe(true);
    expect(consent(notice, chosen({ advertising: false }))).toBe(false);
  });

  it('CONS-09 under ccpa and cpra it is granted until the visitor or the browser refuses', () => {
    for (const regulation of ['ccpa', 'cpra']) {
      expect(consent(request({ regulation }))).toBe(true);
      expect(consent(request({ regulation, hasGpc: true }))).toBe(false);
      expect(consent(request({ regulation, hasGpc: true }), chosen({}))).toBe(false);
      for (const purposes of EVERY)
        expect(consent(request({ regulation }), chosen(purposes))).toBe(purposes.measurement && purposes.advertising);
    }
  });

  it('CONS-10 under any other it is granted, unless the visitor refuses in the privacy choices', () => {
    for (const regulation of OTHERS) {
      for (const hasGpc of BOTH) {
        expect(consent(request({ regulation, hasGpc }))).toBe(true);
        for (const purposes of EVERY)
          expect(consent(request({ regulation, hasGpc }), chosen(purposes))).toBe(purposes.measurement && purposes.advertising);
      }
    }
  });

  it('ANLY-03 a refused purpose is denied, and under opt-in every purpose before a choice', () => {
    for (const regulation of [...REGULATIONS, '']) {
      expect(hasDenied(request({ regulation }), undefined), regulation).toBe(regulation === 'gdpr');
      expect(hasDenied(request({ regulation, hasGpc: true }), undefined), regulation).toBe(
        ['gdpr', 'ccpa', 'cpra'].includes(regulation),
      );
      for (const purposes of EVERY)
        expect(hasDenied(request({ regulation }), chosen(purposes))).toBe(
          !(purposes.measurement && purposes.advertising && purposes.marketing),
        );
    }
    expect(hasDenied(request({ offered: ['measurement', 'advertising'] }), chosen({ marketing: false }))).toBe(false);
    const { marketing: _, ...purposes } = allPurposes(true);
    for (const regulation of [...REGULATIONS, ''])
      expect(hasDenied(request({ regulation }), chosen({}, { purposes })), regulation).toBe(regulation === 'gdpr');
  });
});

describe('the purposes of a site', () => {
  const ads: NonNullable<ThirdParties['ads']> = {
    display: 'PROGRAMMATIC',
    locations: [],
    customKeys: [],
    sizeMapping: '',
    wrapperScript: 'https://cdn.lib.example/library/1/X',
    tagScript: 'https://securepubads.g.doubleclick.net/tag/js/gpt.js',
    siteCode: '',
    networkCode: '',
    slotPrefix: '',
    websiteId: '',
    domain: '',
    circuitId: '',
    circuitName: '',
    circuitSlug: '',
    onMemberPages: false,
    scheduledMovieIds: [],
  };
  const analytics = { measurementIds: ['G-1'], script: 'https://www.googletagmanager.com/gtag/js' };
  const marketing = { script: 'https://t.marketing.example/42.js', customerId: '42', requiresConsent: false };

  it('have recipients', () => {
    expect(recipientsOf(PARTIES)).toEqual({ measurement: [], advertising: [], marketing: [] });
    expect(
      recipientsOf({
        ...PARTIES,
        analytics,
        ads,
        marketing,
        launchScript: 'https://launch.example/a.js',
        containers: [
          { purpose: 'ads', id: 'GTM-1' },
          { purpose: 'site', id: 'GTM-2' },
        ],
      }),
    ).toEqual({
      measurement: ['Google Analytics', 'launch.example'],
      advertising: ['cdn.lib.example', 'Google Tag Manager'],
      marketing: ['t.marketing.example'],
    });
    expect(recipientsOf({ ...PARTIES, ads: { ...ads, display: 'CUSTOM_WITHOUT_WRAPPER', wrapperScript: '' } }).advertising).toEqual(
      ['Google Ad Manager'],
    );
  });

  it.each([
    ['https://launch.example/a.js', ['launch.example']],
    ['http://launch.example:8080/a.js', ['launch.example']],
    ['HTTPS://launch.example?a=1', ['launch.example']],
    // A script of the site itself has no other recipient, whatever its query is.
    ['/scripts/a.js', []],
    ['/scripts/a.js?from=https://launch.example/', []],
  ])('names the host of the script %s: %j', (launchScript, hosts) => {
    expect(recipientsOf({ ...PARTIES, launchScript }).measurement).toEqual(hosts);
  });

  it.each([
    ['https://doubleclick.net/tag.js', 'Google Ad Manager'],
    ['https://pagead2.googlesyndication.com/tag.js', 'Google Ad Manager'],
    ['https://notdoubleclick.net/tag.js', 'notdoubleclick.net'],
    ['https://doubleclick.net.other.example/tag.js', 'doubleclick.net.other.example'],
  ])('names the service of the ad script %s: %s', (wrapperScript, service) => {
    expect(recipientsOf({ ...PARTIES, ads: { ...ads, wrapperScript } }).advertising).toEqual([service]);
  });
});
