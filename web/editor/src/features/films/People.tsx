import { list, text } from '@marquee/api/json.ts';
import { cx } from '@marquee/ui/cx.ts';
import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { TextField } from '../../parts/Field.tsx';
import { SortArea, SortItem, SortList } from '../../parts/Sortable.tsx';
import { moved } from '../../state/content/sequence.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { namesOfText } from '../../state/films/fields.ts';
import { changedField, feedValueOf, isOverridden, resetField, valueOf } from '../../state/films/film.ts';
import { useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import type { FilmProps } from './FilmEditor.tsx';
import styles from './Film.module.css';

/** Who made the film, and who is in it, in order. */
export function People({ state, film, source }: FilmProps) {
  const { films: words } = useMessages();
  return (
    <div className={styles['sections']}>
      <Names state={state} film={film} source={source} name="directors" />
      <Names state={state} film={film} source={source} name="cast" />
      <p className={styles['note']}>{words.peopleHint()}</p>
    </div>
  );
}

function Names({ film, source, name }: FilmProps & { readonly name: 'directors' | 'cast' }) {
  const { films: words, settings } = useMessages();
  const { site, draft } = useOpenSite();
  const names = list(valueOf(film, [name])).map(text);
  const feed = list(feedValueOf(film, [name])).map(text);
  const isOwn = isOverridden(film, [name]);
  const mayEdit = can(site, 'editProgram');
  const label = words.names[name]();
  const write = (next: readonly string[]): void => draft.edit([changedField(film, [name], next)]);
  return (
    <section aria-label={label} className={cx(isOwn && styles['own'])}>
      <header>
        <h2>{label}</h2>
        {isOwn && mayEdit && (
          <IconButton
            icon="reset"
            label={words.resetField({ name: label })}
            onPress={() => draft.edit([resetField(film, [name])])}
          />
        )}
      </header>
      {names.length === 0 && <p className={styles['note']}>{words.noPeople()}</p>}
      <SortArea
        onMove={(from, to) => write(moved(names, from.index, to.index))}
        stepFrom={({ list: id, index }, step) =>
          names[index + step] === undefined ? undefined : { list: id, index: index + step }
        }
        isFixed={!mayEdit}
      >
        <SortList id={name} label={label} count={names.length}>
          {names.map((person, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two people may have one name
            <SortItem key={`${person} ${index}`} place={{ list: name, index }} name={person} className={styles['person']}>
              <span>{person}</span>
              {mayEdit && (
                <IconButton
                  icon="close"
                  label={settings.remove({ name: person })}
                  onPress={() => write(names.toSpliced(index, 1))}
                />
              )}
            </SortItem>
          ))}
        </SortList>
      </SortArea>
      {mayEdit && <AddName label={label} onAdd={(more) => write([...names, ...more])} />}
      {isOwn && (
        <p className={styles['note']}>
          {source === undefined ? words.feedSaysLabel() : words.namedSaysLabel({ name: source })}{' '}
          {feed.length === 0 ? words.noValue() : feed.join(', ')}
        </p>
      )}
    </section>
  );
}

function AddName({ label, onAdd }: { readonly label: string; readonly onAdd: (names: readonly string[]) => void }) {
  const { films: words, settings } = useMessages();
  const [added, setAdded] = useState('');
  const add = (event: FormEvent): void => {
    event.preventDefault();
    onAdd(namesOfText(added));
    setAdded('');
  };
  return (
    <form className={styles['addName']} onSubmit={add}>
      <TextField
        aria-label={words.addPersonTo({ list: label })}
        placeholder={words.addPerson()}
        value={added}
        onChange={setAdded}
      />
      <Button type="submit" isDisabled={namesOfText(added).length === 0}>
        {settings.add()}
      </Button>
    </form>
  );
}
