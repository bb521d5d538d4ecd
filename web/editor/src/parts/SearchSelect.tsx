import { cx } from '@marquee/ui/cx.ts';
import { Button as AriaButton, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { useMessages } from '../state/messages.ts';
import { matches } from '../state/search.ts';
import { Icon } from './Icon.tsx';
import styles from './Field.module.css';

export interface SearchOption {
  readonly value: string;
  readonly label: string;
}

/** A select with many options, which are found by typing. */
export function SearchSelect({
  label,
  options,
  value,
  error,
  isAutoFocused = false,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly SearchOption[];
  readonly value: string;
  readonly error?: string | undefined;
  readonly isAutoFocused?: boolean;
  readonly onChange: (value: string) => void;
}) {
  const { setUp } = useMessages();
  return (
    <ComboBox
      value={value}
      // Else the field is empty if it takes the focus as it appears.
      defaultInputValue={options.find((option) => option.value === value)?.label ?? ''}
      onChange={(key) => {
        if (typeof key === 'string') onChange(key);
      }}
      defaultItems={options.map((option) => ({ ...option, id: option.value }))}
      defaultFilter={matches}
      autoFocus={isAutoFocused}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      allowsEmptyCollection
      className={styles['field'] ?? ''}
    >
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <span className={cx(styles['box'], error !== undefined && styles['bad'])}>
        <Input />
        <AriaButton className={styles['open'] ?? ''}>
          <Icon name="down" small />
        </AriaButton>
      </span>
      <FieldError className={styles['error'] ?? ''}>
        <Icon name="warning" small />
        <span>{error}</span>
      </FieldError>
      <Popover className={styles['popover'] ?? ''}>
        <ListBox className={styles['list'] ?? ''} renderEmptyState={() => <p className={styles['none']}>{setUp.noOption()}</p>}>
          {(option: SearchOption & { readonly id: string }) => (
            <ListBoxItem id={option.id} textValue={option.label} className={styles['option'] ?? ''}>
              {({ isSelected }) => (
                <>
                  {option.label}
                  {isSelected && <Icon name="check" small />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
