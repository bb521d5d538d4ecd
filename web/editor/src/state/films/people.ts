// The people of a film as one list with roles. The record has a list of names for each role.

import { list, text } from '@marquee/api/json.ts';
import { isSame } from '../pointer.ts';
import type { PartChange } from '../draft/machine.ts';
import { type EditedFilm, changedField, filmPointer, valueOf } from './film.ts';

/** The roles in the order in which visitors see them: the names of the fields of a film. */
export const ROLES = ['directors', 'cast'] as const;
export type Role = (typeof ROLES)[number];

export interface Person {
  readonly name: string;
  readonly role: Role;
}

/** The people by role, in the order of each role. */
export const peopleOf = (film: EditedFilm): readonly Person[] =>
  ROLES.flatMap((role) => list(valueOf(film, [role])).map((name): Person => ({ name: text(name), role })));

const byRole = (people: readonly Person[]): readonly Person[] =>
  ROLES.flatMap((role) => people.filter((person) => person.role === role));

/** The people with one of them at another place. Among people of another role, the moved one has that role too. */
export function movedPerson(people: readonly Person[], from: number, to: number): readonly Person[] {
  const person = people[from];
  if (person === undefined) return people;
  const others = people.toSpliced(from, 1);
  const [before, after] = [others[to - 1]?.role, others[to]?.role];
  // Between two roles, or at an end beside its own role, it keeps its own.
  const role = before === person.role || after === person.role ? person.role : (before ?? after ?? person.role);
  return others.toSpliced(to, 0, { ...person, role });
}

/** The people with another role for one of them, who is then beside the people of the former one. */
export const withRole = (people: readonly Person[], index: number, role: Role): readonly Person[] =>
  byRole(people.map((person, at) => (at === index ? { ...person, role } : person)));

export const withPeople = (people: readonly Person[], names: readonly string[], role: Role): readonly Person[] =>
  byRole([...people, ...names.map((name) => ({ name, role }))]);

/** The changes of a film that give it these people: only those of roles that differ. */
export function changedPeople(film: EditedFilm, people: readonly Person[]): readonly PartChange[] {
  const namesIn = (all: readonly Person[], role: Role): readonly string[] =>
    all.filter((person) => person.role === role).map(({ name }) => name);
  const before = peopleOf(film);
  const changed = ROLES.filter((role) => !isSame(namesIn(before, role), namesIn(people, role)));
  const [only] = changed;
  if (only === undefined) return [];
  if (changed.length === 1) return [changedField(film, [only], namesIn(people, only))];
  // At once: a film that had no fields of its own gets its record with the first change, and the second one would replace it.
  const fields = Object.fromEntries(changed.map((role) => [role, namesIn(people, role)]));
  return [{ pointer: filmPointer(film.id, 'fields'), to: { ...film.fields, ...fields } }];
}
