// The state of consent, in sync with the consent tool.

import type { ThirdParties } from '@marquee/api/schema.gen.ts';
import { type Observable, cell } from '@marquee/rules/cell.ts';
import { type ConsentView, NO_NOTICE, consentOf } from '@marquee/rules/consent.ts';
import type { ConsentTool } from './tool.ts';

/** The state until the tool is ready: nothing is known and nothing is allowed. */
const UNKNOWN: ConsentView = { consent: undefined, hasNotice: true, isReady: false, hasDenied: true };

/**
 * The consent that the tool reports, evaluated when it is ready and after every change (CONS-04). Without a notice, visitors are not
 * asked (CONS-02, CONS-12). With a notice whose tool never loads, consent stays unknown.
 */
export function watchConsent(
  { consent, vendors }: Pick<ThirdParties, 'consent' | 'vendors'>,
  tool: ConsentTool | undefined,
): Observable<ConsentView> {
  const view = cell<ConsentView>(consent === undefined ? NO_NOTICE : UNKNOWN);
  if (consent === undefined || tool === undefined) return view;
  const evaluate = (): void => {
    const next = viewOf(tool, () => consentOf(tool.choices, vendors));
    if (!isSame(view.get(), next)) view.set(next);
  };
  tool.onChange(evaluate);
  evaluate();
  return view;
}

function viewOf(tool: ConsentTool, evaluate: () => ConsentView['consent']): ConsentView {
  if (!tool.isReady()) return UNKNOWN;
  const consent = evaluate();
  // A refusal counts as denied, whatever the tool reports.
  return { consent, hasNotice: true, isReady: true, hasDenied: consent === false || tool.hasDenied() };
}

const isSame = (a: ConsentView, b: ConsentView): boolean =>
  a.consent === b.consent && a.isReady === b.isReady && a.hasDenied === b.hasDenied && a.hasNotice === b.hasNotice;
