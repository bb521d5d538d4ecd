import type { DraftChange, PresentOperator } from '@marquee/api/editor.gen.ts';
import { Button } from '../../parts/Button.tsx';
import { RadioRows } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Avatar } from '../../parts/Surface.tsx';
import { useChangeWords } from '../../state/changes.ts';
import { useReadClock } from '../../state/clock.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useFormats, useLanguage, useMessages } from '../../state/messages.ts';
import { laterDay } from '../../state/program/clock.ts';
import { useAsk } from '../../state/requests.ts';
import { dayIn, siteZoneOf } from '../../state/site-zone.ts';
import { timeZoneLabel } from '../../state/time-zones.ts';
import { Checks } from './Checks.tsx';
import styles from './Publish.module.css';

export type When = { readonly kind: 'now' } | { readonly kind: 'later'; readonly day: string; readonly time: string };

/** Checks, when to publish, and who else is editing. */
export function Side({
  state,
  when,
  onWhen,
  onClose,
}: {
  readonly state: DraftState;
  readonly when: When;
  readonly onWhen: (when: When) => void;
  readonly onClose: () => void;
}) {
  const { publish } = useMessages();
  const { locale } = useLanguage();
  const { present } = state.server;
  const readClock = useReadClock();
  const zone = siteZoneOf(state.content);
  const choose = (kind: 'now' | 'later'): void =>
    onWhen(kind === 'now' ? { kind } : { kind, day: laterDay(dayIn(zone, readClock()), 1), time: '06:00' });
  return (
    <div className={styles['side']}>
      <Checks state={state} onClose={onClose} />
      <section>
        <h3>{publish.when()}</h3>
        <RadioRows
          label={publish.when()}
          value={when.kind}
          options={[
            { value: 'now', label: publish.now() },
            { value: 'later', label: publish.later() },
          ]}
          onChange={choose}
        />
        {when.kind === 'later' && (
          <div className={styles['later']}>
            <TextField aria-label={publish.day()} type="date" value={when.day} onChange={(day) => onWhen({ ...when, day })} />
            <TextField aria-label={publish.time()} type="time" value={when.time} onChange={(time) => onWhen({ ...when, time })} />
            <p>{publish.zone({ zone: timeZoneLabel(zone, locale) })}</p>
          </div>
        )}
      </section>
      {present.length > 0 && <AlsoHere state={state} />}
    </div>
  );
}

/** Who else has the site open, and which of them changed something last. Those who may publish can be asked to wait. */
function AlsoHere({ state: { content, server } }: { readonly state: DraftState }) {
  const { publish, requests } = useMessages();
  const { list } = useFormats();
  const { wordsOf: changeWordsOf } = useChangeWords();
  const { present } = server;
  const change = lastChangeOf(present, server.changes);
  const asked = present.filter(({ mayPublish }) => mayPublish).map(({ name }) => name);
  const ask = useAsk(requests.askedToWait({ count: asked.length, names: list(asked) }));
  return (
    <section className={styles['person']}>
      <Avatar name={change?.actor ?? present[0]?.name ?? ''} />
      <p>
        {publish.alsoEditing({ count: present.length, names: list(present.map(({ name }) => name)) })}
        {change !== undefined && (
          <> {publish.lastChanged({ name: change.actor, place: changeWordsOf(change.pointer, content).place })}</>
        )}
      </p>
      {asked.length > 0 && (
        <Button size="small" look="ghost" isBusy={ask.isPending} onPress={() => ask.mutate({ kind: 'wait' })}>
          {requests.askToWait()}
        </Button>
      )}
    </section>
  );
}

/** The latest change of the draft by people who have the site open. */
const lastChangeOf = (people: readonly PresentOperator[], changes: readonly DraftChange[]): DraftChange | undefined =>
  changes
    .filter(({ actor }) => people.some(({ name }) => name === actor))
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
