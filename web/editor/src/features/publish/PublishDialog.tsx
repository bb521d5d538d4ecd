import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button, IconButton, Key } from '../../parts/Button.tsx';
import { Checkbox } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { Empty, VisuallyHidden, Note, Quiet } from '../../parts/Surface.tsx';
import { ValueChange } from '../../parts/ValueChange.tsx';
import { call } from '../../state/api/client.ts';
import type { DraftChange, DraftProblem, PublishRequest, PublishResponse, RevisionSummary } from '@marquee/api/editor.gen.ts';
import { useChangeWords } from '../../state/changes.ts';
import { useAgo } from '../../state/clock.ts';
import { useIsOnline } from '../../state/connection.ts';
import { errorText } from '../../state/errors.ts';
import { type DraftState, saveStateOf } from '../../state/draft/machine.ts';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
import { commandKey } from '../../state/keys.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { instantIn, siteZoneOf } from '../../state/site-zone.ts';
import { showToast } from '../../state/toasts.ts';
import { useSiteMoment } from '../../state/use-site-moment.ts';
import { newlyUndescribed } from '../../state/content/checks.ts';
import { contrastsOf, isLow } from '../../state/design/contrast.ts';
import { hasTheme, themeColorsOf } from '../../state/design/theme.ts';
import { isWithin, withValue } from '../../state/pointer.ts';
import { Requests } from './Requests.tsx';
import { Side, type When } from './Side.tsx';
import styles from './Publish.module.css';

/** Shows what changes for visitors, and publishes it. */
export function PublishDialog({ onClose }: { readonly onClose: () => void }) {
  const { draft } = useOpenSite();
  const state = useDraft();
  const { isLoading } = useChangeWords(state?.server.changes.some(({ pointer }) => isWithin(pointer, '/site')) === true);
  useEffect(() => void draft.flush(), [draft]);
  // The dialog shows changes that are saved, with all words, so that no row changes its height. Edits that were just made are saved first.
  const isSaving = state !== undefined && state.server.changes.length === 0 && saveStateOf(state) === 'saving';
  return state === undefined || isSaving || isLoading ? null : <Changes state={state} onClose={onClose} />;
}

/** Sends what waits, then publishes. */
function usePublish(onClose: () => void) {
  const messages = useMessages();
  const { publish, nav } = messages;
  const { time } = useFormats();
  const scheduledWords = useSiteMoment();
  const { site, draft } = useOpenSite();
  return useMutation({
    mutationFn: async ({
      pointers,
      name,
      at,
    }: {
      readonly pointers: readonly string[] | undefined;
      readonly name: string;
      readonly at: string | undefined;
    }) => {
      const start = Date.now();
      await draft.flush();
      const version = draft.state()?.server.version ?? 0;
      const request: PublishRequest = {
        version,
        ...(pointers && { pointers: [...pointers] }),
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        ...(at && { at }),
      };
      const response = await call<PublishResponse>('POST', `${site.key}/publish`, request);
      await draft.load();
      return { ...response, seconds: Math.max(1, Math.round((Date.now() - start) / 1000)) };
    },
    onSuccess({ revision, scheduled, seconds }) {
      onClose();
      if (scheduled !== undefined) showToast(publish.scheduled({ moment: scheduledWords(scheduled.at) }));
      else if (revision !== undefined)
        showToast(publish.done({ time: time(revision.at), seconds }), { label: nav.openSite(), href: site.origin });
    },
    onError: () => void draft.load(),
  });
}

const touches = (problem: DraftProblem, { pointer }: DraftChange): boolean =>
  isWithin(problem.pointer, pointer) || isWithin(pointer, problem.pointer);

