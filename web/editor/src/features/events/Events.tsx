import { useLocation, useParams, useRouter } from '@tanstack/react-router';
import { text } from '@marquee/api/json.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Segments } from '../../parts/Choice.tsx';
import { DraftScreen } from '../../parts/DraftScreen.tsx';
import { Thumbnail } from '../../parts/Picture.tsx';
import { RecordLayout, RecordRow } from '../../parts/RecordLayout.tsx';
import { Restricted, RestrictionNote } from '../../parts/Restricted.tsx';
import { SortArea, SortList } from '../../parts/Sortable.tsx';
import { Card, Empty, Tag } from '../../parts/Surface.tsx';
import { useToday } from '../../state/clock.ts';
import { EVENT_FILTERS, type EventFilter, datesOf, filteredEvents, newEvent, weekdayOf } from '../../state/content/events.ts';
import { type ContentRecord, addedRecord, movedRecord, recordPointer, recordsOf } from '../../state/content/records.ts';
import type { Place } from '../../state/content/sequence.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { fieldIn, recordPath, screenPath, withBase } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { differencesOf, valueAt } from '../../state/pointer.ts';
import { can } from '../../state/roles.ts';
import { EventForm } from './EventForm.tsx';
import styles from './Events.module.css';

/** The events of the site. */
export const EventsScreen = () => <DraftScreen>{(state) => <Events state={state} />}</DraftScreen>;

function Events({ state }: { readonly state: DraftState }) {
  const { events: words, nav } = useMessages();
  const { site, draft } = useOpenSite();
  const router = useRouter();
  const { event: id } = useParams({ strict: false });
  const named = useLocation({ select: ({ searchStr }) => fieldIn(searchStr) });
  const [filter, setFilter] = useState<EventFilter>('upcoming');
  const [created, setCreated] = useState('');
  const { content } = state;
  const today = useToday();
  const all = recordsOf(content, 'events');
  const shown = filteredEvents(content, filter, today);
  const open = all.find((event) => event.id === id) ?? shown[0] ?? all[0];
  const create = (): void => {
    const event = newEvent(words.newTitle(), content);
    draft.edit(addedRecord(content, 'events', event, 0));
    setFilter('upcoming');
    setCreated(text(event['id']));
    void router.navigate({ href: withBase(recordPath(site.key, 'events', text(event['id']))) });
  };
  const mayEdit = can(site, 'editProgram');
  const list = (
    <>
      <Segments
        label={words.filter()}
        value={filter}
        options={EVENT_FILTERS.map((value) => ({
          value,
          label: words.filters[value]({ count: filteredEvents(content, value, today).length }),
        }))}
        onChange={setFilter}
      />
      {shown.length === 0 && <p className={styles['none']}>{words.none()}</p>}
      <EventList state={state} shown={shown} open={open?.id} mayEdit={mayEdit} />
    </>
  );
  return (
    <RecordLayout
      title={nav.events()}
      name={open?.name ?? ''}
      action={
        mayEdit && (
          <Button icon="plus" onPress={create}>
            {words.create()}
          </Button>
        )
      }
      isOpen={id !== undefined}
      back={screenPath(site.key, 'events')}
      list={list}
    >
      {open === undefined ? (
        <Card>
          <Empty icon="ticket" title={words.empty()}>
            {words.emptyText()}
          </Empty>
        </Card>
      ) : (
        <OpenEvent key={open.id + named} state={state} event={open} isNew={open.id === created} onShown={() => setCreated('')} />
      )}
    </RecordLayout>
  );
}

/** The events of the filter. A move is one among all events. */
function EventList({
  state,
  shown,
  open,
  mayEdit,
}: {
  readonly state: DraftState;
  readonly shown: readonly ContentRecord[];
  /** Id of the open event. */
  readonly open: string | undefined;
  readonly mayEdit: boolean;
}) {
  const { nav } = useMessages();
  const { draft } = useOpenSite();
  const { content } = state;
  const all = recordsOf(content, 'events');
  const indexOf = (index: number): number => all.findIndex((event) => event.id === shown[index]?.id);
  return (
    <SortArea
      onMove={(from, to) => draft.edit(movedRecord(content, 'events', indexOf(from.index), indexOf(to.index)))}
      stepFrom={({ list, index }, step) => (shown[index + step] === undefined ? undefined : { list, index: index + step })}
    >
      <SortList id="events" label={nav.events()} count={shown.length}>
        {shown.map((event, index) => (
          <EventRow
            key={event.id}
            event={event}
            place={mayEdit ? { list: 'events', index } : undefined}
            state={state}
            isSelected={event.id === open}
          />
        ))}
      </SortList>
    </SortArea>
  );
}

function OpenEvent({
  state,
  event,
  isNew,
  onShown,
}: {
  readonly state: DraftState;
  readonly event: ContentRecord;
  /** The title of a new event takes the focus when the event is shown. */
  readonly isNew: boolean;
  readonly onShown: () => void;
}) {
  const onNewShown = useEffectEvent(onShown);
  useEffect(() => {
    if (isNew) onNewShown();
  }, [isNew]);
  return (
    <>
      <RestrictionNote permission="editProgram" />
      <Restricted permission="editProgram">
        <EventForm state={state} event={event} isNew={isNew} />
      </Restricted>
    </>
  );
}

function EventRow({
  event,
  place,
  state,
  isSelected,
}: {
  readonly event: ContentRecord;
  /** Undefined for those who may not move it. */
  readonly place: Place | undefined;
  readonly state: DraftState;
  readonly isSelected: boolean;
}) {
  const { events: words, nav, pages } = useMessages();
  const { site } = useOpenSite();
  const when = useEventWords();
  const pointer = recordPointer('events', event.id);
  const live = valueAt(state.server.live, pointer);
  const changes = differencesOf(live, event.record).length;
  const kind = text(event.record['type']);
  return (
    <RecordRow
      href={recordPath(site.key, 'events', event.id)}
      isSelected={isSelected}
      place={place}
      thumbnail={<Thumbnail picture={text(event.record['picture'])} icon="ticket" size="wide" />}
      title={event.name === '' ? words.untitled() : event.name}
      lines={[kind, when(event.record)].filter((line) => line !== '').join(' · ')}
      trailing={
        live === undefined ? (
          <Tag mood="warn">{pages.draft()}</Tag>
        ) : (
          changes > 0 && <Tag mood="warn">{nav.changes({ count: changes })}</Tag>
        )
      }
    />
  );
}

/** When an event is, in words: `Every Sunday 4:00 PM`, or its next date: `Today, 9:30 PM`. */
function useEventWords(): (record: Readonly<Record<string, unknown>>) => string {
  const { events: words } = useMessages();
  const { date, clock, weekday } = useFormats();
  const today = useToday();
  return (record) => {
    const dates = datesOf(record);
    const weekly = weekdayOf(record);
    const [first] = dates;
    const time = first === undefined || first.time === '' ? '' : clock(first.time);
    if (weekly !== undefined) return words.everyWeek({ weekday: weekday(weekly), time });
    const next = dates.find((entry) => entry.date >= today) ?? dates.at(-1);
    if (next === undefined) return words.permanent();
    const day = next.date === today ? words.today() : date(next.date);
    return [day, next.time === '' ? '' : clock(next.time)].filter((part) => part !== '').join(', ');
  };
}
