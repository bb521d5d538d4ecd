import { text } from '@marquee/api/json.ts';
import { Switch } from '../../parts/Choice.tsx';
import { Changed } from '../../parts/DraftField.tsx';
import { TextField } from '../../parts/Field.tsx';
import { PriceField } from '../../parts/PriceField.tsx';
import { recordStyles as layout } from '../../parts/RecordLayout.tsx';
import { Card } from '../../parts/Surface.tsx';
import { useReadClock } from '../../state/clock.ts';
import { instantOf, localMoment, priceOf } from '../../state/content/events.ts';
import { type ContentRecord, recordPointer } from '../../state/content/records.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { usePart } from '../../state/drafts.ts';
import { useMessages } from '../../state/messages.ts';
import { currencyOf } from '../../state/program/currency.ts';
import { refusalOf } from '../../state/refusal.ts';

/** How much earlier members book, if nothing else is typed. */
const MEMBERS_FIRST_MS = 48 * 60 * 60 * 1000;

/** Where the event is listed, who books first, and the price. */
export function EventListing({ state, event }: { readonly state: DraftState; readonly event: ContentRecord }) {
  const { events: words } = useMessages();
  const onHome = recordPointer('events', event.id, 'onHome');
  const membersFirst = recordPointer('events', event.id, 'membersFirstUntil');
  const price = recordPointer('events', event.id, 'priceFrom');
  const [isOnHome, changeOnHome] = usePart(onHome);
  const [until, changeUntil] = usePart(membersFirst);
  const [, changePrice] = usePart(price);
  const readClock = useReadClock();
  const hasMembersFirst = text(until) !== '';
  return (
    <Card title={words.listing()}>
      <div className={`${layout['fields']} ${layout['headed']}`}>
        <Changed pointer={onHome} of={words.onHome()}>
          <Switch label={words.onHome()} isOn={isOnHome !== false} onChange={(isOn) => changeOnHome(isOn ? undefined : false)} />
        </Changed>
        <Changed pointer={membersFirst} of={words.membersFirst()}>
          <Switch
            label={words.membersFirst()}
            isOn={hasMembersFirst}
            onChange={(isOn) => changeUntil(isOn ? wholeHour(readClock() + MEMBERS_FIRST_MS) : undefined)}
          />
          {hasMembersFirst && (
            <TextField
              label={words.membersFirstUntil()}
              type="datetime-local"
              value={localMoment(until)}
              onChange={(next) => changeUntil(instantOf(next))}
              hint={words.membersFirstHint()}
              error={refusalOf(state, membersFirst)}
            />
          )}
        </Changed>
        <Changed pointer={price} of={words.priceFrom()}>
          <PriceField
            label={words.priceFrom()}
            value={priceOf(event.record)}
            currency={currencyOf(state.content)}
            onChange={changePrice}
          />
        </Changed>
      </div>
    </Card>
  );
}

/** The start of the hour of an instant, for the record. */
const wholeHour = (at: number): string => new Date(at - (at % 3_600_000)).toISOString().replace('.000Z', 'Z');
