// What is seen of a page, in the words of the expectations (consent-expected.ts).

import type { Outcome } from './consent-expected.ts';
import { type Watch, entry } from './third-parties.ts';

/** What is seen of a page, in the words of the expectations. */
export function outcomeOf(seen: Watch, isAsked: boolean, isWaiting: boolean): Outcome {
  const scripts = seen.scripts();
  const these = (start: string) => scripts.filter((script) => script.startsWith(start));
  const tool = these('/didomi/');
  const known = new Set([
    ...tool,
    ...these('/gtag/'),
    ...these('/gtm.js'),
    ...these('/launch.js'),
    ...these('/marketing.js'),
    ...these('/library/'),
    ...these('/tag/'),
  ]);
  const others = scripts.filter((script) => !known.has(script));
  return {
    isAsked,
    // First of all, and what nobody knows.
    tool: [...scripts.slice(0, tool.length), ...others],
    tracking: scripts.filter((script) => /^\/(gtag|gtm)/.test(script)),
    launch: these('/launch.js'),
    marketing: these('/marketing.js'),
    ads: scripts.filter((script) => /^\/(library|tag)\//.test(script)),
    analytics: seen.calls('analytics').flatMap(({ call, args: [one, two, three] }) => {
      if (call.startsWith('consent')) return [consentCall(call, one)];
      if (call === 'config')
        return [
          `config ${String(one)}: ${String(entry(two, 'cookie_expires'))}, ${String(entry(two, 'cookie_update'))}, ${String(entry(two, 'anonymize_ip'))}`,
        ];
      return call === 'event' ? [`${String(two)} ${String(one)} ${String(entry(three, 'page_path'))}`] : [];
    }),
    layer: seen.calls('containers', 'dataLayer').flatMap(({ args: [said] }) => {
      if (Array.isArray(said)) return said[0] === 'consent' ? [consentCall(`consent ${String(said[1])}`, said[2])] : [];
      return entry(said, 'event') === 'page_view' ? [`page_view ${String(entry(said, 'path'))}`] : [];
    }),
    marketingCalls: seen
      .calls('marketing')
      .flatMap(({ call, args: [said] }) =>
        call === 'loaded' ? [] : [`${call} ${String(entry(said, 'customerId') ?? entry(said, 'path'))}`],
      ),
    adCalls: adCallsOf(seen, isWaiting ? 'interstitial' : ''),
    pageData: pageDataOf(seen),
  };
}

/** `consent default denied`, if all of its parts say the same. */
const consentCall = (call: string, said: unknown): string => `${call} ${[...new Set(Object.values(said ?? {}))].join(' and ')}`;

/** `except` has its turn later or not at all, and may have been asked for before a tool of others asks. */
function adCallsOf(seen: Watch, except: string): unknown {
  const [wrapped] = seen.calls('wrapper', 'setConfig').at(-1)?.args ?? [];
  if (wrapped !== undefined) {
    const of = (name: string): unknown => entry(wrapped, name);
    const ofTargeting = (name: string): unknown => entry(wrapped, 'targeting', name);
    const order = seen.calls('wrapper').map(({ call }) => call);
    const displayed =
      order.indexOf('setConfig') < order.indexOf('loadPositions') &&
      order.indexOf('loadPositions') < order.indexOf('displayPositions');
    return {
      page: of('page'),
      pagePositions: Object.values(of('pagePositions') ?? {}).filter((name) => name !== except),
      elementsMapping: Object.fromEntries(Object.entries(of('elementsMapping') ?? {}).filter(([name]) => name !== except)),
      interstitialOnFirstPageEnabled: of('interstitialOnFirstPageEnabled'),
      adType: ofTargeting('adType'),
      currentPath: ofTargeting('currentPath'),
      moviePermalinkPath: ofTargeting('moviePermalinkPath'),
      displayed,
    };
  }
  const slots = [...seen.calls('tag', 'defineSlot'), ...seen.calls('tag', 'defineOutOfPageSlot')]
    .map(({ args }) => args)
    .filter(([path]) => except === '' || !String(path).endsWith(except));
  if (slots.length === 0) return undefined;
  const targeting = seen.calls('tag', 'request').findLast(({ args: [path] }) => String(path).endsWith('header'))?.args[2];
  return {
    slots,
    targeting: {
      pageType: entry(targeting, 'pageType'),
      isLoggedIn: entry(targeting, 'isLoggedIn'),
      moviePermalinkPath: entry(targeting, 'moviePermalinkPath') ?? undefined,
    },
  };
}

function pageDataOf(seen: Watch): unknown {
  const said = seen.calls('containers', 'dataLayer').findLast(({ args: [line] }) => entry(line, 'event') === 'adPageData')?.args[0];
  return said === undefined
    ? undefined
    : {
        pageType: entry(said, 'pageType'),
        isLoggedIn: entry(said, 'isLoggedIn'),
        moviePermalinkPath: entry(said, 'moviePermalinkPath'),
      };
}