/** The choices of the dialog. */
function useChoices({ content, server: { changes, problems } }: DraftState) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [name, setName] = useState('');
  const [when, setWhen] = useState<When>({ kind: 'now' });
  const problemOf = (change: DraftChange): DraftProblem | undefined => problems.find((problem) => touches(problem, change));
  const chosen = changes.filter((change) => !left.has(change.pointer) && change.mayChange && problemOf(change) === undefined);
  const toggle = (pointer: string, isOn: boolean): void =>
    setLeft((current) => new Set(isOn ? [...current].filter((other) => other !== pointer) : [...current, pointer]));
  const at = when.kind === 'later' ? instantIn(siteZoneOf(content), when.day, when.time) : undefined;
  const isReady = chosen.length > 0 && (when.kind === 'now' || at !== undefined);
  const pointers = chosen.length === changes.length ? undefined : chosen.map(({ pointer }) => pointer);
  return { left, toggle, name, setName, when, setWhen, at, problemOf, chosen, pointers, isReady };
}

function Changes({ state, onClose }: { readonly state: DraftState; readonly onClose: () => void }) {
  const { publish, common } = useMessages();
  const { moment } = useFormats();
  const { changes, published } = state.server;
  const { left, toggle, name, setName, when, setWhen, at, problemOf, chosen, pointers, isReady } = useChoices(state);
  const mutation = usePublish(onClose);
  const faults = useFaults(state, pointers);
  const [isAsking, setAsking] = useState(false);
  const isOnline = useIsOnline();
  const count = chosen.length;
  const submit = (): void => {
    if (!isReady || !isOnline || mutation.isPending) return;
    if ((faults.pairs !== '' || faults.names !== '') && !isAsking) setAsking(true);
    else mutation.mutate({ pointers, name, at });
  };
  useSubmitKey(submit);
  if (changes.length === 0)
    return (
      <Dialog title={publish.nothing()} onClose={onClose}>
        <Empty title={publish.nothingText()} action={<Button onPress={onClose}>{common.close()}</Button>} />
      </Dialog>
    );
  const foot = (
    <Foot
      name={name}
      onName={setName}
      onClose={onClose}
      onSubmit={submit}
      isReady={isReady && isOnline}
      isBusy={mutation.isPending}
      label={when.kind === 'later' ? publish.schedule({ count }) : publish.submit({ count })}
    />
  );
  return (
    <Dialog
      title={count === changes.length ? publish.title({ count }) : publish.titleOf({ count, total: changes.length })}
      size="wide"
      trailing={
        published !== undefined && (
          <span className={styles['liveNow']}>
            <Quiet>{publish.liveNow({ moment: moment(published.at) })}</Quiet>
          </span>
        )
      }
      onClose={onClose}
      foot={foot}
    >
      <Requests draft={state.server} />
      {!isOnline && <Waiting />}
      {mutation.error !== null && <Failure error={mutation.error} published={published} />}
      {isAsking && <Question {...faults} />}
      <div className={styles['columns']}>
        <ul aria-label={publish.changes()}>
          {changes.map((change) => (
            <Change
              key={change.pointer}
              change={change}
              state={state}
              problem={problemOf(change)}
              isChosen={!left.has(change.pointer)}
              onToggle={(isOn) => toggle(change.pointer, isOn)}
            />
          ))}
        </ul>
        <Side state={state} when={when} onWhen={setWhen} onClose={onClose} />
      </div>
    </Dialog>
  );
}

/** The name of the version, and the buttons. */
function Foot({
  name,
  onName,
  onClose,
  onSubmit,
  isReady,
  isBusy,
  label,
}: {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly label: string;
}) {
  const { publish, common } = useMessages();
  return (
    <>
      <div className={styles['name']}>
        <TextField placeholder={publish.name()} aria-label={publish.name()} value={name} onChange={onName} maxLength={80} />
      </div>
      <Button onPress={onClose}>{common.cancel()}</Button>
      <Button look="solid" isDisabled={!isReady} isBusy={isBusy} onPress={onSubmit}>
        {label}{' '}
        <span className={styles['key']}>
          <Key>{commandKey()} ↵</Key>
        </span>
      </Button>
    </>
  );
}

/** What is published although some visitors will miss it: empty for nothing. */
interface Faults {
  /** Pairs of colors with low contrast, by name. */
  readonly pairs: string;
  /** Pages and events that get pictures without alternative text. */
  readonly names: string;
}

