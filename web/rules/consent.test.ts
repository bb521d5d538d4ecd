import { describe, expect, it } from 'vitest';
import {
  type Consent,
  type ConsentChoices,
  type ConsentView,
  NO_NOTICE,
  REGULATIONS,
  type Regulation,
  consentOf,
  isAnalyticsEnabled,
  mayShowAds,
  regulationOf,
} from './consent.ts';

const VENDORS = { webAnalytics: 'c:abc', google: 'google', tagManagerAnalytics: 'c:xyz' };
const CHOICES: readonly Consent[] = [undefined, true, false];

interface ToolState {
  readonly applied?: readonly Regulation[];
  readonly isRequired?: boolean;
  readonly vendors?: Readonly<Record<string, Consent>>;
  readonly isOptedOut?: boolean;
}

/** A consent tool in a fixed state. */
const choices = ({ applied = [], isRequired = true, vendors = {}, isOptedOut = false }: ToolState): ConsentChoices => ({
  isRegulationApplied: (regulation) => applied.includes(regulation),
  isConsentRequired: () => isRequired,
  vendorStatus: (vendor) => vendors[vendor],
  doNotSell: () => isOptedOut,
});
const consent = (state: ToolState): Consent => consentOf(choices(state), VENDORS);

/** Every choice about the three vendors, the do-not-sell status and whether consent is required. */
const SITUATIONS = CHOICES.flatMap((web) =>
  CHOICES.flatMap((google) =>
    CHOICES.flatMap((tags) =>
      [true, false].flatMap((isOptedOut) =>
        [true, false].map((isRequired) => ({
          isOptedOut,
          isRequired,
          web,
          google,
          tags,
          vendors: { 'c:abc': web, google, 'c:xyz': tags },
        })),
      ),
    ),
  ),
);

describe('the regulation that applies', () => {
  it('CONS-05 is the first that applies of gdpr, ccpa, cpra, cpa, ctdpa, vcdpa, tdpsa', () => {
    const order = ['gdpr', 'ccpa', 'cpra', 'cpa', 'ctdpa', 'vcdpa', 'tdpsa'];
    expect(REGULATIONS).toEqual(order);
    // Every set of them: the bits of a number say which apply.
    for (let set = 0; set < 2 ** order.length; set += 1) {
      const applied = order.filter((_, bit) => (set >> bit) % 2 === 1);
      expect(
        regulationOf((regulation) => applied.includes(regulation)),
        applied.join(),
      ).toBe(applied[0]);
    }
  });

  it('CONS-05 does not depend on the order in which the tool lists them', () => {
    expect(regulationOf((regulation) => ['cpra', 'ccpa'].includes(regulation))).toBe('ccpa');
    expect(consent({ applied: ['tdpsa', 'ccpa', 'gdpr'], isOptedOut: false })).toBeUndefined();
  });
});

describe('consent', () => {
  it('CONS-01 is unknown, granted or denied', () => {
    const results = new Set(
      SITUATIONS.flatMap((situation) => REGULATIONS.map((regulation) => consent({ ...situation, applied: [regulation] }))),
    );
    expect([...results].map(String).toSorted()).toEqual(['false', 'true', 'undefined']);
  });

  it('CONS-06 depends on the web-analytics, google and tag-manager vendors by the site’s ids, and on no other', () => {
    const requested: string[] = [];
    const tool = { ...choices({ applied: ['gdpr'] }), vendorStatus: (vendor: string) => (requested.push(vendor), true) };
    expect(consentOf(tool, VENDORS)).toBe(true);
    expect(requested.toSorted()).toEqual(['c:abc', 'c:xyz', 'google']);
    expect(consent({ applied: ['gdpr'], vendors: { 'c:abc': true, google: true, 'c:xyz': true, other: false } })).toBe(true);
  });

  for (const { web, google, tags, ...situation } of SITUATIONS) {
    const name = `${web}, ${google}, ${tags}, ${situation.isOptedOut ? 'do not sell' : 'may sell'}, ${situation.isRequired ? 'required' : 'not required'}`;

    if (situation.isRequired) {
      it(`CONS-08 gdpr: true if all are granted, false if any is denied, otherwise undefined (${name})`, () => {
        const denied = web === false || google === false || tags === false;
        const unknown = web === undefined || google === undefined || tags === undefined;
        expect(consent({ ...situation, applied: ['gdpr'] })).toBe(denied ? false : unknown ? undefined : true);
      });
    } else {
      it(`CONS-07 gdpr: all vendors count as granted where consent is not required (${name})`, () => {
        expect(consent({ ...situation, applied: ['gdpr'] })).toBe(true);
      });
    }

    it(`CONS-09 ccpa and cpra: granted unless the do-not-sell status is set (${name})`, () => {
      for (const applied of [['ccpa'], ['cpra'], ['ccpa', 'cpra'], ['cpra', 'tdpsa']] satisfies Regulation[][])
        expect(consent({ ...situation, applied })).toBe(!situation.isOptedOut);
    });

    it(`CONS-10 any other mode, and none: granted (${name})`, () => {
      for (const applied of [[], ['cpa'], ['ctdpa'], ['vcdpa'], ['tdpsa'], ['cpa', 'tdpsa']] satisfies Regulation[][])
        expect(consent({ ...situation, applied })).toBe(true);
    });
  }
});

/** Every view of consent. */
const VIEWS = CHOICES.flatMap((state) =>
  [true, false].flatMap((hasNotice) =>
    [true, false].flatMap((isReady) =>
      [true, false].map((hasDenied): ConsentView => ({ consent: state, hasNotice, isReady, hasDenied })),
    ),
  ),
);

describe('analytics', () => {
  for (const view of VIEWS) {
    for (const hasLaunchScript of [true, false]) {
      it(`CONS-02, ANLY-05 with ${JSON.stringify({ ...view, consent: String(view.consent), hasLaunchScript })}`, () => {
        const byRule = view.consent === true || !view.hasNotice || (hasLaunchScript && view.isReady);
        const isDenied = view.consent === false;
        expect(isAnalyticsEnabled(view, hasLaunchScript)).toBe(byRule && !isDenied);
      });
    }
  }

  it('CONS-02 is not enabled with a notice, no choice and no launch script; without a notice it is', () => {
    expect(isAnalyticsEnabled({ consent: undefined, hasNotice: true, isReady: true, hasDenied: false }, false)).toBe(false);
    expect(isAnalyticsEnabled(NO_NOTICE, false)).toBe(true);
  });

  it('CONS-12 a switched-off banner counts as no notice', () => {
    expect(NO_NOTICE).toEqual({ consent: undefined, hasNotice: false, isReady: false, hasDenied: false });
    expect(mayShowAds(NO_NOTICE)).toBe(true);
  });

  it('CONS-03 is disabled when consent becomes false, whatever enabled it', () => {
    for (const hasLaunchScript of [true, false]) {
      for (const hasNotice of [true, false]) {
        const granted = { consent: true, hasNotice, isReady: true, hasDenied: false };
        expect(isAnalyticsEnabled(granted, hasLaunchScript)).toBe(true);
        expect(isAnalyticsEnabled({ ...granted, consent: false, hasDenied: true }, hasLaunchScript)).toBe(false);
      }
    }
  });
});

describe('ads', () => {
  it('wait for consent if there is a notice, and load without one', () => {
    for (const view of VIEWS)
      expect(mayShowAds(view), JSON.stringify(view)).toBe(view.hasNotice ? view.consent === true : view.consent !== false);
  });
});
