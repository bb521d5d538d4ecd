/**
 * Properties of an element whose children only the server renders: in the browser the element keeps the HTML it has. For components
 * without handlers or state, whose code is then not sent. `selector` finds the element.
 */
export function serverHtml(selector: string) {
  return { dangerouslySetInnerHTML: { __html: document.querySelector(selector)?.innerHTML ?? '' }, suppressHydrationWarning: true };
}
