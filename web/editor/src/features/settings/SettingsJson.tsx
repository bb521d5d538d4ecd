import { cx } from '@marquee/ui/cx.ts';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Segments } from '../../parts/Choice.tsx';
import { Card, List, Note, Stack } from '../../parts/Surface.tsx';
import { useChangeWords } from '../../state/changes.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { saveFile } from '../../state/api/save-file.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { type Difference, differencesOf, valueAt } from '../../state/pointer.ts';
import { can, permissionFor } from '../../state/roles.ts';
import { type FaultAt, faultsOf } from '../../state/settings/check.ts';
import { groupAt } from '../../state/settings/schema.ts';
import type { SiteSchema } from '../../state/site-schema.ts';
import { useCopy } from '../../state/use-copy.ts';
import { faultText } from './fault-text.ts';
import { lineDiff } from './line-diff.ts';
import styles from './Settings.module.css';

/** The settings of a document as JSON text. */
const settingsText = (document: unknown): string =>
  JSON.stringify({ settings: valueAt(document, '/site/settings'), config: valueAt(document, '/site/config') }, undefined, 2);

/** What a text says, and what is wrong with it. */
function read(text: string, { schema }: SiteSchema): { readonly value: unknown; readonly faults: readonly FaultAt[] } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const faults = (['settings', 'config'] as const).flatMap((name) =>
      faultsOf(groupAt(schema, name), valueAt(value, `/${name}`) ?? null, `/${name}`),
    );
    return { value, faults };
  } catch {
    return undefined;
  }
}

type View = 'draft' | 'differences' | 'live';

