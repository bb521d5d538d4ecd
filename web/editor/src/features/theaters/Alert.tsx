import type { EditorAlert } from '@marquee/api/editor.gen.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { recordStyles as layout } from '../../parts/RecordLayout.tsx';
import { Restricted } from '../../parts/Restricted.tsx';
import { Card, Empty, Skeleton, Tag } from '../../parts/Surface.tsx';
import { MAX_ALERT_CHARACTERS, useAlertChange, useAlerts, useUnsentAlerts } from '../../state/alerts/queries.ts';
import type { AlertText, UnsentAlert } from '../../state/alerts/queue.ts';
import { alertOf } from '../../state/alerts/sender.ts';
import { ApiError } from '../../state/api/client.ts';
import { useNow } from '../../state/clock.ts';
import { isOnline } from '../../state/connection.ts';
import { filledIn, languagesOf } from '../../state/content/languages.ts';
import type { ContentRecord } from '../../state/content/records.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { type TheaterClock, clockOf, instantOf, isDay, localTimeOf } from '../../state/program/clock.ts';
import { showToast } from '../../state/toasts.ts';
import { AlertWaiting } from './AlertWaiting.tsx';
import styles from './Alert.module.css';

/** The alert of a theater, which is no part of the draft. */
export function Alert({
  content,
  live,
  theater,
}: {
  readonly content: unknown;
  /** The published content, which says the languages in which visitors read the alert. */
  readonly live: unknown;
  readonly theater: ContentRecord;
}) {
  const { data, error, fetchStatus, refetch } = useAlerts();
  const now = useNow();
  if (data === undefined) return <NoAlert error={error} isWaiting={fetchStatus === 'paused'} onRetry={() => void refetch()} />;
  const alert = data.find((candidate) => candidate.theater === theater.id);
  const clock = clockOf(content, theater.id);
  const languages = languagesOf(live).others;
  return <AlertForm key={alert?.since ?? ''} {...{ alert, clock, now, languages }} theater={theater.id} />;
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
  readonly clock: TheaterClock;
  readonly now: Date;
  /** The other languages of the site. */
  readonly languages: readonly string[];
}

/** The last minute of the cinema day. */
const endOfDay = (clock: TheaterClock, now: Date): string => `${localTimeOf(clock, now.toISOString())?.day ?? ''}T23:59`;

/** The instant of a local time, `2026-11-20T23:59`. */
function endOf(clock: TheaterClock, ends: string): string {
  const [day = '', time = ''] = ends.split('T');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return isDay(day) ? instantOf(clock, { day, minutes: hours * 60 + minutes }) : '';
}

/** Sends a change of the alert, or keeps it on the device while there is no connection or an earlier one waits. */
function useAlertSubmit({ alert, theater }: AlertFormProps, unsent: UnsentAlert | undefined) {
  const words = useMessages().theaters.alert;
  const { alerts } = useOpenSite();
  const { set, end } = useAlertChange(theater);
  const keep = (next: AlertText | undefined): void => alerts.keep(theater, alert, next);
  const mustWait = (): boolean => !isOnline() || unsent !== undefined;
  const keepUnlessAnswered = (error: Error, next: AlertText | undefined): void => {
    if (!(error instanceof ApiError) || error.status !== 0) return;
    keep(next);
    set.reset();
    end.reset();
  };
  return {
    set,
    end,
    show(next: AlertText): void {
      if (mustWait()) keep(next);
      else
        set.mutate(alertOf(next), {
          onSuccess: () => showToast(words.shown()),
          onError: (error) => keepUnlessAnswered(error, next),
        });
    },
    async endNow(onEnded: () => void): Promise<void> {
      if (mustWait()) return keep(undefined);
      try {
        await end.mutateAsync();
        onEnded();
      } catch (error) {
        // Other errors are shown as the failure of the form.
        if (error instanceof Error) keepUnlessAnswered(error, undefined);
      }
    },
  };
}

