import type { RoleChange } from '@marquee/api/editor.gen.ts';
import { Checkbox } from '../../parts/Choice.tsx';
import { recordsOf } from '../../state/content/records.ts';
import { useDraft } from '../../state/drafts.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { useSiteRoles } from '../../state/site-roles.ts';
import styles from './Team.module.css';

/** The theaters of a role; undefined for all, also later ones. */
export type RoleTheaters = readonly string[] | undefined;

/** The theaters that the site has now: a role cannot be limited to one that is only in the draft. */
function useLiveTheaters(): readonly { readonly id: string; readonly name: string }[] {
  const state = useDraft();
  return state === undefined ? [] : recordsOf(state.server.live, 'theaters');
}

/** Whether a role can be limited to theaters. */
export function useCanLimit(): (key: string) => boolean {
  const roles = useSiteRoles();
  const hasTheaters = useLiveTheaters().length > 1;
  return (key) => hasTheaters && roles.some(({ role, byTheater }) => role === key && byTheater.length > 0);
}

/** A role with the theaters to which it is limited. */
export const roleChange = (role: string, theaters: RoleTheaters): RoleChange => ({
  role,
  ...(theaters === undefined ? {} : { theaters: [...theaters] }),
});

/** The theaters of a role in words. One that was removed has its id. */
export function useTheaterWords(): (theaters: RoleTheaters) => string {
  const { team } = useMessages();
  const { list } = useFormats();
  const known = useLiveTheaters();
  return (theaters) => {
    if (theaters === undefined) return team.allTheaters();
    const names = known.filter(({ id }) => theaters.includes(id)).map(({ name }) => name);
    const removed = theaters.filter((id) => known.every((theater) => theater.id !== id));
    return list([...names, ...removed]);
  };
}

/** Chooses all theaters of the site, or some of them. */
export function TheaterChoice({
  value,
  onChange,
  error,
}: {
  readonly value: RoleTheaters;
  readonly onChange: (value: RoleTheaters) => void;
  readonly error?: string | undefined;
}) {
  const { team } = useMessages();
  const theaters = useLiveTheaters();
  const toggle = (id: string, isOn: boolean): void =>
    onChange(theaters.map((theater) => theater.id).filter((other) => (other === id ? isOn : value?.includes(other))));
  return (
    <fieldset className={styles['theaters']}>
      <legend>{team.theaters()}</legend>
      <Checkbox label={team.allTheaters()} isOn={value === undefined} onChange={(isOn) => onChange(isOn ? undefined : [])} />
      {value !== undefined && (
        <ul>
          {theaters.map(({ id, name }) => (
            <li key={id}>
              <Checkbox label={name} isOn={value.includes(id)} onChange={(isOn) => toggle(id, isOn)} />
            </li>
          ))}
        </ul>
      )}
      {error !== undefined && <p role="alert">{error}</p>}
      <p>{team.theatersHint()}</p>
    </fieldset>
  );
}
