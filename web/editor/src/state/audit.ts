// Entries of the audit log in words.

import type { AuditEntry } from '@marquee/api/editor.gen.ts';
import { isBuiltIn } from './permissions.ts';
import type { Screen } from './location.ts';
import type { EditorMessages } from './messages.ts';

/** The screen of an entry by the first word of its action. */
const AREAS: Readonly<Record<string, Screen>> = {
  account: 'members',
  alert: 'theaters',
  audit: 'team',
  card: 'members',
  draft: 'history',
  editor: 'team',
  evoucher: 'rewards',
  feed: 'feeds',
  film: 'films',
  'gift-card': 'rewards',
  key: 'team',
  level: 'rewards',
  media: 'media',
  member: 'members',
  members: 'members',
  membership: 'rewards',
  numbers: 'overview',
  operator: 'team',
  points: 'members',
  preview: 'history',
  program: 'program',
  reward: 'rewards',
  role: 'team',
  session: 'members',
  site: 'history',
  webhook: 'feeds',
};

/** Actors are operators by their address, `operator:cli` for commands, `member`, or a name of a program. */
const OPERATOR_PREFIX = 'operator:';
const COMMANDS = 'cli';

/** An actor without the name of an operator: their address, or what names a program. */
export const addressOfActor = (actor: string): string =>
  actor.startsWith(OPERATOR_PREFIX) ? actor.slice(OPERATOR_PREFIX.length) : actor;

/** Who did it: the name of an operator, or that it was a former one whose name is not known any more, or what names a program. */
export function actorName(
  { actor, actorName: name }: Pick<AuditEntry, 'actor' | 'actorName'>,
  { formerOperator }: Pick<EditorMessages['team'], 'formerOperator'>,
): string {
  if (name !== undefined) return name;
  if (!actor.startsWith(OPERATOR_PREFIX)) return actor;
  const address = addressOfActor(actor);
  return address === COMMANDS ? address : formerOperator({ address });
}

/** A role with its theaters, such as `boxOffice (T1, T2)`, in words. */
function roleWords(text: string, roles: EditorMessages['roles']): string {
  const [key = '', ...theaters] = text.split(' (');
  return [isBuiltIn(key) ? roles[key].name() : key, ...theaters].join(' (');
}

/** A permission with its sign and its limit of points, such as `+ adjustPoints 500`, in words. */
function permissionWords(text: string, abilities: EditorMessages['team']['abilities']): string {
  const words: Readonly<Record<string, () => string>> = abilities;
  return text.replace(/^((?:[+−] )?)(\w+)(?= \d+$|$)/, (all, sign: string, name: string) => {
    const ability = words[name]?.();
    return ability === undefined ? all : `${sign}${ability}`;
  });
}

/** What an entry is about: names of roles and permissions in words, all else as the log has it. */
export function detailWords(
  { action, subject, detail }: AuditEntry,
  { roles, team }: Pick<EditorMessages, 'roles' | 'team'>,
): Pick<AuditEntry, 'subject' | 'detail'> {
  const arrow = ' → ';
  if (action.startsWith('role.')) {
    const permissions = detail.split(', ').map((text) => permissionWords(text, team.abilities));
    return { subject: roleWords(subject, roles), detail: permissions.join(', ') };
  }
  if (!['operator.role', 'operator.invite', 'operator.accept'].includes(action)) return { subject, detail };
  const changed = detail.split(arrow).map((text) => roleWords(text, roles));
  return { subject, detail: changed.join(arrow) };
}

/** The screen that an entry is about; undefined for actions that this editor does not know. */
export const areaOf = ({ action }: AuditEntry): Screen | undefined => AREAS[action.split('.')[0] ?? ''];

/** What was done in words, for example `Added a passkey` for `operator.passkey.add`; the action itself if it has no words. */
export function actionWords({ action }: AuditEntry, did: EditorMessages['team']['did']): string {
  const words: Readonly<Record<string, () => string>> = did;
  const key = action.replaceAll(/[.-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return words[key]?.() ?? action;
}
