import type { ConsentNotice as Notice, ThirdParties } from '@marquee/api/schema.gen.ts';
import { allPurposes } from '@marquee/rules/embedded-consent.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CATALOGS, LATER_CATALOGS } from '../../messages/all.ts';
import { attribute, tags, visibleText } from '@marquee/testkit/pages/markup.tsx';
import { samplePage } from '@marquee/testkit/pages/samples.ts';
import { LaterMessagesProvider } from '../../state/later.ts';
import { type EmbeddedTool, embedded } from '../../state/outside/consent/embedded.ts';
import { PageProvider } from '../../state/page.ts';
import { Consent } from './Consent.tsx';
import { PurposeForm } from './ConsentChoices.tsx';
import { reserveSpace } from './reserve-space.ts';

const NOTICE: Extract<Notice, { readonly tool: 'embedded' }> = {
  tool: 'embedded',
  regulation: 'gdpr',
  privacyHref: '/privacy/',
  purposes: ['measurement', 'advertising'],
  revision: 'r1',
};
const PARTIES: ThirdParties = {
  consent: NOTICE,
  vendors: { webAnalytics: 'web-analytics', google: 'google', tagManagerAnalytics: 'tag-manager-analytics' },
  analytics: { measurementIds: ['G-1'], script: 'https://www.googletagmanager.com/gtag/js' },
  containers: [{ purpose: 'site', id: 'GTM-1' }],
  containerScript: 'https://www.googletagmanager.com/gtm.js',
  launchScript: '',
};
const MARKETING = { script: 'https://t.marketing.example/42.js', customerId: '42', requiresConsent: false };

function toolOf(
  notice: Partial<typeof NOTICE> = {},
  thirdParties: Partial<ThirdParties> = {},
  hasGpc = false,
  stored: string | null = null,
): { tool: EmbeddedTool; thirdParties: ThirdParties } {
  const all = { ...PARTIES, ...thirdParties, consent: { ...NOTICE, ...notice } };
  return {
    tool: embedded(all.consent, all, {
      read: () => stored,
      write: () => {},
      onOtherTabChange: () => {},
      now: () => Date.parse('2026-11-22T12:00:00Z'),
      hasGpc,
    }),
    thirdParties: all,
  };
}

function markup(
  { tool, thirdParties }: ReturnType<typeof toolOf>,
  locale: 'en' | 'fr' = 'en',
  Part: typeof Consent | typeof PurposeForm = Consent,
): string {
  const page = { ...samplePage('meridian-home'), messages: CATALOGS[locale] };
  return renderToStaticMarkup(
    <PageProvider page={page}>
      <LaterMessagesProvider messages={LATER_CATALOGS[locale]}>
        <Part tool={tool} thirdParties={thirdParties} />
      </LaterMessagesProvider>
    </PageProvider>,
  );
}
const form = (stage: ReturnType<typeof toolOf>): string => markup(stage, 'en', PurposeForm);
const buttons = (html: string): string[] =>
  [...html.matchAll(/<button[^>]*>(.*?)<\/button>/gs)].map(([, inside = '']) => visibleText(inside));

