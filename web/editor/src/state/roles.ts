// What each role may do. The server decides; this hides what it would refuse.

import type { OperatorRole } from './api/types.ts';

export const ROLES = ['owner', 'editor', 'program', 'boxOffice', 'technical', 'viewer'] as const satisfies readonly OperatorRole[];

export type Ability = 'design' | 'settings' | 'publish' | 'people' | 'readDraft' | 'readPeople';

/** The rows of the table of roles. */
export const ABILITIES: Readonly<Record<Ability, readonly OperatorRole[]>> = {
  readDraft: ['owner', 'editor', 'program', 'technical', 'viewer'],
  design: ['owner', 'editor'],
  settings: ['owner', 'editor', 'technical'],
  publish: ['owner', 'editor', 'program', 'technical'],
  readPeople: ['owner', 'viewer'],
  people: ['owner'],
};

export const can = (role: OperatorRole, ability: Ability): boolean => ABILITIES[ability].includes(role);
