import { useMutation } from '@tanstack/react-query';
import type { SpreadsheetProgram } from '@marquee/api/editor.gen.ts';
import { FileTrigger } from 'react-aria-components';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { Note } from '../../parts/Surface.tsx';
import { TemplateLinks } from '../../parts/TemplateLinks.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useMessages } from '../../state/messages.ts';
import { valueAt } from '../../state/pointer.ts';
import { readSpreadsheet, spreadsheetChanges } from '../../state/program/spreadsheet.ts';
import { canChange } from '../../state/roles.ts';
import { showToast } from '../../state/toasts.ts';
import type { Program } from './use-program.ts';
import styles from './Rules.module.css';

/** Number of problems that are listed. */
const MAX_PROBLEMS = 20;

/** Takes the shows of a spreadsheet into the draft, after saying what the file has and what could not be read. */
export function SpreadsheetDialog({
  program,
  content,
  onClose,
}: {
  readonly program: Program;
  readonly content: unknown;
  readonly onClose: () => void;
}) {
  const messages = useMessages();
  const { program: words, common } = messages;
  const { site, draft } = useOpenSite();
  const reading = useMutation({ mutationFn: (file: File) => readSpreadsheet(site.key, program.theater.id, file) });
  const found = reading.data === undefined ? undefined : spreadsheetChanges(content, reading.data);
  const isPermitted = found?.changes.every((change) => canChange(site, change)) !== false;
  const add = (): void => {
    if (found === undefined || !isPermitted) return;
    // Exactly these parts, whatever was changed after them.
    const before = found.changes.map(({ pointer }) => ({ pointer, to: valueAt(content, pointer) }));
    draft.edit(found.changes);
    showToast(words.sheetAdded({ count: found.shows }), { label: common.undo(), onAction: () => draft.edit(before) });
    onClose();
  };
  return (
    <Dialog
      title={words.sheetTitle()}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button look="solid" isDisabled={found === undefined || found.shows === 0 || !isPermitted} onPress={add}>
            {words.sheetAdd({ count: found?.shows ?? 0 })}
          </Button>
        </>
      }
    >
      <div className={styles['rules']}>
        <p>{words.sheetText({ theater: program.theater.name })}</p>
        <p className={styles['hint']}>
          {words.sheetColumns()} <TemplateLinks />
        </p>
        <div>
          <FileTrigger
            acceptedFileTypes={['.xlsx', '.ods', '.csv', '.tsv']}
            onSelect={(files) => {
              const [file] = files ?? [];
              if (file !== undefined) reading.mutate(file);
            }}
          >
            <Button icon="upload" isBusy={reading.isPending} autoFocus>
              {words.sheetChoose()}
            </Button>
          </FileTrigger>
        </div>
        <div aria-live="polite">
          {reading.error !== null && <Note mood="bad" title={errorText(reading.error, messages)} />}
          {!isPermitted && <Note mood="bad" title={words.sheetLimited()} />}
          {reading.data !== undefined && found !== undefined && <Found reading={reading.data} found={found} />}
        </div>
        {reading.data !== undefined && reading.data.problems.length > 0 && <Problems problems={reading.data.problems} />}
      </div>
    </Dialog>
  );
}

/** What the file has that the draft does not have yet. */
function Found({
  reading,
  found,
}: {
  readonly reading: SpreadsheetProgram;
  readonly found: { readonly films: number; readonly shows: number };
}) {
  const { program: words } = useMessages();
  const known = Object.keys(reading.shows).length - found.shows;
  return (
    <Note
      mood={found.shows === 0 ? 'warn' : 'ok'}
      title={words.sheetFound({ rows: reading.rows, shows: found.shows, films: found.films })}
    >
      {known > 0 && words.sheetKnown({ count: known })}
    </Note>
  );
}

/** The rows that could not be read, and values that were left out. */
function Problems({ problems }: { readonly problems: SpreadsheetProgram['problems'] }) {
  const { program: words } = useMessages();
  const more = problems.length - MAX_PROBLEMS;
  return (
    <section aria-label={words.sheetProblems()}>
      <h3>{words.sheetProblems()}</h3>
      <ul>
        {problems.slice(0, MAX_PROBLEMS).map(({ row, message, skipped }) => (
          <li key={`${row} ${message}`}>
            <b>{words.sheetRow({ row })}</b> {message}
            {skipped ? '' : `. ${words.sheetRowKept()}`}
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles['hint']}>{words.sheetMore({ count: more })}</p>}
    </section>
  );
}