/** The settings as JSON: draft, differences, live. An invalid text cannot be saved. */
export function SettingsJson({ schema, state }: { readonly schema: SiteSchema; readonly state: DraftState }) {
  const { site } = useOpenSite();
  const { settings } = useMessages();
  const [view, setView] = useState<View>('differences');
  const [typed, setTyped] = useState<string>();
  const draftText = settingsText(state.content);
  const liveText = settingsText(state.server.live);
  const text = typed ?? draftText;
  return (
    <div className={styles['json']}>
      <Card
        title={settings.json[view]()}
        trailing={
          <Segments
            label={settings.view()}
            value={view}
            options={(['draft', 'differences', 'live'] as const).map((value) => ({ value, label: settings.views[value]() }))}
            onChange={setView}
          />
        }
      >
        {view === 'draft' && (
          <textarea
            className={styles['editor']}
            aria-label={settings.json.draft()}
            spellCheck={false}
            value={text}
            readOnly={!can(site, 'editSettings')}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        {view === 'differences' && <Differences before={liveText} after={draftText} />}
        {view === 'live' && <Lines text={liveText} />}
      </Card>
      <Stack>
        <DifferenceList state={state} />
        <Validity schema={schema} state={state} text={text} isTyped={typed !== undefined} onDone={() => setTyped(undefined)} />
        <Note icon="key" title={settings.secrets()}>
          {settings.secretsText()}
        </Note>
        <ImportFile
          onImport={(imported) => {
            setView('draft');
            setTyped(imported);
          }}
        />
      </Stack>
    </div>
  );
}

const Lines = ({ text }: { readonly text: string }) => (
  <Code>
    {text.split('\n').map((line, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- lines have no identity
      <span key={index} className={styles['lineOf']}>
        {line}
      </span>
    ))}
  </Code>
);

function Differences({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = useMemo(() => lineDiff(before, after), [before, after]);
  return (
    <Code>
      {lines.map(({ kind, text }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no identity
        <span key={index} className={cx(styles['lineOf'], kind !== 'same' && styles[kind])}>
          {text}
        </span>
      ))}
    </Code>
  );
}

/** It scrolls by keys. */
const SCROLLABLE = { tabIndex: 0 } as const;

const Code = ({ children }: { readonly children: ReactNode }) => (
  <pre className={styles['code']} {...SCROLLABLE}>
    {children}
  </pre>
);

interface ValidityProps {
  readonly schema: SiteSchema;
  readonly state: DraftState;
  readonly text: string;
  readonly isTyped: boolean;
  readonly onDone: () => void;
}

function Validity({ schema, state, text, isTyped, onDone }: ValidityProps) {
  const messages = useMessages();
  const { settings, common } = messages;
  const { draft } = useOpenSite();
  const result = useMemo(() => read(text, schema), [text, schema]);
  const isValid = result !== undefined && result.faults.length === 0;
  const save = (): void => {
    if (result === undefined) return;
    const changes = (['settings', 'config'] as const).flatMap((name) =>
      differencesOf(valueAt(state.content, `/site/${name}`), valueAt(result.value, `/${name}`), `/site/${name}`),
    );
    draft.edit(changes.map(({ pointer, to }) => ({ pointer, to })));
    onDone();
  };
  return (
    <>
      {isValid ? (
        <Note mood="ok" title={settings.valid()}>
          {settings.validText({ version: schema.version })}
        </Note>
      ) : (
        <Note
          mood="bad"
          title={
            <span role="alert">
              {result === undefined ? settings.notJson() : settings.invalid({ count: result.faults.length })}
            </span>
          }
        >
          {result?.faults
            .slice(0, 5)
            .map(({ pointer, fault }) => `${pointer}: ${faultText(fault, messages)}`)
            .join(' ')}
        </Note>
      )}
      {isTyped && (
        <div className={styles['buttons']}>
          <Button look="solid" isDisabled={!isValid} onPress={save}>
            {settings.saveJson()}
          </Button>
          <Button look="ghost" onPress={onDone}>
            {common.cancel()}
          </Button>
        </div>
      )}
    </>
  );
}

/** Copies and saves the settings of the draft. */
export function SettingsActions({ state }: { readonly state: DraftState }) {
  const { settings, common } = useMessages();
  const { site } = useOpenSite();
  const copy = useCopy();
  const download = (): void =>
    saveFile(new Blob([settingsText(state.content)], { type: 'application/json' }), `${site.key}-settings.json`);
  return (
    <>
      <Button icon="copy" onPress={() => copy(settingsText(state.content))}>
        {common.copy()}
      </Button>
      <Button icon="download" onPress={download}>
        {settings.download()}
      </Button>
    </>
  );
}

function ImportFile({ onImport }: { readonly onImport: (text: string) => void }) {
  const { settings } = useMessages();
  const { site } = useOpenSite();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles['buttons']}>
      <Button icon="upload" isDisabled={!can(site, 'editSettings')} onPress={() => input.current?.click()}>
        {settings.upload()}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        className={styles['file']}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          void event.target.files?.[0]?.text().then(onImport);
          event.target.value = '';
        }}
      />
    </div>
  );
}

function DifferenceList({ state }: { readonly state: DraftState }) {
  const { settings } = useMessages();
  const { wordsOf } = useChangeWords();
  const { draft, site } = useOpenSite();
  const differences: readonly Difference[] = differencesOf(
    valueAt(state.server.live, '/site'),
    valueAt(state.content, '/site'),
    '/site',
  );
  if (differences.length === 0) return null;
  return (
    <Card title={settings.differences({ count: differences.length })}>
      <List>
        {differences.map(({ pointer, from }) => {
          const { part } = wordsOf(pointer, state.content);
          return (
            <li key={pointer}>
              <div>
                {part}
                <p>
                  <code>{pointer.replace('/site/', '').replaceAll('/', '.')}</code>
                </p>
              </div>
              {can(site, permissionFor(pointer)) && (
                <IconButton
                  icon="reset"
                  label={settings.reset({ title: part })}
                  onPress={() => draft.edit([{ pointer, to: from }])}
                />
              )}
            </li>
          );
        })}
      </List>
    </Card>
  );
}
