import { PasswordField } from '@marquee/ui/PasswordField/PasswordField.tsx';
import type { ComponentProps } from 'react';
import { useLaterMessages } from '../../state/later.ts';

/** A required password field with localized labels. */
export function Password(field: Omit<ComponentProps<typeof PasswordField>, 'showLabel' | 'hideLabel' | 'required'>) {
  const { password } = useLaterMessages();
  return <PasswordField {...field} showLabel={password.show()} hideLabel={password.hide()} required />;
}
