// Entries of the audit log in words.

import type { AuditEntry } from '@marquee/api/editor.gen.ts';
import type { Screen } from './location.ts';
import type { EditorMessages } from './messages.ts';

/** The screen of an entry by the first word of its action. */
const AREAS: Readonly<Record<string, Screen>> = {
  account: 'members',
  alert: 'theaters',
  card: 'members',
  draft: 'history',
  editor: 'team',
  evoucher: 'rewards',
  'gift-card': 'rewards',
  key: 'team',
  level: 'rewards',
  media: 'media',
  member: 'members',
  members: 'members',
  membership: 'rewards',
  operator: 'team',
  points: 'members',
  program: 'program',
  reward: 'rewards',
  session: 'members',
  site: 'history',
};

/** Actors are operators by their address, `member`, or a name of a program. */
const OPERATOR_PREFIX = 'operator:';

/** The address of the operator who did it; undefined for members and programs. */
export const operatorOf = ({ actor }: AuditEntry): string | undefined =>
  actor.startsWith(OPERATOR_PREFIX) ? actor.slice(OPERATOR_PREFIX.length) : undefined;

/** The screen that an entry is about; undefined for actions that this editor does not know. */
export const areaOf = ({ action }: AuditEntry): Screen | undefined => AREAS[action.split('.')[0] ?? ''];

/** What was done in words, for example `Added a passkey` for `operator.passkey.add`; the action itself if it has no words. */
export function actionWords({ action }: AuditEntry, did: EditorMessages['team']['did']): string {
  const words: Readonly<Record<string, () => string>> = did;
  const key = action.replaceAll(/[.-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return words[key]?.() ?? action;
}
