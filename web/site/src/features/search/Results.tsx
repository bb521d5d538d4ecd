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
  const messages = useLaterMessages();
  const { search } = messages;
  if (state.kind !== 'found') {
    const { day, films } = state.suggested;
    return (
      <>
        <p className={css.note}>{state.kind === 'waiting' ? search.hint() : resultText(messages, state, query)}</p>
        <Hits
          results={{ films, others: [] }}
          Times={Times}
          heading={day === '' ? search.onToday() : search.onDay({ day })}
          day={day}
          onOpen={onOpen}
        />
      </>
    );
  }
  const { results } = state;
  return (
    <>
      {counted ? <p className={css.note}>{resultText(messages, state, query)}</p> : null}
      <Hits results={results} Times={Times} heading={search.films()} marked onOpen={onOpen} />
      {results.count > results.films.length + results.others.length ? more : null}
    </>
  );
}