describe('the consent notice', () => {
  it('ux 4: asks in the words of the design', () => {
    expect(visibleText(markup(toolOf()))).toBe(
      'Your privacy We would like to measure visits and show relevant ads. If you decline, showtimes, tickets and membership work just the same. Decline all Accept all Choose in detail Privacy policy',
    );
    expect(visibleText(markup(toolOf(), 'fr'))).toMatch(
      /^Votre vie privée Nous aimerions mesurer les visites et afficher des publicités pertinentes\. .* Tout refuser Tout accepter Choisir en détail Politique de confidentialité$/,
    );
  });

  it('ux 4: is not a dialog but a section, labeled by its heading', () => {
    const html = markup(toolOf());
    expect(html).toMatch(/^<section class="[^"]+" aria-labelledby="consent-title"><h2 id="consent-title">Your privacy<\/h2>/);
    expect(html).not.toMatch(/<dialog|role=|aria-modal|autofocus/);
  });

  it('ux 4: declining and accepting look the same and take one press each', () => {
    const [no = '', yes = ''] = tags(markup(toolOf()), 'button');
    expect(no).toBe(yes);
  });

  it('names only the purposes on offer, and links the policy if there is one', () => {
    expect(visibleText(markup(toolOf({ purposes: ['measurement'] }, { containers: [] })))).toContain(
      'We would like to measure visits. If you decline',
    );
    const { analytics, ...rest } = PARTIES;
    expect(analytics).toBeDefined();
    const { tool } = toolOf();
    expect(
      visibleText(
        markup({ tool: { ...tool, request: { ...tool.request, offered: ['advertising', 'marketing'] } }, thirdParties: rest }),
      ),
    ).toContain('We would like to show relevant ads. If');
    expect(attribute(tags(markup(toolOf()), 'a')[0] ?? '', 'href')).toBe('/privacy/');
    expect(tags(markup(toolOf({ privacyHref: '' })), 'a')).toEqual([]);
  });

  it('CONS-09 names only what the visitor has not decided', () => {
    const before = toolOf({ regulation: 'cpra' }).tool;
    before.choose({ measurement: true, advertising: false });
    const purposes: (typeof NOTICE)['purposes'] = ['measurement', 'advertising', 'marketing'];
    const stored = JSON.stringify(before.state.get().choice);
    const stage = toolOf({ regulation: 'cpra', purposes }, { marketing: MARKETING }, false, stored);
    expect(visibleText(markup(stage))).toContain('We recognize members with the help of others.');
    expect([...form(stage).matchAll(/aria-checked="(\w+)"/g)].map(([, state]) => state)).toEqual(['true', 'false', 'true']);
  });

  it('CONS-09 offers to opt out under ccpa and cpra', () => {
    for (const regulation of ['ccpa', 'cpra']) {
      const html = markup(toolOf({ regulation }));
      expect(buttons(html)).toEqual(['Do not sell or share my data', 'Allow', 'Choose in detail']);
      expect(visibleText(html)).toContain('If you opt out, showtimes, tickets and membership work just the same.');
    }
    expect(markup(toolOf({ regulation: 'ccpa' }, {}, true))).toBe('');
  });

  it('CONS-10 is absent if the regulation does not require it, and once there is a choice', () => {
    for (const regulation of ['cpa', 'ctdpa', 'vcdpa', 'tdpsa', '']) expect(markup(toolOf({ regulation }))).toBe('');
    const stage = toolOf();
    stage.tool.choose(allPurposes(false));
    expect(markup(stage)).toBe('');
  });
});

