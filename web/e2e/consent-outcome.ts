// Summarizes the recorded requests of a page as an `Outcome`, for comparison with consent-expected.ts.

import type { Outcome } from './consent-expected.ts';
import { type RequestRecorder, propertyAt } from './third-parties.ts';

/**
 * Summarizes recorded requests. `isNoticeShown` is what the caller found on the page. If `isChoicePending`, the interstitial is
 * ignored: it may be configured before the consent tool shows its notice.
 */
export function observedOutcome(recorder: RequestRecorder, isNoticeShown: boolean, isChoicePending: boolean): Outcome {
  const scripts = recorder.scripts();
  const scriptsStartingWith = (start: string) => scripts.filter((script) => script.startsWith(start));
  const tool = scriptsStartingWith('/didomi/');
  const knownScripts = new Set([
    ...tool,
    ...scriptsStartingWith('/gtag/'),
    ...scriptsStartingWith('/gtm.js'),
    ...scriptsStartingWith('/launch.js'),
    ...scriptsStartingWith('/marketing.js'),
    ...scriptsStartingWith('/library/'),
    ...scriptsStartingWith('/tag/'),
  ]);
  const unknownScripts = scripts.filter((script) => !knownScripts.has(script));
  return {
    isNoticeShown,
    // The first scripts must be those of the tool. Unknown scripts are added, so that they fail the comparison.
    consentTool: [...scripts.slice(0, tool.length), ...unknownScripts],
    tracking: scripts.filter((script) => /^\/(gtag|gtm)/.test(script)),
    launchScript: scriptsStartingWith('/launch.js'),
    marketing: scriptsStartingWith('/marketing.js'),
    ads: scripts.filter((script) => /^\/(library|tag)\//.test(script)),
    analytics: recorder.calls('analytics').flatMap(({ call, args: [first, second, third] }) => {
      if (call.startsWith('consent')) return [consentCall(call, first)];
      if (call === 'config')
        return [
          `config ${String(first)}: ${String(propertyAt(second, 'cookie_expires'))}, ${String(propertyAt(second, 'cookie_update'))}, ${String(propertyAt(second, 'anonymize_ip'))}`,
        ];
      return call === 'event' ? [`${String(second)} ${String(first)} ${String(propertyAt(third, 'page_path'))}`] : [];
    }),
    dataLayer: recorder.calls('containers', 'dataLayer').flatMap(({ args: [entry] }) => {
      if (Array.isArray(entry)) return entry[0] === 'consent' ? [consentCall(`consent ${String(entry[1])}`, entry[2])] : [];
      return propertyAt(entry, 'event') === 'page_view' ? [`page_view ${String(propertyAt(entry, 'path'))}`] : [];
    }),
    marketingCalls: recorder
      .calls('marketing')
      .flatMap(({ call, args: [entry] }) =>
        call === 'loaded' ? [] : [`${call} ${String(propertyAt(entry, 'customerId') ?? propertyAt(entry, 'path'))}`],
      ),
    adCalls: adCallsOf(recorder, isChoicePending ? 'interstitial' : ''),
    pageData: pageDataOf(recorder),
  };
}

/** The call with the distinct states of all purposes, such as `consent default denied`. */
const consentCall = (call: string, states: unknown): string => `${call} ${[...new Set(Object.values(states ?? {}))].join(' and ')}`;

/** The calls of the ad wrapper or the ad tag, without the position `except`. */
function adCallsOf(recorder: RequestRecorder, except: string): unknown {
  const [config] = recorder.calls('wrapper', 'setConfig').at(-1)?.args ?? [];
  if (config !== undefined) {
    const configured = (name: string): unknown => propertyAt(config, name);
    const configuredTargeting = (name: string): unknown => propertyAt(config, 'targeting', name);
    const order = recorder.calls('wrapper').map(({ call }) => call);
    const displayed =
      order.indexOf('setConfig') < order.indexOf('loadPositions') &&
      order.indexOf('loadPositions') < order.indexOf('displayPositions');
    return {
      page: configured('page'),
      pagePositions: Object.values(configured('pagePositions') ?? {}).filter((name) => name !== except),
      elementsMapping: Object.fromEntries(Object.entries(configured('elementsMapping') ?? {}).filter(([name]) => name !== except)),
      interstitialOnFirstPageEnabled: configured('interstitialOnFirstPageEnabled'),
      adType: configuredTargeting('adType'),
      currentPath: configuredTargeting('currentPath'),
      moviePermalinkPath: configuredTargeting('moviePermalinkPath'),
      displayed,
    };
  }
  const slots = [...recorder.calls('tag', 'defineSlot'), ...recorder.calls('tag', 'defineOutOfPageSlot')]
    .map(({ args }) => args)
    .filter(([path]) => except === '' || !String(path).endsWith(except));
  if (slots.length === 0) return undefined;
  const targeting = recorder.calls('tag', 'request').findLast(({ args: [path] }) => String(path).endsWith('header'))?.args[2];
  return {
    slots,
    targeting: {
      pageType: propertyAt(targeting, 'pageType'),
      isLoggedIn: propertyAt(targeting, 'isLoggedIn'),
      moviePermalinkPath: propertyAt(targeting, 'moviePermalinkPath') ?? undefined,
    },
  };
}

function pageDataOf(recorder: RequestRecorder): unknown {
  const pageData = recorder
    .calls('containers', 'dataLayer')
    .findLast(({ args: [entry] }) => propertyAt(entry, 'event') === 'adPageData')?.args[0];
  return pageData === undefined
    ? undefined
    : {
        pageType: propertyAt(pageData, 'pageType'),
        isLoggedIn: propertyAt(pageData, 'isLoggedIn'),
        moviePermalinkPath: propertyAt(pageData, 'moviePermalinkPath'),
      };
}
