import { list, text } from '@marquee/api/json.ts';
import { cx } from '@marquee/ui/cx.ts';
import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Select } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { SortArea, SortItem, SortList } from '../../parts/Sortable.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { namesOfText } from '../../state/films/fields.ts';
import { type EditedFilm, feedValueOf, isOverridden, resetField } from '../../state/films/film.ts';
import {
  type Person,
  ROLES,
  type Role,
  changedPeople,
  movedPerson,
  peopleOf,
  withPeople,
  withRole,
} from '../../state/films/people.ts';
import { useMessages } from '../../state/messages.ts';
import { useRemoval } from '../../state/removal.ts';
import { can } from '../../state/roles.ts';
import type { FilmProps } from './FilmEditor.tsx';
import styles from './Film.module.css';

/** Who made the film, and who is in it: one list with name, role and order. */
export function People({ film, source }: FilmProps) {
  const { films: words } = useMessages();
  const remove = useRemoval();
  const { site, draft } = useOpenSite();
  const people = peopleOf(film);
  const mayEdit = can(site, 'editProgram');
  const write = (next: readonly Person[]): void => draft.edit(changedPeople(film, next));
  return (
    <div className={styles['sections']}>
      <section aria-label={words.tabs.people()}>
        {people.length === 0 && <p className={styles['note']}>{words.noPeople()}</p>}
        {people.length > 0 && (
          <div className={cx(styles['person'], styles['personHead'])} aria-hidden="true">
            <span>{words.personName()}</span>
            <span>{words.role()}</span>
          </div>
        )}
        <SortArea
          onMove={(from, to) => write(movedPerson(people, from.index, to.index))}
          stepFrom={({ list: id, index }, step) =>
            people[index + step] === undefined ? undefined : { list: id, index: index + step }
          }
          isFixed={!mayEdit}
        >
          <SortList id="people" label={words.tabs.people()} count={people.length}>
            {people.map((person, index) => (
              <PersonRow
                // oxlint-disable-next-line react/no-array-index-key -- two people may have one name
                key={`${person.name} ${index}`}
                person={person}
                index={index}
                film={film}
                onRole={(role) => write(withRole(people, index, role))}
                onRemove={() => remove(person.name, () => write(people.toSpliced(index, 1)))}
              />
            ))}
          </SortList>
        </SortArea>
        {mayEdit && <AddPerson onAdd={(names, role) => write(withPeople(people, names, role))} />}
      </section>
      {ROLES.map((role) => (
        <FeedSays key={role} role={role} film={film} source={source} />
      ))}
      <p className={styles['note']}>{words.peopleHint()}</p>
    </div>
  );
}

function PersonRow({
  person,
  index,
  film,
  onRole,
  onRemove,
}: {
  readonly person: Person;
  readonly index: number;
  readonly film: EditedFilm;
  readonly onRole: (role: Role) => void;
  readonly onRemove: () => void;
}) {
  const { films: words, settings } = useMessages();
  const { site } = useOpenSite();
  const { name, role } = person;
  const mayEdit = can(site, 'editProgram');
  return (
    <SortItem
      place={{ list: 'people', index }}
      name={name}
      className={cx(styles['person'], isOverridden(film, [role]) && styles['personOwn'])}
    >
      <span>{name}</span>
      {mayEdit ? (
        <Select
          label={words.roleOf({ name })}
          isLabelHidden
          isPlain
          value={role}
          options={ROLES.map((value) => ({ value, label: words.roles[value]() }))}
          onChange={onRole}
        />
      ) : (
        <span>{words.roles[role]()}</span>
      )}
      {mayEdit && <IconButton icon="close" label={settings.remove({ name })} onPress={onRemove} />}
    </SortItem>
  );
}

/** The people of a role whose names the operator has changed, as the feed has them, with the way back. */
function FeedSays({ role, film, source }: { readonly role: Role; readonly film: EditedFilm; readonly source: string | undefined }) {
  const { films: words } = useMessages();
  const { site, draft } = useOpenSite();
  if (!isOverridden(film, [role])) return null;
  const label = words.names[role]();
  const names = list(feedValueOf(film, [role])).map(text);
  return (
    <section aria-label={label} className={styles['own']}>
      <header>
        <h2>{label}</h2>
        {can(site, 'editProgram') && (
          <IconButton
            icon="reset"
            label={words.resetField({ name: label })}
            onPress={() => draft.edit([resetField(film, [role])])}
          />
        )}
      </header>
      <p className={styles['note']}>
        {source === undefined ? words.feedSaysLabel() : words.namedSaysLabel({ name: source })}{' '}
        {names.length === 0 ? words.noValue() : names.join(', ')}
      </p>
    </section>
  );
}

function AddPerson({ onAdd }: { readonly onAdd: (names: readonly string[], role: Role) => void }) {
  const { films: words, settings } = useMessages();
  const [added, setAdded] = useState('');
  const [role, setRole] = useState<Role>('cast');
  const names = namesOfText(added);
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (names.length === 0) return;
    onAdd(names, role);
    setAdded('');
  };
  return (
    <form className={styles['addName']} onSubmit={add}>
      <TextField aria-label={words.addPerson()} placeholder={words.addPerson()} value={added} onChange={setAdded} />
      <Select
        label={words.role()}
        isLabelHidden
        value={role}
        options={ROLES.map((value) => ({ value, label: words.roles[value]() }))}
        onChange={setRole}
      />
      <Button type="submit" isDisabled={names.length === 0}>
        {settings.add()}
      </Button>
    </form>
  );
}