describe('the choices in detail', () => {
  it('name the effect and the recipients of each purpose', () => {
    const html = form(toolOf({ purposes: ['measurement', 'advertising', 'marketing'] }, { marketing: MARKETING }));
    expect(
      tags(html, 'button')
        .filter((tag) => tag.includes('role="switch"'))
        .map((tag) => [attribute(tag, 'aria-label'), attribute(tag, 'aria-checked')]),
    ).toEqual([
      ['Measure visits', 'false'],
      ['Relevant ads', 'false'],
      ['Recognize me as a member', 'false'],
    ]);
    for (const name of ['Google Analytics', 'Google Tag Manager', 't.marketing.example'])
      expect(visibleText(html)).toContain(`Data goes to ${name}.`);
  });

  it('ANLY-01 name the marketing service only if there is one', () => {
    expect(form(toolOf())).not.toContain('Recognize me as a member');
  });

  it('are off at first if the regulation requires prior consent, else on', () => {
    const states = (regulation: string) =>
      [...form(toolOf({ regulation })).matchAll(/aria-checked="(\w+)"/g)].map(([, state]) => state);
    expect(states('gdpr')).toEqual(['false', 'false']);
    for (const regulation of ['ccpa', 'cpra', 'vcdpa', '']) expect(states(regulation)).toEqual(['true', 'true']);
  });

  it('can be declined, accepted and saved with one press each, by buttons that look the same', () => {
    const html = form(toolOf());
    expect(buttons(html).slice(-3)).toEqual(['Decline all', 'Accept all', 'Save choices']);
    const [no, yes, save] = tags(html, 'button').slice(-3);
    expect([no, save]).toEqual([yes, yes]);
  });

  it('show the date of the visitor’s choice, or that there is none', () => {
    const stage = toolOf();
    expect(visibleText(form(stage))).toContain('You have not chosen yet. Until you do, none of this is used.');
    stage.tool.choose({ measurement: true, advertising: false, marketing: false });
    const html = form(stage);
    expect(visibleText(html)).toContain('You chose this on November 22, 2026.');
    expect([...html.matchAll(/aria-checked="(\w+)"/g)].map(([, state]) => state)).toEqual(['true', 'false']);
    expect(visibleText(form(toolOf({ regulation: 'ccpa' })))).not.toMatch(/chose/);
  });

  it('CONS-09 are off and disabled if the browser sends a privacy signal', () => {
    const html = form(toolOf({ regulation: 'ccpa' }, {}, true));
    expect(visibleText(html)).toContain('Your browser asks us not to sell or share your data.');
    expect(tags(html, 'button')).toHaveLength(2);
    for (const tag of tags(html, 'button')) {
      expect(tag).toContain('disabled');
      expect(tag).toContain('aria-checked="false"');
    }
  });
});

describe('the space for the notice', () => {
  afterEach(() => vi.unstubAllGlobals());

  function setUp({ scrollHeight = 3000, hasFocus = false } = {}) {
    const body = { style: { paddingBlockEnd: '' } };
    const documentElement = { scrollHeight, style: { scrollPaddingBlockEnd: '', scrollbarWidth: '' } };
    const inside = {};
    const focus = vi.fn<() => void>();
    let fit = (): void => {};
    vi.stubGlobal('innerHeight', 900);
    vi.stubGlobal('document', { body, documentElement, activeElement: hasFocus ? inside : body });
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly disconnect = (): void => {};
        constructor(callback: () => void) {
          fit = callback;
        }
        observe(): void {
          fit();
        }
      },
    );
    const notice: unknown = { offsetTop: 620.5, contains: (element: unknown) => element === inside, parentElement: { focus } };
    return { body, documentElement, focus, unmount: Reflect.apply(reserveSpace, undefined, [notice]) };
  }

  it('WCAG 2.4.11 is added below the page, and the focus is scrolled clear of it', () => {
    const { body, documentElement, unmount } = setUp();
    expect(body.style.paddingBlockEnd).toBe('280px');
    expect(documentElement.style).toEqual({ scrollPaddingBlockEnd: '280px', scrollbarWidth: '' });
    unmount();
    expect(body.style.paddingBlockEnd).toBe('');
    expect(documentElement.style).toEqual({ scrollPaddingBlockEnd: '', scrollbarWidth: '' });
  });

  it('keeps the scroll padding that another component has set since', () => {
    const { documentElement, unmount } = setUp();
    documentElement.style.scrollPaddingBlockEnd = '200px';
    unmount();
    expect(documentElement.style.scrollPaddingBlockEnd).toBe('200px');
  });

  it('hides the scrollbar of a page that fits the window, which would shift it', () => {
    const { documentElement, unmount } = setUp({ scrollHeight: 900 });
    expect(documentElement.style.scrollbarWidth).toBe('none');
    unmount();
    expect(documentElement.style.scrollbarWidth).toBe('');
  });

  it('moves the focus to the container if the notice had it when it was removed', () => {
    const withFocus = setUp({ hasFocus: true });
    withFocus.unmount();
    expect(withFocus.focus).toHaveBeenCalledTimes(1);
    const withoutFocus = setUp();
    withoutFocus.unmount();
    expect(withoutFocus.focus).not.toHaveBeenCalled();
  });
});