/** The values of the form, what is wrong with them, and how they are sent. */
function useAlertForm(props: AlertFormProps, unsent: UnsentAlert | undefined) {
  const { alert, clock, now, languages } = props;
  const messages = useMessages();
  const words = messages.theaters.alert;
  const { set, end, show, endNow } = useAlertSubmit(props, unsent);
  const first = unsent?.next ?? alert;
  const [message, setMessage] = useState(first?.message ?? '');
  const [translations, setTranslations] = useState(first?.translations ?? {});
  const [ends, setEnds] = useState(first?.ends.slice(0, 16) ?? endOfDay(clock, now));
  const [isChecked, setChecked] = useState(false);
  const refused = set.error instanceof ApiError ? set.error.field : '';
  const endsAt = ends === '' ? '' : endOf(clock, ends);
  const isPast = endsAt !== '' && Date.parse(endsAt) <= now.getTime();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (message.trim() === '' || endsAt === '' || isPast) return;
    const shown = Object.entries(translations).filter(([language]) => languages.includes(language));
    show({ message: message.trim(), translations: filledIn(Object.fromEntries(shown)), ends, endsAt });
  };
  const messageRefusal = refused === 'message' ? errorText(set.error, messages) : undefined;
  const endsRefusal = refused === 'ends' || (isChecked && isPast) ? words.endsPast() : undefined;
  const fields = ['message', 'ends', ...languages.map((language) => `translations.${language}`)];
  const failure = end.error ?? (fields.includes(refused) ? null : set.error);
  const showAgain = async (ended: EditorAlert): Promise<void> => {
    try {
      await set.mutateAsync(alertOf({ ...ended, ends: ended.ends.slice(0, 16) }));
      showToast(words.shown());
    } catch (error) {
      showToast(errorText(error, messages));
    }
  };
  const onEnded = (): void =>
    showToast(words.ended(), alert && { label: messages.common.undo(), onAction: () => void showAgain(alert) });
  return {
    message,
    setMessage: (next: string) => setMessage(oneLine(next)),
    translations,
    translate: (language: string, next: string) => setTranslations((before) => ({ ...before, [language]: oneLine(next) })),
    translationError: (language: string) => (refused === `translations.${language}` ? errorText(set.error, messages) : undefined),
    messageError: isChecked && message.trim() === '' ? words.messageRequired() : messageRefusal,
    ends,
    setEnds,
    endsError: isChecked && endsAt === '' ? words.endsRequired() : endsRefusal,
    failure: failure === null ? undefined : errorText(failure, messages),
    submit,
    endNow: () => void endNow(onEnded),
    isSaving: set.isPending,
    isEnding: end.isPending,
  };
}

/** A message is one line. */
const oneLine = (typed: string): string => typed.replaceAll(/\s*\n\s*/gu, ' ');

function AlertForm(props: AlertFormProps) {
  const { alert, theater, clock, languages } = props;
  const { theaters, fields, pages } = useMessages();
  const words = theaters.alert;
  const { momentIn, language } = useFormats();
  const unsent = useUnsentAlerts().find((change) => change.theater === theater);
  const form = useAlertForm(props, unsent);
  return (
    <Card
      className={alert === undefined ? undefined : styles['live']}
      title={<Title />}
      trailing={alert !== undefined && <Tag mood="warn">{words.liveSince({ moment: momentIn(alert.since, clock.zone) })}</Tag>}
    >
      <Restricted permission="alerts" theater={theater}>
        {unsent !== undefined && <AlertWaiting change={unsent} zone={clock.zone} />}
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
          {languages.map((code) => {
            const text = form.translations[code] ?? '';
            return (
              <TextField
                key={code}
                label={pages.inLanguage({ name: words.message(), language: language(code) })}
                value={text}
                onChange={(next) => form.translate(code, next)}
                isMultiline
                maxLength={MAX_ALERT_CHARACTERS}
                placeholder={form.message}
                aside={fields.count({ count: [...text].length, limit: MAX_ALERT_CHARACTERS })}
                error={form.translationError(code)}
              />
            );
          })}
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
                <Button isBusy={form.isEnding} isKept onPress={form.endNow}>
                  {words.endNow()}
                </Button>
              )}
              <Button type="submit" look="solid" isBusy={form.isSaving} isKept>
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
