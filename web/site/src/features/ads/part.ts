/** A place for an ad in the browser. */
export interface AdPart {
  /** The id of its container. */
  readonly container: string;
  /** Hears of who knows whether an ad came; without a word the content of the container tells. */
  readonly hear: (isEmpty: boolean) => void;
  readonly remove: () => void;
}
