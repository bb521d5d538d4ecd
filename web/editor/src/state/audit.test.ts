import type { AuditEntry } from '@marquee/api/editor.gen.ts';
import { expect, it } from 'vitest';
import { actionWords, actorName, areaOf, detailWords } from './audit.ts';
import { CATALOGS } from 'virtual:editor-messages';

const entry = (actor: string, action: string): AuditEntry => ({ at: '', actor, action, subject: '', detail: '' });

it('names what was done, and the screen that it is about', async () => {
  const { team } = (await CATALOGS.en()).messages;
  const words = (action: string) => [actionWords(entry('', action), team.did), areaOf(entry('', action))];
  expect(words('operator.passkey.add')).toEqual(['Added a passkey', 'team']);
  expect(words('member.note-remove')).toEqual(['Removed a note', 'members']);
  expect(words('gift-card.create')).toEqual(['Issued a gift card', 'rewards']);
});

it('shows an action that it does not know as it is', async () => {
  const { team } = (await CATALOGS.en()).messages;
  expect(actionWords(entry('', 'seat.hold'), team.did)).toBe('seat.hold');
  expect(areaOf(entry('', 'seat.hold'))).toBeUndefined();
});

it('names an operator, and calls one whose name is not known a former one', async () => {
  const { team } = (await CATALOGS.en()).messages;
  expect(actorName({ actor: 'operator:ada@cinema.example', actorName: 'Ada Berg' }, team)).toBe('Ada Berg');
  expect(actorName({ actor: 'operator:ada@cinema.example' }, team)).toBe('A former operator (ada@cinema.example)');
  expect(actorName({ actor: 'operator:cli' }, team)).toBe('cli');
  expect(actorName({ actor: 'key:till' }, team)).toBe('key:till');
});

it('has the names of roles and permissions in words', async () => {
  const { messages } = await CATALOGS.en();
  const words = (action: string, subject: string, detail: string) =>
    Object.values(detailWords({ ...entry('', action), subject, detail }, messages));
  expect(words('operator.role', 'ada@cinema.example', 'boxOffice (T1, T2) → Front desk')).toEqual([
    'ada@cinema.example',
    'Box office (T1, T2) → Front desk',
  ]);
  expect(words('role.change', 'Front desk', 'Desk → Front desk, + publish, − adjustPoints 500')).toEqual([
    'Front desk',
    'Desk → Front desk, + Publish, − Members: adjust points 500',
  ]);
  expect(words('role.points', 'boxOffice', '500 → ∞')).toEqual(['Box office', '500 → ∞']);
  expect(words('points.adjust', 'm1', '500')).toEqual(['m1', '500']);
});
