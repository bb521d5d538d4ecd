import type { ReactNode } from 'react';
import { useLater } from '../../state/later.ts';
import type { Finding } from './finding.ts';
import { findingText } from './finding-text.ts';
import { Hits, type TimesOf } from './Hits.tsx';
import css from './Results.module.css';

/** What was found; before a question, and where one finds nothing, what plays next. */
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
  if (finding.kind !== 'found') {
    const { day, films } = finding.suggested;
    return (
      <>
        <p className={css.note}>{finding.kind === 'waiting' ? search.hint() : findingText(words, finding, question)}</p>
        <Hits found={{ films, others: [] }} Times={Times} heading={day === '' ? search.onToday() : search.onDay({ day })} day={day} onOpen={onOpen} />
      </>
    );
  }
  const { found } = finding;
  return (
    <>
      {counted ? <p className={css.note}>{findingText(words, finding, question)}</p> : null}
      <Hits found={found} Times={Times} heading={search.films()} marked onOpen={onOpen} />
      {found.count > found.films.length + found.others.length ? more : null}
    </>
  );
}
