import type { DraftUpdate, PutBackRequest, RemovedRecord, RemovedRecords as Removed } from '@marquee/api/editor.gen.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../../parts/Button.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { Empty, Skeleton } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import { screenOf } from '../../state/changes.ts';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useProgramNames } from '../../state/films/names.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { namesOf, pointerOf, valueAt } from '../../state/pointer.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './History.module.css';

/** What was removed from the draft in the last 30 days, with a way back. */
export function RemovedRecords() {
  const { history, common } = useMessages();
  const { site } = useOpenSite();
  const state = useDraft();
  // Each removal and each record that comes back makes another version of the draft.
  const { data, error, refetch } = useQuery({
    queryKey: ['removed', site.key, state?.server.version],
    queryFn: () => call<Removed>('GET', `${site.key}/removed`),
    placeholderData: (previous) => previous,
  });
  if (data === undefined)
    return error === null ? <Skeleton label={common.loading()} /> : <ErrorScreen error={error} onRetry={() => void refetch()} />;
  if (data.records.length === 0) return <Empty title={history.nothingRemoved()}>{history.removedHint()}</Empty>;
  return (
    <>
      <p className={styles['none']}>{history.removedHint()}</p>
      <ul className={styles['removed']}>
        {data.records.map((record) => (
          <RemovedRow key={record.pointer} record={record} onFailed={() => void refetch()} />
        ))}
      </ul>
    </>
  );
}

function RemovedRow({ record, onFailed }: { readonly record: RemovedRecord; readonly onFailed: () => void }) {
  const messages = useMessages();
  const { history } = messages;
  const { moment } = useFormats();
  const { site, draft } = useOpenSite();
  const name = useRecordName(record);
  const putBack = useMutation({
    mutationFn: async () => {
      await draft.flush();
      const request: PutBackRequest = { pointer: record.pointer };
      await call<DraftUpdate>('POST', `${site.key}/removed/restore`, request);
      await draft.load();
    },
    onSuccess: () => showToast(history.isBack({ name })),
    // Somebody else may have put it back.
    onError(error) {
      showToast(errorText(error, messages));
      onFailed();
    },
  });
  return (
    <li data-row="">
      <div>
        <b>{name}</b>
        <p>{messages.nav[screenOf(record.pointer)]()}</p>
        <p>{[moment(record.at), record.actor].filter((word) => word !== '').join(', ')}</p>
      </div>
      <Button size="small" isBusy={putBack.isPending} aria-label={history.putBackOf({ name })} onPress={() => putBack.mutate()}>
        {history.putBack()}
      </Button>
    </li>
  );
}

/** The name of a record: a show by its film and start, a featured film by its title. */
function useRecordName({ pointer, name, show }: RemovedRecord): string {
  const { filmTitle, moment } = useProgramNames(show !== undefined);
  const content = useDraft()?.content;
  const id = namesOf(pointer).at(-1) ?? '';
  if (show === undefined) return name === '' ? id : name;
  const zone = valueAt(content, pointerOf('theaters', show.theaterId, 'timeZone'));
  return `${filmTitle(show.movieId) ?? show.movieId}, ${moment(show.startsAt, typeof zone === 'string' ? zone : 'UTC')}`;
}
