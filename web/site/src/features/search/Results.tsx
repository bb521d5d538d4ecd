import type { ReactNode } from 'react';
import { useLater } from '../../state/later.tsx';
import type { Finding } from './finding.ts';
import { findingText } from './finding-text.ts';
import { Hits, type TimesOf } from './Hits.tsx';
import css from './Results.module.css';

/** What was found; before a question, and where one finds nothing, what is on today. */
export function Results({
  finding,
  question,
  Times,
  counted = false,
  more,
  onOpen,
}: {
  finding: Finding;
  question: string;
  Times: TimesOf;
  /** Whether it says how much was found. */
  counted?: boolean;
  /** Stands under the results when there are more of them. */
  more: ReactNode;
  onOpen?: (() => void) | undefined;
}) {
  const words = useLater();
  const { search } = words;
  if (finding.kind !== 'found')
    return (
      <>
        <p className={css.note}>{finding.kind === 'waiting' ? search.hint() : findingText(words, finding, question)}</p>
        <Hits found={finding.suggested} Times={Times} heading={search.onToday()} onOpen={onOpen} />
      </>
    );
  const { found } = finding;
  return (
    <>
      {counted ? <p className={css.note}>{findingText(words, finding, question)}</p> : null}
      <Hits found={found} Times={Times} heading={search.films()} marked onOpen={onOpen} />
      {found.count > found.films.length + found.others.length ? more : null}
    </>
  );
}
