/** A container for an ad that is added in the browser, over the page. */
export interface AdOverlay {
  /** Id of the container. */
  readonly container: string;
  /** Reports whether the provider rendered an ad. Until then, the content of the container decides. */
  readonly onRendered: (isEmpty: boolean) => void;
  readonly remove: () => void;
}
