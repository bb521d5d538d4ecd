import type { AuditEntry } from '@marquee/api/editor.gen.ts';
import { expect, it } from 'vitest';
import { actionWords, areaOf, operatorOf } from './audit.ts';
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

it('finds the address of an operator, and none of a member or a program', () => {
  expect(operatorOf(entry('operator:ada@cinema.example', 'key.create'))).toBe('ada@cinema.example');
  expect(operatorOf(entry('member', 'member.delete'))).toBeUndefined();
  expect(operatorOf(entry('key:till', 'points.adjust'))).toBeUndefined();
});
