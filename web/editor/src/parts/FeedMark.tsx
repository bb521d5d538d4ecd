// Fields of records that feeds fill in: each says whether it follows the feed, and can be set back to it.

import { createContext, type ReactNode, use } from 'react';
import { useDraft, useOpenSite } from '../state/drafts.ts';
import { useMessages } from '../state/messages.ts';
import { isSame, isWithin, valueAt } from '../state/pointer.ts';
import { IconButton } from './Button.tsx';
import styles from './DraftField.module.css';
import { Icon } from './Icon.tsx';

interface FeedRecord {
  /** Pointer of the record in the draft. */
  readonly pointer: string;
  /** What the feed says. */
  readonly record: unknown;
}

const FeedContext = createContext<FeedRecord | undefined>(undefined);

/** What a feed says of the record whose fields are inside; undefined if no feed has it. */
export const FeedProvider = ({ feed, children }: { readonly feed: FeedRecord | undefined; readonly children: ReactNode }) => (
  <FeedContext value={feed}>{children}</FeedContext>
);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A value in a few words; undefined if it is not a text or a number. */
function shortText(value: unknown): string | undefined {
  const words = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined;
  return words !== undefined && words.length > 80 ? `${words.slice(0, 79)}…` : words;
}

/** Says whether a field follows the feed. Nothing if no feed has the record, or if neither has a value. `of` names the field. */
export function FeedMark({ pointer, of }: { readonly pointer: string; readonly of: string }) {
  const { theaters, films } = useMessages();
  const { draft } = useOpenSite();
  const state = useDraft();
  const feed = use(FeedContext);
  if (state === undefined || feed === undefined || !isWithin(pointer, feed.pointer)) return null;
  const says = valueAt(feed.record, pointer.slice(feed.pointer.length));
  const has = valueAt(state.content, pointer);
  if (isEmpty(says) && isEmpty(has)) return null;
  if (isSame(says, has))
    return (
      <p className={styles['feed']} data-feed="linked">
        <Icon name="link" small />
        {theaters.feed.linked()}
      </p>
    );
  const value = shortText(says);
  return (
    <p className={styles['feed']} data-feed="changed">
      <Icon name="pencil" small />
      <span>
        {isEmpty(says)
          ? theaters.feed.saysNothing()
          : value === undefined
            ? theaters.feed.changed()
            : theaters.feed.says({ value })}
      </span>
      <IconButton
        icon="reset"
        label={films.resetField({ name: of })}
        onPress={() => draft.edit([{ pointer, to: isEmpty(says) && !Array.isArray(says) ? undefined : says }])}
      />
    </p>
  );
}
