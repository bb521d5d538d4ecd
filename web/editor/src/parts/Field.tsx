import { cx } from '@marquee/ui/cx.ts';
import { type ReactNode, useState } from 'react';
import {
  Button as AriaButton,
  FieldError,
  Input,
  Label,
  SearchField as AriaSearchField,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components';
import { Icon } from './Icon.tsx';
import styles from './Field.module.css';

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'children' | 'isInvalid' | 'onKeyDown'> {
  readonly label?: string;
  readonly hint?: string | undefined;
  /** What is wrong with the value. */
  readonly error?: string | undefined;
  readonly unit?: string | undefined;
  readonly placeholder?: string;
  readonly isMultiline?: boolean;
  readonly isMono?: boolean;
  /** At the end of the line of the label, for example a count. */
  readonly aside?: ReactNode;
  /** The Enter key. All other keys go on to what is around the field: Escape closes its dialog. */
  readonly onEnter?: () => void;
}

/** A field for text, with its label above and its error below. */
export function TextField({
  label,
  hint,
  error,
  unit,
  placeholder,
  isMultiline = false,
  isMono = false,
  aside,
  onEnter,
  ...props
}: TextFieldProps) {
  const input = cx(isMono && styles['mono']);
  return (
    <AriaTextField
      {...props}
      {...(onEnter === undefined ? {} : { onKeyDown: enterOnly(onEnter) })}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={styles['field'] ?? ''}
    >
      {label !== undefined && aside === undefined && <Label className={styles['label'] ?? ''}>{label}</Label>}
      {label !== undefined && aside !== undefined && (
        <span className={styles['labelRow']}>
          <Label className={styles['label'] ?? ''}>{label}</Label>
          <span className={styles['hint']}>{aside}</span>
        </span>
      )}
      <span className={cx(styles['box'], error !== undefined && styles['bad'])}>
        {isMultiline ? (
          <TextArea className={input} placeholder={placeholder ?? ''} rows={3} />
        ) : (
          <Input className={input} placeholder={placeholder ?? ''} />
        )}
        {unit !== undefined && <span className={styles['unit']}>{unit}</span>}
      </span>
      <ErrorLine error={error} />
      {hint !== undefined && (
        <Text slot="description" className={styles['hint'] ?? ''}>
          {hint}
        </Text>
      )}
    </AriaTextField>
  );
}

/** Handles the Enter key. React Aria stops all keys that have a handler unless they are passed on. */
const enterOnly =
  (onEnter: () => void): NonNullable<AriaTextFieldProps['onKeyDown']> =>
  (event) => {
    if (event.key === 'Enter') onEnter();
    else event.continuePropagation();
  };

/** The line under a field that says what is wrong. */
const ErrorLine = ({ error }: { readonly error: string | undefined }) => (
  <FieldError className={styles['error'] ?? ''}>
    <Icon name="warning" small />
    <span>{error}</span>
  </FieldError>
);

/** A field for a password, which can be shown. */
export function PasswordField({
  label,
  hint,
  error,
  showLabel,
  hideLabel,
  ...props
}: TextFieldProps & { readonly showLabel: string; readonly hideLabel: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <AriaTextField
      {...props}
      type={isShown ? 'text' : 'password'}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={styles['field'] ?? ''}
    >
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <span className={cx(styles['box'], error !== undefined && styles['bad'])}>
        <Input />
        <AriaButton className={styles['reveal'] ?? ''} onPress={() => setShown(!isShown)}>
          {isShown ? hideLabel : showLabel}
        </AriaButton>
      </span>
      <ErrorLine error={error} />
      {hint !== undefined && (
        <Text slot="description" className={styles['hint'] ?? ''}>
          {hint}
        </Text>
      )}
    </AriaTextField>
  );
}

/** A search field. `trailing` is shown at its end, for example its key. */
export function SearchField({
  label,
  value,
  onChange,
  trailing,
  isAutoFocused = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly trailing?: ReactNode;
  readonly isAutoFocused?: boolean;
}) {
  return (
    <AriaSearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      autoFocus={isAutoFocused}
      className={styles['field'] ?? ''}
    >
      <span className={styles['box']}>
        <Icon name="search" small />
        <Input placeholder={label} data-search="" />
        {trailing}
      </span>
    </AriaSearchField>
  );
}
