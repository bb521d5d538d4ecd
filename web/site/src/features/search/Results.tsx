import type { ReactNode } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import { resultText } from './result-text.ts';
import type { SearchState } from './search-state.ts';
import { Hits, type TimesComponent } from './Hits.tsx';
import css from './Results.module.css';

/** The search results; without a query or without results, the films that play next. */
export function Results({
  state,
  query,
  Times,
  counted = false,
  more,
  onOpen,
}: {
  state: SearchState;
  query: string;
  Times: TimesComponent;
  /** Whether the number of results is shown. */
  counted?: boolean;
  /** Shown below the results if there are more than listed. */
  more: ReactNode;
  onOpen?: (() => void) | undefined;
}) {
  const words = useLaterMessages();
  const { search } = words;
  if (state.kind !== 'found') {
    const { day, films } = state.suggested;
    return (
      <>
        <p className={css.note}>{state.kind === 'waiting' ? search.hint() : resultText(words, state, query)}</p>
        <Hits
          found={{ films, others: [] }}
          Times={Times}
          heading={day === '' ? search.onToday() : search.onDay({ day })}
          day={day}
          onOpen={onOpen}
        />
      </>
    );
  }
  const { found } = state;
  return (
    <>
      {counted ? <p className={css.note}>{resultText(words, state, query)}</p> : null}
      <Hits found={found} Times={Times} heading={search.films()} marked onOpen={onOpen} />
      {found.count > found.films.length + found.others.length ? more : null}
    </>
  );
}
