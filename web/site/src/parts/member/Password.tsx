import { PasswordField } from '@marquee/ui/PasswordField/PasswordField.tsx';
import type { ComponentProps } from 'react';
import { useLater } from '../../state/later.ts';

/** A field for a password, with the words that show and hide it. No form has one that may stay empty. */
export function Password(field: Omit<ComponentProps<typeof PasswordField>, 'showLabel' | 'hideLabel' | 'required'>) {
  const { password } = useLater();
  return <PasswordField {...field} showLabel={password.show()} hideLabel={password.hide()} required />;
}