/** Asks whether to publish what some visitors will miss. */
function Question({ pairs, names }: Faults) {
  const { publish } = useMessages();
  return (
    <>
      {pairs !== '' && (
        <Note mood="warn" title={<span role="alert">{publish.askContrast({ pairs })}</span>}>
          {publish.askContrastText()}
        </Note>
      )}
      {names !== '' && (
        <Note mood="warn" title={<span role="alert">{publish.askAlt({ names })}</span>}>
          {publish.askAltText()}
        </Note>
      )}
    </>
  );
}

/** Without a connection nothing is published, and nothing is published later by itself. */
function Waiting() {
  const { saving, publish } = useMessages();
  return (
    <Note icon="cloudOff" title={<output>{saving.offline()}</output>}>
      {publish.waits()}
    </Note>
  );
}

function Failure({ error, published }: { readonly error: Error; readonly published: RevisionSummary | undefined }) {
  const messages = useMessages();
  const { moment } = useFormats();
  return (
    <Note mood="bad" title={<span role="alert">{messages.publish.failed()}</span>}>
      {errorText(error, messages)} {published !== undefined && messages.publish.stillLive({ moment: moment(published.at) })}
    </Note>
  );
}

/** Number of pages and events that are named. */
const MAX_NAMES = 3;

/** What some visitors would miss in what is published. */
function useFaults({ content, server }: DraftState, pointers: readonly string[] | undefined): Faults {
  const { design } = useMessages();
  const { list } = useFormats();
  const published = server.changes
    .filter(({ pointer }) => pointers === undefined || pointers.includes(pointer))
    .reduce((value, { pointer, to }) => withValue(value, pointer, to), server.live);
  const low = hasTheme(content) ? contrastsOf(themeColorsOf(published)).filter(isLow) : [];
  const noAlt = newlyUndescribed(server.live, published);
  return {
    pairs: list(low.map(({ name }) => design.pairs[name]())),
    names: list(noAlt.slice(0, MAX_NAMES).map(({ name }) => name)),
  };
}

/** Ctrl or Cmd with Enter submits the dialog. */
function useSubmitKey(submit: () => void): void {
  const onEnter = useEffectEvent(submit);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      onEnter();
    };
    // Before a focused button takes Enter as a press.
    addEventListener('keydown', listen, true);
    return () => removeEventListener('keydown', listen, true);
  }, []);
}

function Change({
  change,
  state,
  problem,
  isChosen,
  onToggle,
}: {
  readonly change: DraftChange;
  readonly state: DraftState;
  readonly problem: DraftProblem | undefined;
  readonly isChosen: boolean;
  readonly onToggle: (isOn: boolean) => void;
}) {
  const messages = useMessages();
  const { publish, common } = messages;
  const ago = useAgo();
  const { site, draft } = useOpenSite();
  const { wordsOf } = useChangeWords();
  const { place, part } = wordsOf(change.pointer, state.content);
  const revert = (): void => {
    const { pointer, to } = change;
    void draft.discard([pointer]).then(
      () => showToast(publish.reverted({ part }), { label: common.undo(), onAction: () => draft.edit([{ pointer, to }]) }),
      (error: unknown) => showToast(errorText(error, messages)),
    );
  };
  return (
    <li className={styles['change']}>
      <Checkbox
        label={<VisuallyHidden>{publish.include({ part })}</VisuallyHidden>}
        isOn={isChosen && change.mayChange && problem === undefined}
        isDisabled={problem !== undefined || !change.mayChange}
        onChange={onToggle}
      />
      <div>
        <p className={styles['place']}>{place}</p>
        <p className={styles['part']}>{part}</p>
        <ValueChange pointer={change.pointer} from={change.from} to={change.to} />
        {problem !== undefined && <p className={styles['problem']}>{problem.message}</p>}
        {!change.mayChange && (
          <p className={styles['stays']}>{site.theaters === undefined ? publish.notYours() : publish.notYourTheater()}</p>
        )}
      </div>
      <span className={styles['who']}>
        {change.actor}, {ago(change.at)}
      </span>
      <IconButton icon="undo" label={publish.revert({ part })} isDisabled={!change.mayChange} onPress={revert} />
    </li>
  );
}
