import { MAX_TAG_LENGTH } from '@marquee/rules/attributes.gen.ts';
import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Select } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { CancelButton, Dialog } from '../../parts/Overlay.tsx';
import { Tag } from '../../parts/Surface.tsx';
import { languagesOf } from '../../state/content/languages.ts';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import {
  type AttributeFaults,
  type AttributeValues,
  GROUPS,
  type ShowAttribute,
  faultsOf,
  newKey,
  originOf,
  ownAttributes,
  removedAttribute,
  savedAttribute,
} from '../../state/program/attributes.ts';
import { useRemoval } from '../../state/removal.ts';
import { can } from '../../state/roles.ts';
import type { Program } from './use-program.ts';
import styles from './Attributes.module.css';

/** What shows can have beside their time: the built-in attributes, which the site can name itself, and its own. */
export function AttributesDialog({ program, onClose }: { readonly program: Program; readonly onClose: () => void }) {
  const [open, setOpen] = useState<ShowAttribute | 'new'>();
  return (
    <>
      <Attributes attributes={program.attributes} onOpen={setOpen} onClose={onClose} />
      {open !== undefined && (
        <AttributeForm
          attributes={program.attributes}
          attribute={open === 'new' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

function Attributes({
  attributes,
  onOpen,
  onClose,
}: {
  readonly attributes: readonly ShowAttribute[];
  readonly onOpen: (attribute: ShowAttribute | 'new') => void;
  readonly onClose: () => void;
}) {
  const { program: words } = useMessages();
  const { site } = useOpenSite();
  const mayEdit = can(site, 'editProgram');
  const ofSite = new Set(ownAttributes(useDraft()?.content).map(({ key }) => key));
  return (
    <Dialog
      title={words.attributes()}
      size="wide"
      onClose={onClose}
      foot={
        <Button look="solid" onPress={onClose}>
          {words.done()}
        </Button>
      }
    >
      <div className={styles['attributes']}>
        <p>{words.attributesText()}</p>
        {mayEdit && (
          <Button icon="plus" onPress={() => onOpen('new')}>
            {words.newAttribute()}
          </Button>
        )}
        {GROUPS.map((group) => (
          <section key={group} aria-labelledby={`attributes-${group}`}>
            <h3 id={`attributes-${group}`}>{words.attributeGroups[group]()}</h3>
            <ul>
              {attributes
                .filter((attribute) => attribute.group === group)
                .map((attribute) => (
                  <Row
                    key={attribute.key}
                    attribute={attribute}
                    isOfSite={ofSite.has(attribute.key)}
                    onEdit={mayEdit ? () => onOpen(attribute) : undefined}
                  />
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Row({
  attribute,
  isOfSite,
  onEdit,
}: {
  readonly attribute: ShowAttribute;
  /** Whether the site has added it, or changed its words. */
  readonly isOfSite: boolean;
  readonly onEdit: (() => void) | undefined;
}) {
  const { program: words } = useMessages();
  const { key, name, tag } = attribute;
  const origin = { builtIn: words.renamedAttribute(), feed: words.feedAttribute(), own: words.ownAttribute() }[originOf(key)];
  return (
    <li>
      <span className={styles['tag']}>{tag}</span>
      <span>{name}</span>
      {isOfSite && <Tag>{origin}</Tag>}
      {onEdit !== undefined && <IconButton icon="pencil" label={words.editAttribute({ name })} onPress={onEdit} />}
    </li>
  );
}

const EMPTY: AttributeValues = { label: '', short: '', group: 'special', localizations: {} };

/** The words of an attribute, or those of a new one. */
function AttributeForm({
  attributes,
  attribute,
  onClose,
}: {
  readonly attributes: readonly ShowAttribute[];
  readonly attribute: ShowAttribute | undefined;
  readonly onClose: () => void;
}) {
  const { program: words } = useMessages();
  const { draft } = useOpenSite();
  const content = useDraft()?.content;
  const remove = useRemoval();
  const own = ownAttributes(content).find(({ key }) => key === attribute?.key);
  const initial: AttributeValues = own ?? (attribute === undefined ? EMPTY : { ...EMPTY, group: attribute.group });
  const origin = attribute === undefined ? 'own' : originOf(attribute.key);
  const [values, setValues] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const faults = faultsOf(values, attribute, attributes);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(faults).length > 0) return;
    const key = attribute?.key ?? newKey(values, attributes, crypto.randomUUID().slice(0, 6));
    draft.edit([savedAttribute(content, key, values)]);
    onClose();
  };
  return (
    <Dialog
      title={attribute === undefined ? words.newAttribute() : attribute.name}
      hasUnsaved={JSON.stringify(values) !== JSON.stringify(initial)}
      onClose={onClose}
      foot={
        <>
          {attribute !== undefined && own !== undefined && origin !== 'feed' && (
            <Button
              isDanger={origin === 'own'}
              onPress={() => {
                remove(attribute.name, () => draft.edit([removedAttribute(content, own.key)]));
                onClose();
              }}
            >
              {origin === 'builtIn' ? words.resetAttribute() : words.remove()}
            </Button>
          )}
          <CancelButton />
          <Button type="submit" form="attribute" look="solid">
            {words.save()}
          </Button>
        </>
      }
    >
      <form id="attribute" className={styles['form']} onSubmit={submit} noValidate>
        <Fields
          values={values}
          faults={isChecked ? faults : {}}
          builtIn={origin === 'builtIn' ? attribute : undefined}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
        />
      </form>
    </Dialog>
  );
}

function Fields({
  values,
  faults,
  builtIn,
  onChange,
}: {
  readonly values: AttributeValues;
  readonly faults: AttributeFaults;
  /** The built-in attribute of which the site changes words. */
  readonly builtIn: ShowAttribute | undefined;
  readonly onChange: (change: Partial<AttributeValues>) => void;
}) {
  const { program: words } = useMessages();
  const { others } = languagesOf(useDraft()?.content);
  const { label, short, group, localizations } = values;
  const errorOf = (name: string): string | undefined => {
    const fault = faults[name];
    return fault === undefined ? undefined : words.attributeFaults[fault]({ limit: MAX_TAG_LENGTH });
  };
  return (
    <>
      <div className={styles['pair']}>
        <TextField
          label={words.attributeName()}
          value={label}
          placeholder={builtIn?.name ?? ''}
          maxLength={60}
          autoFocus
          autoComplete="off"
          error={errorOf('label')}
          onChange={(next) => onChange({ label: next })}
        />
        <TextField
          label={words.attributeTag()}
          value={short}
          placeholder={builtIn?.tag ?? ''}
          autoComplete="off"
          hint={words.attributeTagHint({ limit: MAX_TAG_LENGTH })}
          error={errorOf('short')}
          onChange={(next) => onChange({ short: next })}
        />
      </div>
      {others.map((code) => (
        <Translation
          key={code}
          language={code}
          own={values}
          texts={localizations[code] ?? { label: '', short: '' }}
          error={errorOf(`short.${code}`)}
          onChange={(texts) => onChange({ localizations: { ...localizations, [code]: texts } })}
        />
      ))}
      {builtIn === undefined && (
        <Select
          label={words.attributeGroup()}
          value={group}
          options={GROUPS.map((value) => ({ value, label: words.attributeGroups[value]() }))}
          onChange={(next) => onChange({ group: next })}
        />
      )}
    </>
  );
}

type Texts = Pick<AttributeValues, 'label' | 'short'>;

/** Name and tag in another language; without them those of the site count. */
function Translation({
  language: code,
  own,
  texts,
  error,
  onChange,
}: {
  readonly language: string;
  readonly own: Texts;
  readonly texts: Texts;
  /** What is wrong with the tag. */
  readonly error: string | undefined;
  readonly onChange: (texts: Texts) => void;
}) {
  const { program: words, pages } = useMessages();
  const { language } = useFormats();
  const inLanguage = (name: string): string => pages.inLanguage({ name, language: language(code) });
  return (
    <div className={styles['pair']}>
      <TextField
        label={inLanguage(words.attributeName())}
        value={texts.label}
        placeholder={own.label}
        maxLength={60}
        autoComplete="off"
        onChange={(label) => onChange({ ...texts, label })}
      />
      <TextField
        label={inLanguage(words.attributeTag())}
        value={texts.short}
        placeholder={own.short}
        autoComplete="off"
        error={error}
        onChange={(short) => onChange({ ...texts, short })}
      />
    </div>
  );
}
