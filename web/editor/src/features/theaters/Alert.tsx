import type { EditorAlert } from '@marquee/api/editor.gen.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { recordStyles as layout } from '../../parts/RecordLayout.tsx';
import { Restricted } from '../../parts/Restricted.tsx';
import { Card, Empty, Skeleton, Tag } from '../../parts/Surface.tsx';
import { MAX_ALERT_CHARACTERS, useAlertChange, useAlerts } from '../../state/alerts.ts';
import { ApiError } from '../../state/api/client.ts';
import { useNow } from '../../state/clock.ts';
import type { ContentRecord } from '../../state/content/records.ts';
import { errorText } from '../../state/errors.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { clockOf, localTimeOf } from '../../state/program/clock.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Alert.module.css';

/** The alert of a theater, which is no part of the draft. */
export function Alert({ content, theater }: { readonly content: unknown; readonly theater: ContentRecord }) {
  const { data, error, fetchStatus, refetch } = useAlerts();
  const now = useNow();
  if (data === undefined || now === undefined)
    return <NoAlert error={error} isWaiting={fetchStatus === 'paused'} onRetry={() => void refetch()} />;
  const alert = data.find((candidate) => candidate.theater === theater.id);
  const clock = clockOf(content, theater.id);
  const today = localTimeOf(clock, now.toISOString())?.day ?? '';
  return <AlertForm key={alert?.since ?? ''} alert={alert} theater={theater.id} zone={clock.zone} today={today} />;
}

const Title = () => (
  <span className={styles['title']}>
    <Icon name="megaphone" small />
    {useMessages().theaters.alert.title()}
  </span>
);

/** In place of the form: the alert is loading, could not be loaded, or waits for a connection. */
function NoAlert({
  error,
  isWaiting,
  onRetry,
}: {
  readonly error: Error | null;
  readonly isWaiting: boolean;
  readonly onRetry: () => void;
}) {
  const messages = useMessages();
  const { common, errors, theaters } = messages;
  if (error === null && !isWaiting)
    return (
      <Card title={<Title />}>
        <Skeleton label={common.loading()} count={2} />
      </Card>
    );
  return (
    <Card title={<Title />}>
      <Empty title={theaters.alert.notLoaded()} action={<Button onPress={onRetry}>{common.tryAgain()}</Button>}>
        {isWaiting ? errors.offline() : errorText(error, messages)}
      </Empty>
    </Card>
  );
}

interface AlertFormProps {
  readonly alert: EditorAlert | undefined;
  readonly theater: string;
  readonly zone: string;
  /** The cinema day, for the default end. */
  readonly today: string;
}

/** The values of the form, what is wrong with them, and how they are sent. */
function useAlertForm({ alert, theater, today }: AlertFormProps) {
  const messages = useMessages();
  const words = messages.theaters.alert;
  const { set, end } = useAlertChange(theater);
  const [message, setMessage] = useState(alert?.message ?? '');
  const [ends, setEnds] = useState(alert?.ends.slice(0, 16) ?? `${today}T23:59`);
  const [isChecked, setChecked] = useState(false);
  const refused = set.error instanceof ApiError ? set.error.field : '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (message.trim() === '' || ends === '') return;
    set.mutate({ message: message.trim(), ends }, { onSuccess: () => showToast(words.shown()) });
  };
  const messageRefusal = refused === 'message' ? errorText(set.error, messages) : undefined;
  const endsRefusal = refused === 'ends' ? words.endsPast() : undefined;
  const failure = end.error ?? (refused === '' ? set.error : null);
  const showAgain = async (ended: EditorAlert): Promise<void> => {
    try {
      await set.mutateAsync({ message: ended.message, ends: ended.ends.slice(0, 16) });
      showToast(words.shown());
    } catch (error) {
      showToast(errorText(error, messages));
    }
  };
  const endNow = async (): Promise<void> => {
    try {
      await end.mutateAsync();
    } catch {
      return; // Shown as `failure`.
    }
    showToast(words.ended(), alert && { label: messages.common.undo(), onAction: () => void showAgain(alert) });
  };
  return {
    message,
    // A message is one line.
    setMessage: (next: string) => setMessage(next.replaceAll(/\s*\n\s*/gu, ' ')),
    messageError: isChecked && message.trim() === '' ? words.messageRequired() : messageRefusal,
    ends,
    setEnds,
    endsError: isChecked && ends === '' ? words.endsRequired() : endsRefusal,
    failure: failure === null ? undefined : errorText(failure, messages),
    submit,
    endNow: () => void endNow(),
    isSaving: set.isPending,
    isEnding: end.isPending,
  };
}

function AlertForm(props: AlertFormProps) {
  const { alert, theater, zone } = props;
  const { theaters, fields } = useMessages();
  const words = theaters.alert;
  const { momentIn } = useFormats();
  const form = useAlertForm(props);
  return (
    <Card
      className={alert === undefined ? undefined : styles['live']}
      title={<Title />}
      trailing={alert !== undefined && <Tag mood="warn">{words.liveSince({ moment: momentIn(alert.since, zone) })}</Tag>}
    >
      <Restricted permission="alerts" theater={theater}>
        <form className={`${layout['fields']} ${layout['headed']}`} onSubmit={form.submit} noValidate>
          <TextField
            label={words.message()}
            value={form.message}
            onChange={form.setMessage}
            isMultiline
            isRequired
            maxLength={MAX_ALERT_CHARACTERS}
            aside={fields.count({ count: [...form.message].length, limit: MAX_ALERT_CHARACTERS })}
            error={form.messageError}
          />
          <div className={styles['end']}>
            <TextField
              label={words.ends()}
              type="datetime-local"
              value={form.ends}
              onChange={form.setEnds}
              isRequired
              error={form.endsError}
              hint={words.endsHint()}
            />
            <div className={styles['actions']}>
              {alert !== undefined && (
                <Button isBusy={form.isEnding} onPress={form.endNow}>
                  {words.endNow()}
                </Button>
              )}
              <Button type="submit" look="solid" isBusy={form.isSaving}>
                {alert === undefined ? words.show() : words.update()}
              </Button>
            </div>
          </div>
          {form.failure !== undefined && <p role="alert">{form.failure}</p>}
          <p className={layout['hint']}>{words.hint()}</p>
        </form>
      </Restricted>
    </Card>
  );
}
