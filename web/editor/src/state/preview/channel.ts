// Messages between the editor and the page in the preview (PREV-11).

import { type EditorMessage, type PageMessage, sentMessage } from '@marquee/rules/preview-editing.ts';

/** A document of the preview: its window, and the origin to which messages are sent. */
interface Document {
  readonly target: Pick<Window, 'postMessage'>;
  readonly origin: string;
}

export interface ChannelListener {
  /** A document is ready for messages. */
  readonly onReady: () => void;
  readonly onMessage: (message: PageMessage) => void;
}

/** Sends to every document of a preview that is ready, and receives from them. */
export class PreviewChannel {
  #documents: readonly Document[] = [];
  #listener: ChannelListener | undefined;

  listen(listener: ChannelListener): () => void {
    this.#listener = listener;
    if (this.#documents.length > 0) listener.onReady();
    return () => {
      if (this.#listener === listener) this.#listener = undefined;
    };
  }

  /** A document has loaded and listens. */
  add(target: Document['target'], origin: string): void {
    this.#documents = [...this.#documents.filter((document) => document.target !== target), { target, origin }];
    this.#listener?.onReady();
  }

  /** Keeps the documents of these windows. */
  keep(isShown: (target: Document['target']) => boolean): void {
    this.#documents = this.#documents.filter(({ target }) => isShown(target));
  }

  receive(message: PageMessage): void {
    this.#listener?.onMessage(message);
  }

  send(message: EditorMessage): void {
    for (const { target, origin } of this.#documents) target.postMessage(sentMessage(message), origin);
  }
}
