import { Button as AriaButton, ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';

/** A text with some usual values to choose; own words are possible. */
export function SuggestField({
  label,
  hint,
  values,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint: string;
  /** The usual values. All are offered, whatever is typed. */
  readonly values: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <ComboBox
      inputValue={value}
      onInputChange={onChange}
      items={values.map((name) => ({ id: name }))}
      allowsCustomValue
      menuTrigger="manual"
      className={styles['field'] ?? ''}
    >
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <span className={styles['box']}>
        <Input autoComplete="off" />
        <AriaButton className={styles['open'] ?? ''}>
          <Icon name="down" small />
        </AriaButton>
      </span>
      <Text slot="description" className={styles['hint'] ?? ''}>
        {hint}
      </Text>
      <Popover className={styles['popover'] ?? ''}>
        <ListBox className={styles['list'] ?? ''}>
          {({ id }: { readonly id: string }) => (
            <ListBoxItem id={id} textValue={id} className={styles['option'] ?? ''}>
              {id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
