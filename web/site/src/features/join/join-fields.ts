import type { JoinField, JoinForm } from '@marquee/rules/loyalty/account/joining.ts';

/** Error texts by field. */
export type FieldErrors = Partial<Readonly<Record<JoinField, string>>>;

/** Changes values of the form, and clears the errors of the given fields. */
export type Change = (changes: Partial<JoinForm>, ...fields: readonly JoinField[]) => void;

/** The id of a field's control. */
export const fieldId = (name: JoinField): string => `join-${name}`;
