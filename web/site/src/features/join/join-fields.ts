import type { JoinField, JoinForm } from '@marquee/rules/loyalty/account/joining.ts';

/** What is said at the fields. */
export type FieldErrors = Partial<Readonly<Record<JoinField, string>>>;

/** Changes what was typed; the errors of the fields named go. */
export type Change = (changed: Partial<JoinForm>, ...fields: readonly JoinField[]) => void;

/** The id of a field's control. */
export const fieldId = (name: JoinField): string => `join-${name}`;
