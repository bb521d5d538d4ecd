import { text } from '@marquee/api/json.ts';
import { Button } from '../../parts/Button.tsx';
import { Checkbox } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { LinkField } from '../../parts/LinkField.tsx';
import { Card, Quiet, Tag } from '../../parts/Surface.tsx';
import { languagesOf } from '../../state/content/languages.ts';
import {
  type MenuLink,
  type MenuList,
  changedColumns,
  changedLegalLine,
  changedLink,
  legalLineOf,
  menuPointer,
  profileName,
  rowAbove,
  rowsIn,
  translationOf,
  withMenuField,
  withTranslation,
} from '../../state/content/menus.ts';
import type { Place } from '../../state/content/sequence.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { isSame, valueAt } from '../../state/pointer.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Menus.module.css';

/** The fields of the selected link. */
export function LinkForm({
  state,
  place,
  isNew,
  onIndent,
}: {
  readonly state: DraftState;
  readonly place: Place;
  /** Whether the link was just added. */
  readonly isNew: boolean;
  /** Puts the link below the entry before it, or back. */
  readonly onIndent: (isBelow: boolean) => void;
}) {
  const { menus: words } = useMessages();
  const { draft } = useOpenSite();
  const { content } = state;
  const rows = rowsIn(content, place.list);
  const row = rows[place.index];
  if (row === undefined) return null;
  const { link, isBelow } = row;
  const change = (next: MenuLink): void => draft.edit(changedLink(content, place, next));
  const label = text(link['label']);
  const pointer = menuPointer(place.list);
  const isPublished = isSame(valueAt(state.server.live, pointer), valueAt(content, pointer));
  const above = rowAbove(place, rows);
  const lead = (href: string): void => {
    const next = withMenuField(link, 'href', href);
    const name = place.list === 'social' && (label === '' || label === words.newLink()) ? profileName(href) : undefined;
    change(name === undefined ? next : withMenuField(next, 'label', name));
  };
  return (
    <Card
      title={label === '' ? words.untitled() : label}
      trailing={!isPublished && <Tag mood="warn">{words.notPublished()}</Tag>}
      className={styles['form']}
    >
      <div className={styles['fields']}>
        <Labels
          content={content}
          record={link}
          name="label"
          label={words.label()}
          labelIn={words.labelIn}
          onChange={change}
          autoFocus={isNew}
          error={label.trim() === '' ? words.labelRequired() : undefined}
        />
        <LinkField content={content} href={text(link['href'])} onChange={lead} />
        <div className={styles['options']}>
          {above !== undefined && (
            <Checkbox label={words.under({ label: text(above.link['label']) })} isOn={isBelow} onChange={onIndent} />
          )}
          <Checkbox
            label={words.membersOnly()}
            isOn={link['membersOnly'] === true}
            onChange={(isOn) => change(withMenuField(link, 'membersOnly', isOn ? true : undefined))}
          />
          <Checkbox
            label={words.newWindow()}
            isOn={link['target'] === '_blank'}
            onChange={(isOn) => change(withMenuField(link, 'target', isOn ? '_blank' : undefined))}
          />
        </div>
        {link['membersOnly'] === true && <Quiet>{words.membersOnlyHint()}</Quiet>}
      </div>
    </Card>
  );
}

/** A text in every language of the site. */
function Labels({
  content,
  record,
  name,
  label,
  labelIn,
  placeholder,
  hint,
  error,
  autoFocus = false,
  onChange,
}: {
  readonly content: unknown;
  readonly record: MenuLink;
  readonly name: string;
  readonly label: string;
  readonly labelIn: (values: { language: string }) => string;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly autoFocus?: boolean;
  readonly onChange: (record: MenuLink) => void;
}) {
  const { language: languageName } = useFormats();
  const own = text(record[name]);
  return (
    <div className={styles['pair']}>
      <TextField
        label={label}
        value={own}
        onChange={(next) => onChange(withMenuField(record, name, next))}
        error={error}
        autoFocus={autoFocus}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(hint === undefined ? {} : { hint })}
      />
      {languagesOf(content).others.map((code) => (
        <TextField
          key={code}
          label={labelIn({ language: languageName(code) })}
          value={translationOf(record, code)}
          placeholder={own === '' ? (placeholder ?? '') : own}
          onChange={(next) => onChange(withTranslation(record, code, next))}
        />
      ))}
    </div>
  );
}

/** The text that starts the legal line. */
export function LegalLineForm({ content }: { readonly content: unknown }) {
  const { menus: words } = useMessages();
  const { site, draft } = useOpenSite();
  return (
    <div className={styles['fields']}>
      <Labels
        content={content}
        record={legalLineOf(content)}
        name="text"
        label={words.legalText()}
        labelIn={words.legalTextIn}
        placeholder={`© [year] ${site.name}`}
        hint={words.legalTextHint()}
        onChange={(next) => draft.edit(changedLegalLine(next))}
      />
    </div>
  );
}

/** The title of a column of the footer. */
export function ColumnForm({ state, menu }: { readonly state: DraftState; readonly menu: MenuList }) {
  const { menus: words, common } = useMessages();
  const { draft } = useOpenSite();
  const { content } = state;
  const index = Number(menu.id.split('/')[1]);
  const column = menu.column ?? {};
  const change = (next: MenuLink): void => draft.edit(changedColumns(content, (columns) => columns.with(index, next)));
  const remove = (): void => {
    draft.edit(changedColumns(content, (columns) => columns.toSpliced(index, 1)));
    showToast(words.columnRemoved({ title: menu.title }), {
      label: common.undo(),
      onAction: () => draft.edit(changedColumns(draft.state()?.content, (columns) => columns.toSpliced(index, 0, column))),
    });
  };
  return (
    <Card
      title={words.columnTitle()}
      trailing={
        <Button look="ghost" size="small" icon="trash" onPress={remove}>
          {words.removeColumn()}
        </Button>
      }
    >
      <div className={styles['fields']}>
        <Labels content={content} record={column} name="title" label={words.title()} labelIn={words.titleIn} onChange={change} />
      </div>
    </Card>
  );
}
