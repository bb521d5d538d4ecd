import { list, text } from '@marquee/api/json.ts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { DraftText } from '../../parts/DraftField.tsx';
import { TextField } from '../../parts/Field.tsx';
import { IconButton } from '../../parts/Button.tsx';
import { Switch } from '../../parts/Choice.tsx';
import { PictureField } from '../../parts/Picture.tsx';
import { workStyles } from '../../parts/WorkSurface.tsx';
import { localizedPointer } from '../../state/content/languages.ts';
import {
  type PageRecord,
  encodedPath,
  formerPathsOf,
  isFixedPath,
  pagePointer,
  pathFault,
  renamedPage,
  typedPath,
} from '../../state/content/pages.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { recordPath, withBase } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { valueAt } from '../../state/pointer.ts';
import { usePreviewAddress, withPrefix } from '../../state/preview/addresses.ts';
import { useContentVersion } from '../../state/preview/content.ts';
import { showToast } from '../../state/toasts.ts';
import { usePathFaultText } from './path-fault.ts';
import type { EditedPage } from './PageEditor.tsx';
import styles from './PageEditor.module.css';

/** How much of a title and a description search engines show, in characters. */
const TITLE_LIMIT = 60;
const DESCRIPTION_LIMIT = 155;

/** Title, description and address, and how they look elsewhere. */
export function Sharing({ edited }: { readonly edited: EditedPage }) {
  const { pages: words } = useMessages();
  const { language: languageName } = useFormats();
  const { page, languages, language } = edited;
  const codes = [language, ...[languages.main, ...languages.others].filter((code) => code !== language)];
  const record = pagePointer(page.path);
  const label = (name: string, code: string): string =>
    codes.length === 1 ? name : words.inLanguage({ name, language: languageName(code) });
  return (
    <>
      <div className={styles['fields']}>
        {codes.map((code) => (
          <DraftText
            key={code}
            pointer={localizedPointer(record, languages, code, 'title')}
            label={label(words.pageTitle(), code)}
            limit={TITLE_LIMIT}
            isOptional={code !== languages.main}
            placeholder={code === languages.main ? '' : page.title}
          />
        ))}
        {codes.map((code) => (
          <DraftText
            key={code}
            pointer={localizedPointer(record, languages, code, 'description')}
            label={label(words.description(), code)}
            limit={DESCRIPTION_LIMIT}
            isOptional={code !== languages.main}
            placeholder={code === languages.main ? '' : page.description}
            isMultiline
          />
        ))}
        <Address key={page.path} edited={edited} />
      </div>
      <Previews edited={edited} />
    </>
  );
}

/** The address, which changes once it is complete. */
function Address({ edited: { state, page } }: { readonly edited: EditedPage }) {
  const { pages: words, common } = useMessages();
  const { site, draft } = useOpenSite();
  const router = useRouter();
  const [typed, setTyped] = useState(page.path);
  const faultText = usePathFaultText();
  const isFixed = isFixedPath(page.path, state.content);
  const path = typedPath(typed);
  const fault = path === page.path ? undefined : pathFault(path, state.content);
  const go = (to: string): void =>
    void router.navigate({ href: withBase(recordPath(site.key, 'pages', encodedPath(to))), replace: true });
  const former = formerPathsOf(page.record);
  const stopForwarding = (old: string): void => {
    const rest = former.filter((other) => other !== old);
    const pointer = pagePointer(page.path, 'formerPaths');
    draft.edit([{ pointer, to: rest.length === 0 ? undefined : rest }]);
    showToast(words.forwardRemoved({ path: old }), {
      label: common.undo(),
      onAction: () => draft.edit([{ pointer, to: former }]),
    });
  };
  const save = (): void => {
    if (path === page.path || fault !== undefined) return;
    const changes = renamedPage(state.content, state.server.live, page.path, path);
    draft.edit(changes);
    const count = changes.filter(({ pointer }) => !pointer.endsWith('/formerPaths')).length - 2;
    showToast(count === 0 ? words.renamed({ path }) : words.renamedLinks({ path, count }), {
      label: common.undo(),
      onAction() {
        const now = draft.state();
        draft.edit(renamedPage(now?.content, now?.server.live, path, page.path));
        go(page.path);
      },
    });
    go(path);
  };
  return (
    <>
      <TextField
        label={words.address()}
        value={typed}
        onChange={setTyped}
        onBlur={save}
        onEnter={save}
        isDisabled={isFixed}
        error={fault === undefined ? undefined : faultText(fault)}
        hint={isFixed ? (page.path === '/' ? words.homeAddress() : words.privacyAddress()) : words.forwardHint()}
        isMono
      />
      {former.map((old) => (
        <p key={old} className={styles['forward']}>
          <span>{words.forwards({ path: old })}</span>
          <IconButton icon="trash" label={words.stopForwarding({ path: old })} onPress={() => stopForwarding(old)} />
        </p>
      ))}
    </>
  );
}

/** A search result and a share card of the page. */
function Previews({ edited: { state, page, languages, language } }: { readonly edited: EditedPage }) {
  const { pages: words } = useMessages();
  const { site, draft } = useOpenSite();
  const own = (name: string): string =>
    text(valueAt(state.content, localizedPointer(pagePointer(page.path), languages, language, name)));
  const title = own('title') || page.title;
  const description = own('description') || page.description;
  const { host } = new URL(site.origin);
  const address = usePreviewAddress();
  const version = useContentVersion();
  const prefix = language === languages.main ? [] : [language];
  const steps = [
    ...prefix,
    ...list(page.path.split('/'))
      .map(text)
      .filter((step) => step !== ''),
  ];
  return (
    <>
      <section className={workStyles['section']}>
        <h2>{words.searchResult()}</h2>
        <p className={styles['crumbs']}>{[host, ...steps].join(' › ')}</p>
        <p className={styles['result']}>{`${title} | ${site.name}`}</p>
        <p className={styles['snippet']}>{description === '' ? words.noDescription() : cut(description)}</p>
      </section>
      <section className={workStyles['section']}>
        <h2>{words.shareCard()}</h2>
        <div className={styles['card']}>
          {address !== undefined && (
            <img
              key={version}
              src={`${withPrefix(address, prefix.map((code) => `/${code}`).join(''))}${picturePath(page)}?v=${version}`}
              alt={words.cardAlt({ title })}
              width={1200}
              height={630}
            />
          )}
          <div>
            <small>{host}</small>
            <b>{title}</b>
            {description !== '' && <p>{cut(description)}</p>}
          </div>
        </div>
        {page.kind === 'content' && (
          <PictureField
            label={words.cardPicture()}
            value={text(page.record['sharePicture'])}
            onChange={(next) =>
              draft.edit([{ pointer: pagePointer(page.path, 'sharePicture'), to: next === '' ? undefined : next }])
            }
          />
        )}
      </section>
      {page.kind === 'content' && (
        <section className={workStyles['section']}>
          <Switch
            label={words.inSearch()}
            isOn={page.record['noIndex'] !== true}
            onChange={(isOn) => draft.edit([{ pointer: pagePointer(page.path, 'noIndex'), to: isOn ? undefined : true }])}
          />
        </section>
      )}
    </>
  );
}

const cut = (description: string): string =>
  description.length <= DESCRIPTION_LIMIT ? description : `${description.slice(0, DESCRIPTION_LIMIT).replace(/\s+\S*$/, '')} …`;

/** The path of the page's link-preview picture below the address of a preview. */
const picturePath = ({ kind, path }: PageRecord): string =>
  kind === 'content' ? `api/share/page/${encodedPath(path)}.png` : 'api/share/site.png';
