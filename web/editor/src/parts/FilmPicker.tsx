import { useState } from 'react';
import { type Film, useFilms, withUnknown } from '../state/content/films.ts';
import { moved } from '../state/content/sequence.ts';
import { useMessages } from '../state/messages.ts';
import { Button as PlainButton, IconButton } from './Button.tsx';
import { Select } from './Choice.tsx';
import { TextField } from './Field.tsx';
import { SortArea, SortItem, SortList } from './Sortable.tsx';
import styles from './FilmPicker.module.css';

/** Films by id, in an order. */
export function FilmPicker({
  content,
  label,
  ids,
  onChange,
}: {
  readonly content: unknown;
  readonly label: string;
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}) {
  const { films: words, settings } = useMessages();
  const films = withUnknown(useFilms(content), ids);
  const titleOf = (id: string): string => films.find((film) => film.id === id)?.title ?? id;
  return (
    <div className={styles['picker']}>
      <SortArea
        onMove={(from, to) => onChange(moved(ids, from.index, to.index))}
        stepFrom={({ list, index }, step) => (ids[index + step] === undefined ? undefined : { list, index: index + step })}
      >
        <SortList id="films" label={label} count={ids.length}>
          {ids.map((id, index) => (
            <SortItem key={id} place={{ list: 'films', index }} name={titleOf(id)}>
              <span className={styles['title']}>{titleOf(id)}</span>
              <IconButton
                icon="close"
                label={settings.remove({ name: titleOf(id) })}
                onPress={() => onChange(ids.filter((other) => other !== id))}
              />
            </SortItem>
          ))}
        </SortList>
      </SortArea>
      <AddFilm films={films.filter(({ id }) => !ids.includes(id))} label={words.add()} onAdd={(id) => onChange([...ids, id])} />
    </div>
  );
}

/** Adds a known film, or one by its id. */
function AddFilm({
  films,
  label,
  onAdd,
}: {
  readonly films: readonly Film[];
  readonly label: string;
  readonly onAdd: (id: string) => void;
}) {
  const { films: words, settings } = useMessages();
  const [id, setId] = useState('');
  const add = (): void => {
    onAdd(id.trim());
    setId('');
  };
  if (films.length > 0)
    return (
      <Select
        label={label}
        isLabelHidden
        value=""
        options={[{ value: '', label }, ...films.map((film) => ({ value: film.id, label: film.title }))]}
        onChange={(next) => next !== '' && onAdd(next)}
      />
    );
  return (
    <div className={styles['row']}>
      <TextField aria-label={words.id()} placeholder={words.id()} value={id} onChange={setId} />
      <PlainButton isDisabled={id.trim() === ''} onPress={add}>
        {settings.add()}
      </PlainButton>
    </div>
  );
}
