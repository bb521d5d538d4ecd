import { type ReactNode, useState } from 'react';
import { Button, Key } from '../../parts/Button.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { TopDialog } from '../../parts/Overlay.tsx';
import { VisuallyHidden } from '../../parts/Surface.tsx';
import { useMessages } from '../../state/messages.ts';
import { nameOfAttribute } from '../../state/program/attributes.ts';
import type { NewShow } from '../../state/program/edits.ts';
import { filmLength, isFree, nearestFreeStart } from '../../state/program/placement.ts';
import { type Entry, type EntryContext, readEntry } from '../../state/program/quick-entry.ts';
import type { Program } from './use-program.ts';
import { type ProgramWords, useWords } from './use-words.ts';
import styles from './QuickEntry.module.css';

/** What a line means if it does not say it. */
export interface EntryPreset {
  readonly day: string;
  readonly screen: string;
  readonly minutes?: number | undefined;
  /** The text that the line begins with. */
  readonly text: string;
}

function contextOf(
  program: Program,
  words: ProgramWords,
  preset: EntryPreset,
  relativeDays: EntryContext['relativeDays'],
): EntryContext {
  const { films, screens, attributes, days, today, theater } = program;
  return {
    films,
    screens,
    attributes,
    days,
    today,
    day: preset.day,
    screen: preset.screen,
    minutes: preset.minutes,
    weekdays: [1, 2, 3, 4, 5, 6, 7].map(words.formats.weekday),
    relativeDays,
    isMonthFirst: words.formats.isMonthFirst,
    startHour: theater.clock.startHour,
  };
}

/** The show that a line adds; undefined while something is missing. */
function showOf({ film, day, time, screen, attributes }: Entry): (NewShow & { readonly minutes: number }) | undefined {
  if (film === undefined || time?.kind !== 'time') return undefined;
  return { movieId: film.id, local: { day, minutes: time.minutes }, screen, attributes, minutes: time.minutes };
}

/** Shows are typed as lines: Enter adds one, and the line is free for the next. */
export function QuickEntry({
  program,
  preset,
  onAdd,
  onClose,
}: {
  readonly program: Program;
  readonly preset: EntryPreset;
  readonly onAdd: (show: NewShow) => void;
  readonly onClose: () => void;
}) {
  const { program: messages } = useMessages();
  const words = useWords();
  const [line, setLine] = useState(preset.text);
  const [start, setStart] = useState(preset);
  const [last, setLast] = useState('');
  const entry = readEntry(line, contextOf(program, words, start, [messages.todayWord(), messages.tomorrowWord()]));
  const show = showOf(entry);
  const add = (): void => {
    if (show === undefined) return;
    onAdd(show);
    setLast(sentenceOf(program, words, show));
    setLine('');
    // The next show is most likely on the same day and screen.
    setStart({ text: '', day: show.local.day, screen: show.screen });
  };
  const replaceWords = (title: string): void => setLine(line.replace(entry.words, title));
  return (
    <TopDialog label={messages.addShow()} onClose={onClose}>
      <form
        className={styles['entry']}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextField
          aria-label={messages.entryLabel()}
          placeholder={messages.entryExample()}
          value={line}
          onChange={setLine}
          autoFocus
          autoComplete="off"
        />
        <output className={styles['reading']}>
          <Reading program={program} entry={entry} onTime={(text) => setLine(line.replace(unreadableOf(entry), text))} />
        </output>
        {entry.others.length > 0 && (
          <p className={styles['others']}>
            <span>{messages.orFilm()}</span>
            {entry.others.slice(0, 4).map((film) => (
              <Button key={film.id} size="small" onPress={() => replaceWords(film.title)}>
                {film.title}
              </Button>
            ))}
          </p>
        )}
        <Foot last={last} isReady={show !== undefined} />
      </form>
    </TopDialog>
  );
}

/** What was added last, the keys, and the button. */
function Foot({ last, isReady }: { readonly last: string; readonly isReady: boolean }) {
  const { program: messages, common } = useMessages();
  return (
    <footer className={styles['foot']}>
      <output>{last !== '' && messages.added({ show: last })}</output>
      <span className={styles['keys']}>
        <Key>↵</Key> {messages.addShow()} <Key>Esc</Key> {common.close()}
      </span>
      <Button type="submit" look="solid" size="small" isDisabled={!isReady}>
        {messages.add()}
      </Button>
    </footer>
  );
}

const unreadableOf = ({ time }: Entry): string => (time?.kind === 'unreadable' ? time.text : '');

function sentenceOf(program: Program, words: ProgramWords, show: NewShow): string {
  const film = program.films.find(({ id }) => id === show.movieId);
  const length = film === undefined ? 0 : filmLength(film, program.theater.rules);
  return `${film?.title ?? ''}, ${words.slot(program, { day: show.local.day, screen: show.screen, start: show.local.minutes, length })}`;
}

/** What the line means so far, or what it lacks. */
function Reading({
  program,
  entry,
  onTime,
}: {
  readonly program: Program;
  readonly entry: Entry;
  readonly onTime: (text: string) => void;
}) {
  const { program: messages } = useMessages();
  const words = useWords();
  const { film, day, time, screen, attributes } = entry;
  if (entry.words === '') return <Hint>{messages.entryHint()}</Hint>;
  if (film === undefined) return <Fault>{messages.unknownFilm({ text: entry.words })}</Fault>;
  if (time?.kind === 'unreadable') {
    const { suggestion } = time;
    return (
      <Fault>
        {suggestion === undefined
          ? messages.unreadable({ text: time.text })
          : messages.didYouMean({ text: time.text, time: words.time(suggestion) })}{' '}
        {suggestion !== undefined && (
          <Button size="small" onPress={() => onTime(words.time(suggestion).replaceAll(/\s/g, ''))}>
            {words.time(suggestion)}
          </Button>
        )}
      </Fault>
    );
  }
  const tags = attributes.map((key) => nameOfAttribute(program.attributes, key)).join(', ');
  if (time === undefined)
    return (
      <Hint>
        <b>{film.title}</b> {words.date(day)}. {messages.typeTime()}
      </Hint>
    );
  const length = filmLength(film, program.theater.rules);
  const slot = { day, screen, start: time.minutes, length };
  const next = nearestFreeStart(program.placed, slot);
  return (
    <>
      <p>
        <b>{film.title}</b> {words.slot(program, slot)}
        {tags !== '' && ` · ${tags}`}
      </p>
      {screen !== '' && !isFree(program.placed, slot) && next !== undefined && (
        <Fault>{messages.takenUntil({ time: words.time(next) })}</Fault>
      )}
    </>
  );
}

const Hint = ({ children }: { readonly children: ReactNode }) => <p className={styles['hint']}>{children}</p>;

const Fault = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles['fault']}>
    <Icon name="warning" small />
    <span>{children}</span>
  </p>
);

/** Says what happened to screen readers. */
export const LiveRegion = ({ text }: { readonly text: string }) => (
  <VisuallyHidden>
    <output>{text}</output>
  </VisuallyHidden>
);
