import { Button } from '../../parts/Button.tsx';
import { Note } from '../../parts/Surface.tsx';
import type { UnsentAlert } from '../../state/alerts/queue.ts';
import { useIsOnline } from '../../state/connection.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import styles from './Alert.module.css';

/** What has become of a change of the alert that was not sent at once. */
export function AlertWaiting({ change, zone }: { readonly change: UnsentAlert; readonly zone: string }) {
  const { theaters, common, errors } = useMessages();
  const { momentIn } = useFormats();
  const { alerts } = useOpenSite();
  const words = theaters.alert;
  const forget = (): void => alerts.forget(change.theater);
  switch (change.state) {
    case 'waiting':
      return <Waiting change={change} onWithdraw={forget} />;
    case 'conflict':
      return <Conflict change={change} />;
    case 'expired':
      return (
        <Note
          mood="warn"
          title={words.unsent()}
          action={
            <Button size="small" onPress={forget}>
              {common.close()}
            </Button>
          }
        >
          {words.expired({ moment: momentIn(change.next?.endsAt ?? '', zone) })}
        </Note>
      );
    case 'refused':
      return (
        <Note
          mood="bad"
          title={words.unsent()}
          action={
            <Button size="small" onPress={forget}>
              {common.close()}
            </Button>
          }
        >
          {change.reason ?? errors.unknown()}
        </Note>
      );
  }
}

function Waiting({ change, onWithdraw }: { readonly change: UnsentAlert; readonly onWithdraw: () => void }) {
  const { theaters, saving } = useMessages();
  const isOnline = useIsOnline();
  return (
    <output>
      <Note
        icon="cloudOff"
        title={isOnline ? saving.notSaved() : saving.offline()}
        action={
          <Button size="small" onPress={onWithdraw}>
            {theaters.alert.withdraw()}
          </Button>
        }
      >
        {change.next === undefined ? theaters.alert.waitingEnd() : theaters.alert.waiting()}
      </Note>
    </output>
  );
}

/** Somebody else has changed the alert meanwhile: the operator decides which one counts. */
function Conflict({ change: { theater, next, theirs } }: { readonly change: UnsentAlert }) {
  const { theaters, conflict } = useMessages();
  const { alerts } = useOpenSite();
  const words = theaters.alert;
  return (
    <div role="alert">
      <Note mood="warn" title={words.conflict()}>
        {words.undecided()}
        <span className={styles['versions']}>
          <span>{theirs === undefined ? words.theirsEnded() : words.theirs({ message: theirs.message })}</span>
          <span>{next === undefined ? words.yoursEnds() : words.yours({ message: next.message })}</span>
        </span>
        <span className={styles['choices']}>
          <Button size="small" onPress={() => alerts.forget(theater)}>
            {words.keepTheirs()}
          </Button>
          <Button size="small" look="solid" onPress={() => alerts.takeMine(theater)}>
            {conflict.takeMine()}
          </Button>
        </span>
      </Note>
    </div>
  );
}
