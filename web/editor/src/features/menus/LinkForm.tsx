import { text } from '@marquee/api/json.ts';
import { Button } from '../../parts/Button.tsx';
import { Checkbox } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { LinkField } from '../../parts/LinkField.tsx';
import { Card, Tag } from '../../parts/Surface.tsx';
import { languagesOf } from '../../state/content/languages.ts';
import {
  type MenuLink,
  type MenuList,
  changedColumns,
  changedLink,
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
export function LinkForm({ state, place, link }: { readonly state: DraftState; readonly place: Place; readonly link: MenuLink }) {
  const { menus: words } = useMessages();
  const { language: languageName } = useFormats();
  const { draft } = useOpenSite();
  const { content } = state;
  const languages = languagesOf(content);
  const change = (next: MenuLink): void => draft.edit(changedLink(content, place, next));
  const label = text(link['label']);
  const live = valueAt(state.server.live, place.list.startsWith('footer') ? '/menus/footer' : `/menus/${place.list}`);
  const isPublished = isSame(live, valueAt(content, place.list.startsWith('footer') ? '/menus/footer' : `/menus/${place.list}`));
  return (
    <Card
      title={label === '' ? words.untitled() : label}
      trailing={!isPublished && <Tag mood="warn">{words.notPublished()}</Tag>}
      className={styles['form']}
    >
      <div className={styles['fields']}>
        <div className={styles['pair']}>
          <TextField
            label={words.label()}
            value={label}
            onChange={(next) => change(withMenuField(link, 'label', next))}
            error={label.trim() === '' ? words.labelRequired() : undefined}
          />
          {languages.others.map((code) => (
            <TextField
              key={code}
              label={words.labelIn({ language: languageName(code) })}
              value={translationOf(link, code)}
              placeholder={label}
              onChange={(next) => change(withTranslation(link, code, next))}
            />
          ))}
        </div>
        <LinkField content={content} href={text(link['href'])} onChange={(href) => change(withMenuField(link, 'href', href))} />
        <Checkbox
          label={words.newWindow()}
          isOn={link['target'] === '_blank'}
          onChange={(isOn) => change(withMenuField(link, 'target', isOn ? '_blank' : undefined))}
        />
      </div>
    </Card>
  );
}

/** The title of a column of the footer. */
export function ColumnForm({ state, menu }: { readonly state: DraftState; readonly menu: MenuList }) {
  const { menus: words, common } = useMessages();
  const { language: languageName } = useFormats();
  const { draft } = useOpenSite();
  const { content } = state;
  const languages = languagesOf(content);
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
        <div className={styles['pair']}>
          <TextField label={words.title()} value={menu.title} onChange={(next) => change(withMenuField(column, 'title', next))} />
          {languages.others.map((code) => (
            <TextField
              key={code}
              label={words.titleIn({ language: languageName(code) })}
              value={translationOf(column, code)}
              placeholder={menu.title}
              onChange={(next) => change(withTranslation(column, code, next))}
            />
          ))}
        </div>
      </div>
    </Card>
  );
}
