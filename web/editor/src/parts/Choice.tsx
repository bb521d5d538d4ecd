// Controls that choose: select, switch, checkbox, segments and radio cards.

import { cx } from '@marquee/ui/cx.ts';
import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  Checkbox as AriaCheckbox,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Radio,
  RadioGroup,
  Select as AriaSelect,
  SelectValue,
  Switch as AriaSwitch,
  ToggleButton,
} from 'react-aria-components';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { Dot, VisuallyHidden } from './Surface.tsx';
import styles from './Field.module.css';
import overflow from './Overflow.module.css';
import { useOverflow } from './use-overflow.ts';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: IconName;
  /** What the option lacks, in words; shown as a dot. */
  readonly lacks?: string | undefined;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: boolean;
}

/** The option that a key names; keys of lists are not typed. */
const chosen = <Value extends string>(options: readonly Pick<Option<Value>, 'value'>[], key: unknown): Value | undefined =>
  options.find(({ value }) => value === key)?.value;

/** A select. `isPlain` has no box, for tables. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  isDisabled = false,
  isPlain = false,
  isLabelHidden = false,
}: ChoiceProps<Value> & { readonly isPlain?: boolean; readonly isLabelHidden?: boolean }) {
  const change = (key: unknown): void => {
    const next = chosen(options, key);
    if (next !== undefined) onChange(next);
  };
  return (
    <AriaSelect
      {...(isLabelHidden ? { 'aria-label': label } : {})}
      value={value}
      onChange={change}
      isDisabled={isDisabled}
      className={styles['field'] ?? ''}
    >
      {!isLabelHidden && <Label className={styles['label'] ?? ''}>{label}</Label>}
      <AriaButton className={styles[isPlain ? 'plain' : 'select'] ?? ''}>
        <SelectValue>{options.find((option) => option.value === value)?.label ?? value}</SelectValue>
        <Icon name="down" small />
      </AriaButton>
      <Popover className={styles['popover'] ?? ''}>
        <ListBox className={styles['list'] ?? ''} items={options.map((option) => ({ ...option, id: option.value }))}>
          {(option) => (
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
    </AriaSelect>
  );
}

interface ToggleProps {
  readonly label: ReactNode;
  /** The name of a toggle that shows no label. */
  readonly name?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
}

export const Switch = ({ label, name, isOn, onChange, isDisabled = false }: ToggleProps) => (
  <AriaSwitch
    {...(name === undefined ? {} : { 'aria-label': name })}
    isSelected={isOn}
    onChange={onChange}
    isDisabled={isDisabled}
    className={styles['switch'] ?? ''}
  >
    <span className={styles['track']} />
    {label}
  </AriaSwitch>
);

/** A toggle in a row of several. */
export const Pill = ({ label, name, icon, isOn, onChange, isDisabled = false }: ToggleProps & { readonly icon?: IconName }) => (
  <ToggleButton
    {...(name === undefined ? {} : { 'aria-label': name })}
    isSelected={isOn}
    onChange={onChange}
    isDisabled={isDisabled}
    className={styles['pill'] ?? ''}
  >
    {icon !== undefined && <Icon name={icon} small />}
    {label}
  </ToggleButton>
);

export const Checkbox = ({ label, name, isOn, onChange, isDisabled = false }: ToggleProps) => (
  <AriaCheckbox
    {...(name === undefined ? {} : { 'aria-label': name })}
    isSelected={isOn}
    onChange={onChange}
    isDisabled={isDisabled}
    className={styles['check'] ?? ''}
  >
    <span className={styles['tick']}>
      <Icon name="check" />
    </span>
    {label}
  </AriaCheckbox>
);

/** Two to four options side by side. With icons, the labels are for screen readers. */
export function Segments<Value extends string>({ label, options, value, onChange, isDisabled = false }: ChoiceProps<Value>) {
  const row = useOverflow<HTMLDivElement>();
  return (
    <RadioGroup
      ref={row}
      aria-label={label}
      orientation="horizontal"
      value={value}
      onChange={(key) => {
        const next = chosen(options, key);
        if (next !== undefined) onChange(next);
      }}
      isDisabled={isDisabled}
      className={cx(overflow['scroll'], styles['segments'])}
    >
      {options.map((option) => (
        <Radio
          key={option.value}
          value={option.value}
          className={styles['segment'] ?? ''}
          {...(option.icon ? { 'aria-label': option.label } : {})}
        >
          {option.icon ? <Icon name={option.icon} /> : option.label}
          {option.lacks !== undefined && (
            <>
              <Dot />
              <VisuallyHidden>{option.lacks}</VisuallyHidden>
            </>
          )}
        </Radio>
      ))}
    </RadioGroup>
  );
}

/** An option of cards, whose explanation may have marks. */
export interface CardOption<Value extends string> extends Omit<Option<Value>, 'hint'> {
  readonly hint?: ReactNode;
  /** Beside the label. */
  readonly aside?: string | undefined;
  /** A picture of the option in place of the circle. */
  readonly mark?: ReactNode;
}

/**
 * Options with an explanation each, below each other. `isBeside`: side by side where there is room, for long texts that are compared.
 * `isGrid`: in columns, for many options with short texts.
 */
export function RadioCards<Value extends string>({
  label,
  options,
  value,
  onChange,
  isBeside = false,
  isGrid = false,
  isLabelHidden = false,
}: Omit<ChoiceProps<Value>, 'options'> & {
  readonly options: readonly CardOption<Value>[];
  readonly isBeside?: boolean;
  readonly isGrid?: boolean;
  readonly isLabelHidden?: boolean;
}) {
  return (
    <RadioGroup
      {...(isLabelHidden ? { 'aria-label': label } : {})}
      value={value}
      onChange={(key) => {
        const next = chosen(options, key);
        if (next !== undefined) onChange(next);
      }}
      className={styles['field'] ?? ''}
    >
      {!isLabelHidden && <Label className={styles['label'] ?? ''}>{label}</Label>}
      <div className={cx(styles['cards'], isBeside && styles['beside'], isGrid && styles['grid'])}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            className={cx(styles['card'], option.mark !== undefined && styles['marked'])}
          >
            <span className={styles[option.mark === undefined ? 'radio' : 'cardMark']}>{option.mark}</span>
            <b>{option.label}</b>
            {option.aside !== undefined && <span className={styles['aside']}>{option.aside}</span>}
            {option.hint !== undefined && <small>{option.hint}</small>}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

/** Options in rows without a frame. */
export function RadioRows<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onChange={(key) => {
        const next = chosen(options, key);
        if (next !== undefined) onChange(next);
      }}
    >
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className={cx(styles['row'])}>
          <span className={styles['radio']} />
          {option.label}
        </Radio>
      ))}
    </RadioGroup>
  );
}
