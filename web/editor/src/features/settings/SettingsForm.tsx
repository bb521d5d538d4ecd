import { cx } from '@marquee/ui/cx.ts';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Key } from '../../parts/Button.tsx';
import { SearchField } from '../../parts/Field.tsx';
import overflow from '../../parts/Overflow.module.css';
import { Card, Empty, Quiet } from '../../parts/Surface.tsx';
import { useNamedField } from '../../parts/use-named-field.ts';
import { useOverflow } from '../../parts/use-overflow.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { isSame, valueAt } from '../../state/pointer.ts';
import { refusalOf } from '../../state/refusal.ts';
import { can, permissionFor } from '../../state/roles.ts';
import { matches } from '../../state/search.ts';
import { faultsOf } from '../../state/settings/check.ts';
import type { Leaf } from '../../state/settings/schema.ts';
import { SECTIONS, type Section, sectionOf } from '../../state/settings/sections.ts';
import { type SettingTexts, searchText, useSettingTexts } from '../../state/settings/texts.ts';
import type { SiteSchema } from '../../state/site-schema.ts';
import { SettingRow } from './SettingRow.tsx';
import styles from './Settings.module.css';

/** A setting with what the form needs of it. */
interface Row {
  readonly leaf: Leaf;
  readonly section: Section;
  readonly isChanged: boolean;
}

/** Settings in sections, found by search. */
export function SettingsForm({ schema, state }: { readonly schema: SiteSchema; readonly state: DraftState }) {
  const { settings } = useMessages();
  const { texts } = useSettingTexts();
  const [query, setQuery] = useState(() => new URLSearchParams(location.search).get('q') ?? '');
  const search = useDeferredValue(query.trim());
  const rows = useMemo(() => rowsOf(schema, state), [schema, state]);
  const found = rows.filter(({ leaf }) => matches(searchText(texts, leaf.pointer), search));
  const isShown = (section: Section): boolean => found.some((row) => row.section === section);
  useRowKeys();
  useNamedField();
  const sections = useOverflow<HTMLElement>();
  return (
    <div className={styles['columns']}>
      <div className={styles['aside']}>
        <SearchField label={settings.find()} value={query} onChange={setQuery} trailing={<Key>/</Key>} />
        <nav ref={sections} className={cx(overflow['scroll'], styles['sections'])} aria-label={settings.sectionsLabel()}>
          {SECTIONS.filter(isShown).map((section) => (
            <a key={section} className={styles['section']} href={`#section-${section}`}>
              {settings.sections[section]()}
              <Count rows={rows.filter((row) => row.section === section && row.isChanged)} />
            </a>
          ))}
        </nav>
      </div>
      <div>
        {found.length === 0 && <Empty title={settings.none({ query })} />}
        {SECTIONS.filter(isShown).map((section) => (
          <SectionCard
            key={section}
            section={section}
            texts={texts}
            rows={found.filter((row) => row.section === section)}
            state={state}
            search={search}
          />
        ))}
        <ChangeBar rows={rows} state={state} />
      </div>
    </div>
  );
}

const Count = ({ rows }: { readonly rows: readonly Row[] }) => (rows.length > 0 ? <b>{rows.length}</b> : null);

function rowsOf({ leaves }: SiteSchema, { content, server }: DraftState): readonly Row[] {
  return leaves
    .filter(({ optionalGroups }) => optionalGroups.every((group) => Boolean(valueAt(content, group))))
    .map((leaf) => ({
      leaf,
      section: sectionOf(leaf.pointer),
      isChanged: !isSame(valueAt(content, leaf.pointer) ?? null, valueAt(server.live, leaf.pointer) ?? null),
    }));
}

function SectionCard({
  section,
  texts,
  rows,
  state,
  search,
}: {
  readonly section: Section;
  readonly texts: SettingTexts;
  readonly rows: readonly Row[];
  readonly state: DraftState;
  readonly search: string;
}) {
  const { settings } = useMessages();
  return (
    <section id={`section-${section}`} className={styles['block']}>
      <Card title={settings.sections[section]()} trailing={<Quiet>{settings.count({ count: rows.length })}</Quiet>}>
        {rows.map(({ leaf, isChanged }) => (
          <SettingRow key={leaf.pointer} leaf={leaf} texts={texts} isChanged={isChanged} state={state} search={search} />
        ))}
      </Card>
    </section>
  );
}

/** How many settings are changed and wrong, with the next step. */
function ChangeBar({ rows, state }: { readonly rows: readonly Row[]; readonly state: DraftState }) {
  const { settings } = useMessages();
  const { draft, site } = useOpenSite();
  const changed = rows.filter(({ isChanged }) => isChanged);
  const wrong = changed.filter(
    ({ leaf }) =>
      faultsOf(leaf.field.shape, valueAt(state.content, leaf.pointer)).length > 0 || refusalOf(state, leaf.pointer) !== undefined,
  );
  if (changed.length === 0) return null;
  const [first] = wrong.length > 0 ? wrong : changed;
  const discard = (): void =>
    draft.edit(
      changed
        .filter(({ leaf }) => can(site, permissionFor(leaf.pointer)))
        .map(({ leaf }) => ({ pointer: leaf.pointer, to: valueAt(state.server.live, leaf.pointer) })),
    );
  return (
    <output className={styles['bar']}>
      {wrong.length === 0
        ? settings.changes({ count: changed.length })
        : settings.changesToCorrect({ count: changed.length, wrong: wrong.length })}
      <AriaButton onPress={() => first !== undefined && focusRow(first.leaf.pointer)}>{settings.showFirst()}</AriaButton>
      {can(site, 'editSettings') && <AriaButton onPress={discard}>{settings.discard()}</AriaButton>}
    </output>
  );
}

function focusRow(pointer: string): void {
  const row = document.getElementById(`setting-${pointer}`);
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector<HTMLElement>('input, button, textarea')?.focus();
}

/** Alt+Down goes to the next changed setting, Alt+Shift+Down to the next wrong one. */
function useRowKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'ArrowDown' || !event.altKey) return;
      const all = [
        ...document.querySelectorAll<HTMLElement>(event.shiftKey ? '[data-setting][data-wrong]' : '[data-setting][data-changed]'),
      ];
      const current = document.activeElement?.closest('[data-setting]') ?? null;
      const next =
        all.find((row) => current !== null && (current.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0) ??
        all[0];
      if (next === undefined) return;
      event.preventDefault();
      focusRow(next.id.replace('setting-', ''));
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
