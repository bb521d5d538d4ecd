/**
 * What an element has in the browser's build in place of children that the server alone renders: it keeps the HTML it
 * has. For parts without a handler or a state, whose code then need not be sent. `selector` finds the element.
 */
export function kept(selector: string) {
  return { dangerouslySetInnerHTML: { __html: document.querySelector(selector)?.innerHTML ?? '' }, suppressHydrationWarning: true };
}
