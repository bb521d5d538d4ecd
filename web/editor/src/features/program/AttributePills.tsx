import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Pill } from '../../parts/Choice.tsx';
import { Menu } from '../../parts/Overlay.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { GROUPS, type ShowAttribute, nameOfAttribute } from '../../state/program/attributes.ts';
import { can } from '../../state/roles.ts';
import type { Program } from './use-program.ts';
import styles from './Attributes.module.css';

/** The longest name that a pill shows. Longer ones show their tag. */
const MAX_PILL = 10;

/** Chooses attributes: the usual ones as pills, the others in a menu. */
export function AttributePills({
  program: { attributes },
  value,
  onChange,
  onEdit,
}: {
  readonly program: Program;
  /** The keys of the chosen ones. */
  readonly value: readonly string[];
  readonly onChange: (keys: readonly string[]) => void;
  /** Opens the attributes of the site. */
  readonly onEdit: () => void;
}) {
  const { program: words } = useMessages();
  const { site } = useOpenSite();
  // One that was switched off stays, with the focus.
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const isShown = ({ key, isOffered }: ShowAttribute): boolean => isOffered || value.includes(key) || removed.includes(key);
  const switchOff = (key: string): void => {
    setRemoved((before) => [...before, key]);
    onChange(value.filter((other) => other !== key));
  };
  const shown = attributes.filter(isShown);
  // Two of the built-in ones have the same name.
  const isOther = ({ name }: ShowAttribute): boolean => shown.every((other) => other.name !== name);
  const others = GROUPS.flatMap((group) => attributes.filter((attribute) => attribute.group === group && isOther(attribute)));
  return (
    <fieldset className={styles['choice']}>
      <legend>{words.attributes()}</legend>
      <div className={styles['pills']}>
        {[...shown, ...unknownOf(attributes, value)].map(({ key, tag, name }) => (
          <Pill
            key={key}
            label={isTagShown(tag, name) ? tag : name}
            {...(isTagShown(tag, name) ? { name: `${tag}, ${name}` } : {})}
            isOn={value.includes(key)}
            onChange={(isOn) => (isOn ? onChange([...value, key]) : switchOff(key))}
          />
        ))}
        <Menu
          label={words.moreAttributes()}
          trigger={
            <Button look="ghost" size="small" icon="plus">
              {words.moreAttributes()}
            </Button>
          }
          entries={[
            ...others.map(({ key, name }) => ({ id: key, label: name, onAction: () => onChange([...value, key]) })),
            ...(can(site, 'editProgram')
              ? [{ id: 'edit', label: words.editAttributes(), icon: 'pencil' as const, onAction: onEdit }]
              : []),
          ]}
        />
      </div>
    </fieldset>
  );
}

/** Whether a pill shows the tag in place of the name. */
const isTagShown = (tag: string, name: string): boolean => tag !== '' && name.length > MAX_PILL;

/** Attributes that only a show has. */
const unknownOf = (all: readonly ShowAttribute[], keys: readonly string[]) =>
  keys
    .filter((key) => all.every((attribute) => attribute.key !== key))
    .map((key) => ({ key, tag: '', name: nameOfAttribute(all, key) }));
