import { useLocation, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import { ButtonLink } from '../../parts/Button.tsx';
import { DraftScreen } from '../../parts/DraftScreen.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { LanguageSwitch } from '../../parts/LanguageSwitch.tsx';
import { Restricted, RestrictionNote } from '../../parts/Restricted.tsx';
import { Stage } from '../../parts/Stage.tsx';
import { Empty, useScreenTitle } from '../../parts/Surface.tsx';
import { useNamedField, useNamedLanguage } from '../../parts/use-named-field.ts';
import { WorkSurface } from '../../parts/WorkSurface.tsx';
import { blockPlaceIn } from '../../state/content/dead-links.ts';
import { type SiteLanguages, languagesOf } from '../../state/content/languages.ts';
import { type PageRecord, blocksIn, decodedPath, pageAt, untranslated } from '../../state/content/pages.ts';
import { shownPage } from '../../state/content/saved-blocks.ts';
import { savedIdOf } from '../../state/content/saved-records.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { SAVED_BLOCK, fieldIn, screenPath } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { AddBlock } from './AddBlock.tsx';
import { BlockSettings } from './BlockSettings.tsx';
import { Outline } from './Outline.tsx';
import { StateTag } from './StateTag.tsx';
import { Sharing } from './Sharing.tsx';
import { pageStateOf } from './page-state.ts';
import { useBlockActions } from './use-block-actions.ts';
import { usePagePreview } from './use-page-preview.tsx';
import styles from './PageEditor.module.css';

/** What the parts of the editor work on. */
export interface EditedPage {
  readonly state: DraftState;
  readonly page: PageRecord;
  readonly languages: SiteLanguages;
  /** The language that is edited. */
  readonly language: string;
}

/** A page: its blocks, its address, and how it looks. */
export function PageEditor() {
  const { site } = useOpenSite();
  const { pages: words } = useMessages();
  const { page: segment = '' } = useParams({ strict: false });
  const path = decodedPath(segment);
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const named = blockPlaceIn(search);
  const saved = new URLSearchParams(search).get(SAVED_BLOCK) ?? '';
  const field = fieldIn(search);
  // The tab stays while the page gets another address, unless the address names a block.
  const [tab, setTab] = useState({ id: field === '' ? 'blocks' : 'sharing', search });
  const isOther = (named !== undefined || saved !== '' || field !== '') && tab.search !== search;
  return (
    <DraftScreen>
      {(state) => {
        const page = pageAt(state.content, path);
        if (page === undefined)
          return (
            <Empty title={words.gone()} action={<ButtonLink href={screenPath(site.key, 'pages')}>{words.toList()}</ButtonLink>}>
              {path}
            </Empty>
          );
        return (
          <Editor
            key={`${path} ${search}`}
            state={state}
            page={page}
            named={named}
            saved={saved}
            tab={isOther ? (field === '' ? 'blocks' : 'sharing') : tab.id}
            onTab={(id) => setTab({ id, search })}
          />
        );
      }}
    </DraftScreen>
  );
}

interface EditorProps {
  readonly state: DraftState;
  readonly page: PageRecord;
  /** The block that the address names. */
  readonly named: { readonly index: number; readonly language: string } | undefined;
  /** Id of the saved block that is opened first; empty for the outline. */
  readonly saved: string;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
}

function Editor({ state, page, named, saved, tab, onTab: setTab }: EditorProps) {
  const { pages: words, blocks } = useMessages();
  const heading = useScreenTitle(page.title);
  const languages = languagesOf(state.content);
  const fieldLanguage = useNamedLanguage();
  const [chosen, setLanguage] = useState(named?.language ?? fieldLanguage);
  const language = languages.others.includes(chosen) ? chosen : languages.main;
  const [selected, setSelected] = useState(() => named?.index ?? placeOfSaved(page, languages, saved));
  const edited: EditedPage = { state, page, languages, language };
  useNamedField();
  const actions = useBlockActions(edited, selected, setSelected);
  const preview = usePagePreview({
    edited,
    actions,
    selected,
    onSelect(index) {
      setSelected(index);
      if (index !== undefined) setTab('blocks');
    },
    onAdd: () => setTab('add'),
  });
  const show = (index: number): void => {
    setSelected(index);
    setTab('blocks');
  };
  const block = selected === undefined ? undefined : actions.blocks[selected];
  const openAdd = (): void => setTab('add');
  const mayEdit = can(useOpenSite().site, 'editSite');
  const blocksPanel = (
    <>
      <RestrictionNote permission="editSite" />
      {selected === undefined || block === undefined ? (
        <Outline edited={edited} actions={actions} onSelect={setSelected} onHover={preview.hover} onAdd={openAdd} />
      ) : (
        <BlockSettings
          key={`${selected} ${savedIdOf(block) ?? ''}`}
          edited={edited}
          index={selected}
          block={block}
          actions={actions}
          onAdd={openAdd}
        />
      )}
    </>
  );
  const add = { id: 'add', label: blocks.add(), content: <AddBlock edited={edited} actions={actions} onAdded={show} /> };
  return (
    <WorkSurface
      title={page.title}
      heading={heading}
      above={<Head edited={edited} onLanguage={setLanguage} />}
      tabs={[
        { id: 'blocks', label: blocks.title(), content: blocksPanel },
        ...(mayEdit ? [add] : []),
        { id: 'sharing', label: words.sharing(), content: <SharingPanel edited={edited} /> },
      ]}
      selected={tab}
      onSelect={setTab}
      stage={
        <Stage
          content={state.content}
          page={page.path.slice(1)}
          prefix={language === languages.main ? '' : `/${language}`}
          editing={preview.stage}
        />
      }
    />
  );
}

/** The place of a saved block on a page. */
function placeOfSaved(page: PageRecord, languages: SiteLanguages, id: string): number | undefined {
  const index = id === '' ? -1 : blocksIn(page, languages, languages.main).blocks.findIndex((block) => savedIdOf(block) === id);
  return index < 0 ? undefined : index;
}

const SharingPanel = ({ edited }: { readonly edited: EditedPage }) => (
  <>
    <RestrictionNote permission="editSite" />
    <Restricted permission="editSite">
      <Sharing edited={edited} />
    </Restricted>
  </>
);

function Head({ edited, onLanguage }: { readonly edited: EditedPage; readonly onLanguage: (language: string) => void }) {
  const { nav, pages: words } = useMessages();
  const { site } = useOpenSite();
  const { state, page, languages, language } = edited;
  return (
    <div className={styles['head']}>
      <div className={styles['title']}>
        <Link href={screenPath(site.key, 'pages')} className={styles['back'] ?? ''} aria-label={nav.pages()}>
          <Icon name="left" />
        </Link>
        <b>{page.title === '' ? words.untitled() : page.title}</b>
        <StateTag state={pageStateOf(state, page.path)} />
      </div>
      <LanguageSwitch
        languages={languages}
        value={language}
        missing={untranslated(shownPage(state.content, page), languages)}
        onChange={onLanguage}
      />
    </div>
  );
}
