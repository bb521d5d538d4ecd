import { describe, expect, it } from 'vitest';
import { type EditedFilm, filmOf } from './film.ts';
import { type Person, changedPeople, movedPerson, peopleOf, withPeople, withRole } from './people.ts';

/** A film by hand with the people, and those of a feed. */
const film = (): EditedFilm => {
  const fields = { title: 'Rusalka', directors: ['Ana Sol', 'Bo Reyes'], cast: ['Cleo Park', 'Dov Lin'] };
  const found = filmOf({ films: { '7': { added: true, fields } } }, '7', undefined);
  if (found === undefined) throw new Error('the film cannot be read');
  return found;
};

/** Names with the first letter of the role. */
const words = (people: readonly Person[]): readonly string[] => people.map(({ name, role }) => `${role.charAt(0)} ${name}`);

describe('the people of a film', () => {
  it('ux 5.4 are one list: name, role, order', () => {
    expect(words(peopleOf(film()))).toEqual(['d Ana Sol', 'd Bo Reyes', 'c Cleo Park', 'c Dov Lin']);
  });

  it('ux 5.4 are ordered within a role', () => {
    const people = peopleOf(film());
    expect(words(movedPerson(people, 1, 0))).toEqual(['d Bo Reyes', 'd Ana Sol', 'c Cleo Park', 'c Dov Lin']);
    expect(words(movedPerson(people, 3, 2))).toEqual(['d Ana Sol', 'd Bo Reyes', 'c Dov Lin', 'c Cleo Park']);
  });

  it('ux 5.4 moved among people of another role have that role', () => {
    const people = peopleOf(film());
    expect(words(movedPerson(people, 1, 2))).toEqual(['d Ana Sol', 'c Cleo Park', 'c Bo Reyes', 'c Dov Lin']);
    expect(words(movedPerson(people, 2, 1))).toEqual(['d Ana Sol', 'd Cleo Park', 'd Bo Reyes', 'c Dov Lin']);
    expect(words(movedPerson(people, 0, 3))).toEqual(['d Bo Reyes', 'c Cleo Park', 'c Dov Lin', 'c Ana Sol']);
  });

  it('ux 5.4 with another role are beside the people of the former one', () => {
    const people = peopleOf(film());
    expect(words(withRole(people, 0, 'cast'))).toEqual(['d Bo Reyes', 'c Ana Sol', 'c Cleo Park', 'c Dov Lin']);
    expect(words(withRole(people, 3, 'directors'))).toEqual(['d Ana Sol', 'd Bo Reyes', 'd Dov Lin', 'c Cleo Park']);
  });

  it('ux 5.4 are added at the end of their role', () => {
    expect(words(withPeople(peopleOf(film()), ['Eve Oni', 'Flo Das'], 'directors')).slice(2, 4)).toEqual([
      'd Eve Oni',
      'd Flo Das',
    ]);
  });

  it('ux 5.4 change only the fields of roles that differ, so the other one still follows its feed', () => {
    const edited = film();
    const people = peopleOf(edited);
    expect(changedPeople(edited, people)).toEqual([]);
    expect(changedPeople(edited, movedPerson(people, 3, 2))).toEqual([
      { pointer: '/films/7/fields/cast', to: ['Dov Lin', 'Cleo Park'] },
    ]);
    expect(changedPeople(edited, withRole(people, 0, 'cast'))).toEqual([
      {
        pointer: '/films/7/fields',
        to: { title: 'Rusalka', directors: ['Bo Reyes'], cast: ['Ana Sol', 'Cleo Park', 'Dov Lin'] },
      },
    ]);
  });
});
