import { type ReactNode, useState } from 'react';
import { list } from '@marquee/api/json.ts';
import { isRecord } from '@marquee/api/json.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Select, Switch } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { settingValueWords } from '../../state/changes.ts';
import { useMessages } from '../../state/messages.ts';
import { namesOf, pointerOf } from '../../state/pointer.ts';
import { useRemoval } from '../../state/removal.ts';
import {
  type ChoiceShape,
  type GroupShape,
  type JsonShape,
  type ListShape,
  type MapShape,
  type NumberShape,
  type Shape,
  type TextShape,
} from '../../state/settings/schema.ts';
import { type SettingTexts, settingText, settingTitle } from '../../state/settings/texts.ts';
import { NONE, emptyValue, optionKey, optionsOf, typedText, typedValue } from '../../state/settings/values.ts';
import styles from './Settings.module.css';

interface ControlProps<Of extends Shape = Shape> {
  readonly shape: Of;
  /** Where its texts are: the pointer of the setting, or of a field of its items. */
  readonly pointer: string;
  readonly texts: SettingTexts;
  readonly label: string;
  readonly value: unknown;
  readonly error?: string | undefined;
  /** The pointer of what is wrong, below the value; empty for the value itself. */
  readonly errorAt?: string;
  readonly onChange: (value: unknown) => void;
}

/** The control of a value, by its shape. */
export function Control({ shape, ...props }: ControlProps): ReactNode {
  switch (shape.kind) {
    case 'text':
    case 'number':
    case 'json':
      return <Typed shape={shape} {...props} />;
    case 'switch':
      return <Switch label="" name={props.label} isOn={props.value === true} onChange={props.onChange} />;
    case 'choice':
      return <Choice shape={shape} {...props} />;
    case 'list':
      return <Items shape={shape} {...props} />;
    case 'map':
      return <Entries shape={shape} {...props} />;
    case 'group':
      return <Group shape={shape} {...props} />;
  }
}

/** A value that is typed. Text that is not a valid value stays in the field, and the field says what is wrong. */
function Typed({ shape, label, value, error, onChange }: ControlProps<TextShape | NumberShape | JsonShape>) {
  const { faults } = useMessages();
  const text = typedText(shape, value);
  const [typed, setTyped] = useState({ text, of: text });
  const isOwn = typed.of === text;
  const shown = isOwn ? typed.text : text;
  const isInvalid = isOwn && typedValue(shape, typed.text) === 'invalid';
  const change = (next: string): void => {
    const read = typedValue(shape, next);
    if (read === 'invalid') {
      setTyped({ text: next, of: text });
      return;
    }
    setTyped({ text: next, of: typedText(shape, read.value) });
    onChange(read.value);
  };
  return (
    <TextField
      aria-label={label}
      value={shown}
      onChange={change}
      error={isInvalid ? (shape.kind === 'number' ? faults.number() : faults.json()) : error}
      isMultiline={shape.kind === 'json' && text.includes('\n')}
      isMono={shape.kind === 'json'}
      {...(shape.kind === 'number' ? { inputMode: 'decimal' as const } : {})}
    />
  );
}

function Choice({ shape, pointer, texts, label, value, onChange }: ControlProps<ChoiceShape>) {
  const messages = useMessages();
  const options = optionsOf(shape);
  const key = optionKey(value);
  const known = options.some((option) => option.key === key) ? options : [{ key, value }, ...options];
  const choiceWords = (choice: unknown): string =>
    typeof choice === 'string'
      ? (settingText(texts, pointer)?.values?.[choice] ?? choice)
      : settingValueWords(pointer, choice, messages, texts);
  const change = (next: string): void => {
    const option = options.find((candidate) => candidate.key === next);
    if (option !== undefined) onChange(option.value);
  };
  return (
    <Select
      label={label}
      isLabelHidden
      value={key}
      options={known.map((option) => ({
        value: option.key,
        label: option.key === NONE ? messages.changes.none() : choiceWords(option.value),
      }))}
      onChange={change}
    />
  );
}

