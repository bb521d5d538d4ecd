import { useMutation } from '@tanstack/react-query';
import type { RecordsImport } from '@marquee/api/editor.gen.ts';
import { useId, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { Progress } from '../../parts/Progress.tsx';
import { List, Note } from '../../parts/Surface.tsx';
import { importRecords } from '../../state/api/upload.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { templateAddress } from '../../state/members/import.ts';
import { useRefresh } from '../../state/members/queries.ts';
import type { RecordKind } from '../../state/members/records.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Members.module.css';

/** The check of a file, and its import. */
function useImport(kind: RecordKind, onDone: () => void) {
  const { importFile: words } = useMessages();
  const { number } = useFormats();
  const { site } = useOpenSite();
  const refresh = useRefresh();
  const [sent, setSent] = useState(0);
  const send = (file: File, isDryRun: boolean): Promise<RecordsImport> => {
    setSent(0);
    return importRecords(site.key, kind, file, isDryRun, setSent);
  };
  const check = useMutation({ mutationFn: (file: File) => send(file, true) });
  const store = useMutation({
    mutationFn: (file: File) => send(file, false),
    onSuccess({ added, changed }) {
      showToast(words.done({ added: number(added), changed: number(changed) }));
      onDone();
    },
    onSettled: refresh,
  });
  return { check, store, sent };
}

/** Imports a CSV file of records, after saying what it would change and which rows are left out. */
export function ImportDialog({ kind, onClose }: { readonly kind: RecordKind; readonly onClose: () => void }) {
  const messages = useMessages();
  const { importFile: words, common } = messages;
  const { number } = useFormats();
  const { site } = useOpenSite();
  const { check, store, sent } = useImport(kind, onClose);
  const file = check.variables;
  const count = check.data === undefined ? 0 : check.data.added + check.data.changed;
  const error = store.error ?? check.error;
  return (
    <Dialog
      title={words.title[kind === 'gift-cards' ? 'giftCards' : kind]()}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button
            look="solid"
            isBusy={store.isPending}
            isDisabled={count === 0 || check.isPending}
            onPress={() => {
              if (file !== undefined) store.mutate(file);
            }}
          >
            {words.confirm({ count, number: number(count) })}
          </Button>
        </>
      }
    >
      <div className={styles['dialog']}>
        <p>
          {words.text()}{' '}
          <a href={templateAddress(site.key, kind)} download={`${kind}.csv`}>
            {words.template()}
          </a>
        </p>
        <FileTrigger
          acceptedFileTypes={['.csv']}
          onSelect={(files) => {
            const [chosen] = files ?? [];
            store.reset();
            if (chosen !== undefined) check.mutate(chosen);
          }}
        >
          <Button icon="upload" isBusy={check.isPending} isDisabled={store.isPending} autoFocus>
            {words.choose()}
          </Button>
        </FileTrigger>
        {(check.isPending || store.isPending) && (
          <Progress label={check.isPending ? words.checking() : words.importing()} sent={sent} />
        )}
        <div aria-live="polite">
          {error !== null && <Note mood="bad" title={errorText(error, messages)} />}
          {error === null && check.data !== undefined && file !== undefined && <Found name={file.name} found={check.data} />}
        </div>
        {check.data !== undefined && check.data.problems.length > 0 && <LeftOut found={check.data} />}
      </div>
    </Dialog>
  );
}

function Found({ name, found }: { readonly name: string; readonly found: RecordsImport }) {
  const { importFile: words } = useMessages();
  const { number } = useFormats();
  const { rows, added, changed, unchanged } = found;
  return (
    <Note mood={added + changed === 0 ? 'warn' : 'ok'} title={words.rows({ file: name, count: rows, number: number(rows) })}>
      {words.changes({ added: number(added), changed: number(changed), unchanged: number(unchanged) })}
    </Note>
  );
}

/** The rows that are not imported, and why. */
function LeftOut({ found }: { readonly found: RecordsImport }) {
  const { importFile: words } = useMessages();
  const { number } = useFormats();
  const { skipped, problems } = found;
  const more = skipped - problems.length;
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{words.skipped({ count: skipped, number: number(skipped) })}</h3>
      <List>
        {problems.map(({ line, message }) => (
          <li key={line}>
            <div className={styles['row']}>
              <b>{words.line({ line: number(line) })}</b>
              <p>{message}</p>
            </div>
          </li>
        ))}
      </List>
      {more > 0 && <p>{words.more({ count: more, number: number(more) })}</p>}
    </section>
  );
}
