import { isRecord, text } from '@marquee/api/json.ts';
import { type FocusEvent, useCallback, useRef, useState } from 'react';
import { TypedField } from '../../parts/DraftField.tsx';
import { TextField } from '../../parts/Field.tsx';
import { ChosenVideo, RemoveVideo } from '../../parts/Picture.tsx';
import {
  type FilmField,
  MAX_RUNTIME,
  languagesOfText,
  languagesText,
  listText,
  minutesOfText,
  namesOfText,
  numberOfText,
} from '../../state/films/fields.ts';
import { trailerAddress, trailerOf } from '../../state/films/trailer.ts';
import { isVideoReference } from '../../state/media/filters.ts';
import { useVideos } from '../../state/media/library.ts';
import { type EditorMessages, useFormats, useMessages } from '../../state/messages.ts';
import { isSame } from '../../state/pointer.ts';
import { useLengthWords } from './use-film-facts.ts';
import styles from './Film.module.css';

interface FieldInputProps {
  readonly field: FilmField;
  readonly label: string;
  readonly value: unknown;
  readonly isFocused: boolean;
  readonly error: string | undefined;
  /** Undefined for no value. */
  readonly onChange: (value: unknown) => void;
  /** The focus has left the field. */
  readonly onLeave: (event: FocusEvent) => void;
}

/** Fields that are never without a value: an empty text stays. */
const REQUIRED: ReadonlySet<string> = new Set(['title', 'tagline', 'synopsis']);

/** Years of films. */
const [FIRST_YEAR, LAST_YEAR] = [1880, 2100];

/** The control of a field. */
export function FieldInput(props: FieldInputProps) {
  const { field, label, value, isFocused, error, onChange, onLeave } = props;
  const { films: words, fields } = useMessages();
  const typed = text(value);
  if (field.kind === 'trailer') return <TrailerInput {...props} />;
  if (field.kind !== 'line' && field.kind !== 'text' && field.kind !== 'date') return <Parsed {...props} />;
  const count = [...typed].length;
  return (
    <TextField
      aria-label={label}
      value={typed}
      onChange={(next) => onChange(next === '' && !REQUIRED.has(field.name) ? undefined : next)}
      onBlur={onLeave}
      autoFocus={isFocused}
      isMultiline={field.kind === 'text'}
      type={field.kind === 'date' ? 'date' : 'text'}
      error={error ?? (field.name === 'title' && typed.trim() === '' ? words.titleRequired() : undefined)}
      {...(field.kind === 'text'
        ? { hint: field.limit === undefined ? words.characters({ count }) : fields.count({ count, limit: field.limit }) }
        : {})}
    />
  );
}

interface Parser {
  readonly format: (value: unknown) => string;
  /** What is wrong, or the value. */
  readonly read: (typed: string) => { readonly error: string } | { readonly value: unknown };
  readonly hint?: string;
  readonly unit?: string;
}

/** How fields that are not texts are typed. */
function useParser({ kind }: FilmField, value: unknown): Parser {
  const { films: words } = useMessages();
  const { language } = useFormats();
  const length = useLengthWords();
  const number = (read: number | null | undefined, error: string): { readonly error: string } | { readonly value: unknown } =>
    read === undefined ? { error } : { value: read ?? undefined };
  switch (kind) {
    case 'minutes':
      return {
        format: text,
        read: (typed) => number(minutesOfText(typed), words.lengthInvalid({ max: MAX_RUNTIME })),
        unit: words.minutes(),
        ...(typeof value === 'number' ? { hint: length(value) } : {}),
      };
    case 'year':
      return { format: text, read: (typed) => number(numberOfText(typed, FIRST_YEAR, LAST_YEAR), words.yearInvalid()) };
    case 'languages':
      return {
        format: (codes) => languagesText(codes, language),
        read(typed) {
          const { codes, unknown } = languagesOfText(typed, language);
          return unknown.length === 0
            ? { value: codes }
            : { error: words.languageUnknown({ names: unknown.join(', '), example: `${language('fr')}, fr` }) };
        },
        hint: words.listHint(),
      };
    case 'trailer':
      return {
        format: trailerAddress,
        read(typed) {
          const trailer = trailerOf(typed);
          if (typed.trim() === '') return { value: undefined };
          return trailer === undefined ? { error: words.trailerInvalid() } : { value: trailer };
        },
        hint: trailerKind(value, words) ?? words.trailerHint(),
      };
    default:
      return { format: listText, read: (typed) => ({ value: namesOfText(typed) }), hint: words.listHint() };
  }
}

/** Where a trailer is played, in words; undefined without one. */
function trailerKind(trailer: unknown, { trailerKinds }: EditorMessages['films']): string | undefined {
  const kind = isRecord(trailer) ? trailer['kind'] : undefined;
  return Object.entries(trailerKinds).find(([name]) => name === kind)?.[1]();
}

/** What is wrong with a trailer that is a video which the library does not have. */
function useGoneVideo({ kind }: FilmField, value: unknown): string | undefined {
  const { media } = useMessages();
  const videos = useVideos().data;
  const address = kind === 'trailer' ? trailerAddress(value) : '';
  const isGone = isVideoReference(address) && videos !== undefined && !videos.some(({ source }) => source === address);
  return isGone ? media.videoGone() : undefined;
}

/** A trailer: a video of the library, or an address that is typed. */
function TrailerInput(props: FieldInputProps) {
  const address = trailerAddress(props.value);
  const video = useVideos().data?.find(({ source }) => source === address);
  const box = useRef<HTMLDivElement>(null);
  const focusInput = useCallback(() => box.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={box} className={styles['trailer']}>
      {video === undefined ? (
        <Parsed {...props} />
      ) : (
        <>
          <ChosenVideo video={video} />
          <RemoveVideo name={props.label} onRemove={() => props.onChange(undefined)} onRemoved={focusInput} />
        </>
      )}
    </div>
  );
}

function Parsed({ field, label, value, isFocused, error, onChange, onLeave }: FieldInputProps) {
  const { format, read, hint, unit } = useParser(field, value);
  const gone = useGoneVideo(field, value);
  const [typed, setTyped] = useState<{ readonly error: string | undefined; readonly beside: unknown }>();
  // A value that was set elsewhere replaces what was typed.
  const fault = typed !== undefined && isSame(typed.beside, value) ? typed.error : undefined;
  return (
    <TypedField
      aria-label={label}
      value={value}
      format={format}
      parse={(input) => {
        const result = read(input);
        setTyped({ error: 'error' in result ? result.error : undefined, beside: value });
        return 'error' in result ? undefined : result;
      }}
      onChange={onChange}
      onBlur={(event) => {
        if (fault === undefined) onLeave(event);
      }}
      autoFocus={isFocused}
      hint={hint}
      unit={unit}
      error={fault ?? gone ?? error}
      {...(field.kind === 'minutes' || field.kind === 'year' ? { inputMode: field.kind === 'year' ? 'numeric' : 'text' } : {})}
    />
  );
}