/** Rows that can be added, moved and removed. */
function Items({ shape, pointer, texts, label, value, error, errorAt = '', onChange }: ControlProps<ListShape>) {
  const { settings } = useMessages();
  const wrong = `/${namesOf(errorAt)[0] ?? ''}`;
  const remove = useRemoval();
  const items = list(value);
  const isFull = shape.maxItems !== undefined && items.length >= shape.maxItems;
  return (
    <fieldset className={styles['items']} aria-label={label}>
      {items.map((item, index) => {
        const name = `${label} ${index + 1}`;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- items have no identity
          <div key={index} className={styles['item']}>
            <Control
              shape={shape.item}
              pointer={pointer}
              texts={texts}
              label={name}
              value={item}
              error={wrong === pointerOf(index) ? error : undefined}
              errorAt={errorAt.slice(wrong.length)}
              onChange={(next) => onChange(items.with(index, next))}
            />
            <span className={styles['itemTools']}>
              {index > 0 && (
                <IconButton
                  icon="upDown"
                  label={settings.moveUp({ name })}
                  onPress={() => onChange(items.with(index, items[index - 1]).with(index - 1, item))}
                />
              )}
              <IconButton
                icon="trash"
                label={settings.remove({ name })}
                onPress={() => remove(name, () => onChange(items.toSpliced(index, 1)))}
              />
            </span>
          </div>
        );
      })}
      {errorAt === '' && error !== undefined && <p className={styles['wrong']}>{error}</p>}
      <div>
        <Button size="small" icon="plus" isDisabled={isFull} onPress={() => onChange([...items, emptyValue(shape.item)])}>
          {settings.add()}
        </Button>
      </div>
    </fieldset>
  );
}

/** Entries with a name each. */
function Entries({ shape, pointer, texts, label, value, error, errorAt = '', onChange }: ControlProps<MapShape>) {
  const { settings } = useMessages();
  const [wrong] = namesOf(errorAt);
  const remove = useRemoval();
  const [name, setName] = useState('');
  const record = isRecord(value) ? value : {};
  const set = (key: string, next: unknown): void => onChange({ ...record, [key]: next });
  const add = (): void => {
    set(name.trim(), emptyValue(shape.value));
    setName('');
  };
  return (
    <fieldset className={styles['items']} aria-label={label}>
      {Object.entries(record).map(([key, entry]) => (
        <div key={key} className={styles['mapRow']}>
          <code>{key}</code>
          <Control
            shape={shape.value}
            pointer={pointer}
            texts={texts}
            label={`${label}, ${key}`}
            value={entry}
            error={wrong === key ? error : undefined}
            errorAt={errorAt.slice(pointerOf(key).length)}
            onChange={(next) => set(key, next)}
          />
          <IconButton
            icon="trash"
            label={settings.remove({ name: key })}
            onPress={() =>
              remove(key, () => onChange(Object.fromEntries(Object.entries(record).filter(([other]) => other !== key))))
            }
          />
        </div>
      ))}
      {wrong === undefined && error !== undefined && <p className={styles['wrong']}>{error}</p>}
      <div className={styles['item']}>
        <TextField aria-label={settings.newName()} placeholder={settings.newName()} value={name} onChange={setName} />
        <Button icon="plus" isDisabled={name.trim() === '' || Object.hasOwn(record, name.trim())} onPress={add}>
          {settings.add()}
        </Button>
      </div>
    </fieldset>
  );
}

/** The fields of a row. */
function Group({ shape, pointer, texts, label, value, onChange }: ControlProps<GroupShape>) {
  const record = isRecord(value) ? value : {};
  return (
    <fieldset className={styles['itemGroup']} aria-label={label}>
      {shape.fields.map((field) => {
        const own = `${pointer}${pointerOf(field.name)}`;
        const title = settingTitle(texts, own);
        return (
          <div key={field.name}>
            <span className={styles['help']}>{title}</span>
            <Control
              shape={field.shape}
              pointer={own}
              texts={texts}
              label={`${label}, ${title}`}
              value={record[field.name] ?? field.shape.default}
              onChange={(next) => onChange({ ...record, [field.name]: next })}
            />
          </div>
        );
      })}
    </fieldset>
  );
}
