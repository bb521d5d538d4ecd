import type { EditorFeed } from '@marquee/api/editor.gen.ts';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import { RadioCards, Select } from '../../parts/Choice.tsx';
import { PasswordField, SearchField, TextField } from '../../parts/Field.tsx';
import { SpreadsheetGuide } from '../../parts/SpreadsheetGuide.tsx';
import { Card, Empty } from '../../parts/Surface.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { type CredentialChoice, INTERVALS, hasShows, withSystem } from '../../state/feeds/form.ts';
import { type SystemKey, findSystems, systemOf } from '../../state/feeds/systems.ts';
import { importPath } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { useIntervalText } from './interval.ts';
import { Limits } from './Limits.tsx';
import type { Connection } from './use-connect.ts';
import { SystemMark } from './words.tsx';
import styles from './Feeds.module.css';

/** The system that sells the tickets, and what it needs. */
export function SystemStep({ connection, feed }: { readonly connection: Connection; readonly feed: EditorFeed | undefined }) {
  const { feeds: words } = useMessages();
  const { form, change } = connection;
  const [query, setQuery] = useState('');
  const found = findSystems(query, words);
  const chosen = systemOf(form.format);
  const nameOf = (key: SystemKey): string => words.systems[key].name();
  return (
    <>
      <div className={styles['search']}>
        <SearchField label={words.find()} value={query} onChange={setQuery} />
      </div>
      {found.length === 0 && <Empty title={words.noneFound()} />}
      {found.length > 0 && (
        <RadioCards<SystemKey | ''>
          label={words.system()}
          isLabelHidden
          isGrid
          value={chosen?.key ?? ''}
          options={found.map((system) => ({
            value: system.key,
            label: nameOf(system.key),
            hint: words.needs({ what: words.systems[system.key].needs() }),
            mark: <SystemMark system={system} />,
          }))}
          onChange={(key) => {
            const system = found.find((candidate) => candidate.key === key);
            if (system !== undefined) change(withSystem(form, system, nameOf(system.key), chosen && nameOf(chosen.key)));
          }}
        />
      )}
      {(chosen !== undefined || feed !== undefined) && <Details connection={connection} feed={feed} />}
      {feed !== undefined && hasShows(form) && (
        <Limits connection={connection} onConflicts={(conflicts) => change({ conflicts })} />
      )}
    </>
  );
}

/** Where the feed is, who may read it, and how often it is read. */
function Details({ connection, feed }: { readonly connection: Connection; readonly feed: EditorFeed | undefined }) {
  const { feeds: words } = useMessages();
  const intervalText = useIntervalText();
  const { site } = useOpenSite();
  const { form, change, errors } = connection;
  const system = systemOf(form.format);
  const intervals = [...new Set([...INTERVALS, form.intervalMinutes])].toSorted((a, b) => a - b);
  const title = system === undefined ? form.name : words.systems[system.key].name();
  return (
    <Card>
      <div className={styles['form']}>
        <div>
          <h2>{title}</h2>
          {system !== undefined && <p className={styles['hint']}>{words.systems[system.key].hint()}</p>}
          {system?.key === 'spreadsheet' && can(site, 'editProgram') && (
            <p className={styles['hint']}>
              <Link href={importPath(site.key)}>{words.uploadInstead()}</Link>
            </p>
          )}
        </div>
        {system?.key === 'spreadsheet' && <SpreadsheetGuide>{words.sheetGuide()}</SpreadsheetGuide>}
        <TextField
          label={words.address()}
          value={form.address}
          onChange={(address) => change({ address })}
          error={errors.address ?? errors.format}
          inputMode="url"
          spellCheck="false"
          autoComplete="off"
          isRequired
        />
        <Credential connection={connection} feed={feed} />
        <div className={styles['pair']}>
          <TextField
            label={words.name()}
            hint={words.nameHint()}
            value={form.name}
            onChange={(name) => change({ name })}
            error={errors.name}
            autoComplete="off"
            isRequired
          />
          <Select
            label={words.interval()}
            value={String(form.intervalMinutes)}
            options={intervals.map((minutes) => ({ value: String(minutes), label: intervalText(minutes) }))}
            onChange={(minutes) => change({ intervalMinutes: Number(minutes) })}
          />
        </div>
        <p className={styles['hint']}>{words.readOnly({ interval: intervalText(form.intervalMinutes), name: title })}</p>
      </div>
    </Card>
  );
}

/** How the system knows who reads it. */
function Credential({
  connection: { form, change, errors },
  feed,
}: {
  readonly connection: Connection;
  readonly feed: EditorFeed | undefined;
}) {
  const { feeds: words, common } = useMessages();
  const { credential } = form;
  const kinds: readonly CredentialChoice[] = [
    ...(feed?.credential === undefined ? [] : ['stored' as const]),
    'none',
    'bearer',
    'header',
    'basic',
  ];
  const hasAccount = credential === 'header' || credential === 'basic';
  const hasSecret = hasAccount || credential === 'bearer';
  return (
    <>
      <Select
        label={words.credential()}
        value={credential}
        options={kinds.map((kind) => ({ value: kind, label: words.credentials[kind]() }))}
        onChange={(kind) => change({ credential: kind, account: kind === 'header' ? (systemOf(form.format)?.header ?? '') : '' })}
      />
      {!hasSecret && errors.secret !== undefined && (
        <p className={styles['fault']} role="alert">
          {errors.secret}
        </p>
      )}
      {hasSecret && (
        <div className={styles['pair']}>
          {hasAccount && (
            <TextField
              label={credential === 'header' ? words.header() : words.user()}
              value={form.account}
              onChange={(account) => change({ account })}
              error={errors.account}
              spellCheck="false"
              autoComplete="off"
              isRequired
            />
          )}
          <PasswordField
            label={credential === 'basic' ? words.password() : words.key()}
            hint={words.secretHint()}
            value={form.secret}
            onChange={(secret) => change({ secret })}
            error={errors.secret}
            autoComplete="off"
            showLabel={common.show()}
            hideLabel={common.hide()}
            isRequired
          />
        </div>
      )}
    </>
  );
}
