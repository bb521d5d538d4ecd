import { text } from '@marquee/api/json.ts';
import { cx } from '@marquee/ui/cx.ts';
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { VisuallyHidden } from '../../parts/Surface.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { type FilmField, languagesText, listText } from '../../state/films/fields.ts';
import {
  type FieldPath,
  changedField,
  feedValueOf,
  filmPointer,
  isOverridden,
  resetField,
  valueOf,
} from '../../state/films/film.ts';
import { trailerAddress } from '../../state/films/trailer.ts';
import { mediumName } from '../../state/media/filters.ts';
import { useVideos } from '../../state/media/library.ts';
import { commandKey } from '../../state/keys.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { isSame } from '../../state/pointer.ts';
import { refusalOf } from '../../state/refusal.ts';
import { can } from '../../state/roles.ts';
import type { FilmProps } from './FilmEditor.tsx';
import { FieldInput } from './FieldInput.tsx';
import { useLengthWords } from './use-film-facts.ts';
import styles from './Film.module.css';

/** The value of a field in words; empty for none. */
function useFieldWords(): (field: FilmField, value: unknown) => string {
  const { language, longDay } = useFormats();
  const length = useLengthWords();
  const trailer = useTrailerWords();
  return ({ kind }, value) => {
    if (kind === 'list') return listText(value);
    if (kind === 'languages') return languagesText(value, language);
    if (kind === 'minutes') return typeof value === 'number' ? length(value) : '';
    if (kind === 'date') return text(value) === '' ? '' : longDay(text(value));
    return kind === 'trailer' ? trailer(value) : text(value);
  };
}

/** A trailer in words: the name of a video of the library, or an address. */
function useTrailerWords(): (trailer: unknown) => string {
  const videos = useVideos().data;
  return (trailer) => {
    const address = trailerAddress(trailer);
    const video = videos?.find(({ source }) => source === address);
    return video === undefined ? address : mediumName(video);
  };
}

/** A field of a film: it follows the feed until it is edited. */
export function FieldRow({
  state,
  film,
  source,
  field,
  path,
}: FilmProps & {
  readonly field: FilmField;
  readonly path: FieldPath;
}) {
  const { films: words } = useMessages();
  const { site, draft } = useOpenSite();
  const inWords = useFieldWords();
  const isOwn = isOverridden(film, path);
  const mayEdit = can(site, 'editProgram');
  const { row, isOpen, open, leave, reset } = useOpenRow(isOwn, () => draft.edit([resetField(film, path)]));
  const isEdited = mayEdit && (isOwn || isOpen || film.isAdded);
  const name = words.names[field.name]();
  const [value, feed] = [valueOf(film, path), feedValueOf(film, path)];
  const isLikeFeed = isSame(value, feed) || inWords(field, value) === inWords(field, feed);
  return (
    <fieldset
      ref={row}
      aria-label={name}
      data-part={filmPointer(film.id, 'fields', ...path)}
      data-resets={isEdited && !film.isAdded ? '' : undefined}
      className={cx(styles['row'], isOwn && styles['own'])}
    >
      <span className={styles['name']} aria-hidden="true">
        {name}
      </span>
      <div className={styles['value']}>
        {isEdited ? (
          <FieldInput
            field={field}
            label={name}
            value={value}
            isFocused={isOpen && !film.isAdded}
            error={refusalOf(state, filmPointer(film.id, 'fields', ...path))}
            onChange={(next) => draft.edit([changedField(film, path, next)])}
            onLeave={leave}
          />
        ) : (
          <Linked text={inWords(field, value)} />
        )}
      </div>
      {!film.isAdded && (
        <p className={styles['feed']}>
          <b>{source === undefined ? words.feedSaysLabel() : words.namedSaysLabel({ name: source })} </b>
          {isLikeFeed ? words.same() : inWords(field, feed) || words.noValue()}
        </p>
      )}
      {mayEdit && !film.isAdded && (
        <span className={styles['tool']}>
          <IconButton
            icon={isEdited ? 'reset' : 'pencil'}
            label={isEdited ? words.resetField({ name }) : words.editField({ name })}
            {...(isEdited ? { keys: `${commandKey()} ⇧ R` } : {})}
            onPress={isEdited ? reset : open}
          />
        </span>
      )}
    </fieldset>
  );
}

/** A value that follows the feed. */
function Linked({ text: value }: { readonly text: string }) {
  const { films: words } = useMessages();
  return (
    <p className={styles['linked']}>
      <Icon name="link" small />
      <VisuallyHidden>{words.follows()} </VisuallyHidden>
      {value === '' ? words.noValue() : value}
    </p>
  );
}

/** A row that is opened by its pencil, and set back by its arrow or keys. The focus stays in the row. */
function useOpenRow(isOwn: boolean, onReset: () => void) {
  const [isOpen, setOpen] = useState(false);
  const row = useRef<HTMLFieldSetElement>(null);
  const isReturning = useRef(false);
  const reset = (): void => {
    isReturning.current = row.current?.contains(document.activeElement) ?? false;
    setOpen(false);
    if (isOwn) onReset();
  };
  const leave = ({ relatedTarget }: FocusEvent): void => {
    // The button of the row decides itself.
    if (!(relatedTarget instanceof Node && row.current?.contains(relatedTarget) === true)) setOpen(false);
  };
  const resetByKeys = useEffectEvent(reset);
  useEffect(() => {
    const element = row.current;
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'r' || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
      if (element?.dataset['resets'] === undefined) return;
      event.preventDefault();
      resetByKeys();
    };
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, []);
  // The field is gone after a reset: the focus goes to its button.
  useEffect(() => {
    if (!isReturning.current || isOwn || isOpen) return;
    isReturning.current = false;
    row.current?.querySelector<HTMLElement>('button')?.focus();
  }, [isOwn, isOpen]);
  return { row, isOpen, open: () => setOpen(true), leave, reset };
}
