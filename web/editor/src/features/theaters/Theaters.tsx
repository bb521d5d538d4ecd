import { useLocation, useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { text } from '@marquee/api/json.ts';
import { Button } from '../../parts/Button.tsx';
import { DraftScreen } from '../../parts/DraftScreen.tsx';
import { Thumbnail } from '../../parts/Picture.tsx';
import { RecordLayout, RecordRow } from '../../parts/RecordLayout.tsx';
import { SortArea, SortList } from '../../parts/Sortable.tsx';
import { Card, Empty, Tag } from '../../parts/Surface.tsx';
import { useAlerts } from '../../state/alerts/queries.ts';
import { useToday } from '../../state/clock.ts';
import { type NewTheater, addedTheater } from '../../state/content/added-theaters.ts';
import { type ContentRecord, ORDER_POINTERS, movedRecord, recordPointer, recordsOf } from '../../state/content/records.ts';
import { closuresOf, isClosedOn, isSingleLocation, screensOf } from '../../state/content/theaters.ts';
import type { Place } from '../../state/content/sequence.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { fieldIn, recordPath, screenPath, withBase } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { differencesOf, valueAt } from '../../state/pointer.ts';
import { canChange, ownTheater } from '../../state/roles.ts';
import styles from './Alert.module.css';
import { NewTheaterDialog } from './NewTheaterDialog.tsx';
import { TheaterForm } from './TheaterForm.tsx';

/** The theaters of the site. */
export const TheatersScreen = () => <DraftScreen>{(state) => <Theaters state={state} />}</DraftScreen>;

function Theaters({ state }: { readonly state: DraftState }) {
  const { theaters: words, nav } = useMessages();
  const { site, draft } = useOpenSite();
  const { theater: id } = useParams({ strict: false });
  const named = useLocation({ select: ({ searchStr }) => fieldIn(searchStr) });
  const { content } = state;
  const all = recordsOf(content, 'theaters');
  const open = all.find((theater) => theater.id === id) ?? ownTheater(site, 'editProgram', all);
  const isSingle = isSingleLocation(content) && all.length < 2;
  const title = isSingle ? nav.theater() : nav.theaters();
  const router = useRouter();
  const [isAdding, setAdding] = useState(false);
  const versions = { content, live: state.server.live };
  // What a site with other settings must change for a further theater depends on no name.
  const mayAdd = addedTheater(versions, BLANK).changes.every((change) => canChange(site, change));
  const add = (theater: NewTheater): void => {
    const added = addedTheater(versions, theater);
    draft.edit(added.changes);
    setAdding(false);
    void router.navigate({ href: withBase(recordPath(site.key, 'theaters', added.id)) });
  };
  const mayMove = canChange(site, { pointer: ORDER_POINTERS.theaters });
  const addButton = mayAdd && (
    <Button look="ghost" icon="plus" onPress={() => setAdding(true)}>
      {words.create()}
    </Button>
  );
  return (
    <>
      <RecordLayout
        title={title}
        name={open?.name ?? ''}
        isOpen={id !== undefined || isSingle}
        back={isSingle ? undefined : screenPath(site.key, 'theaters')}
        list={
          <>
            <SortArea
              onMove={(from, to) => draft.edit(movedRecord(content, 'theaters', from.index, to.index))}
              stepFrom={({ list, index }, step) => (all[index + step] === undefined ? undefined : { list, index: index + step })}
            >
              <SortList id="theaters" label={title} count={all.length}>
                {all.map((theater, index) => (
                  <TheaterRow
                    key={theater.id}
                    theater={theater}
                    place={mayMove ? { list: 'theaters', index } : undefined}
                    state={state}
                    isSelected={theater.id === open?.id}
                  />
                ))}
              </SortList>
            </SortArea>
            {!isSingle && <div>{addButton}</div>}
          </>
        }
      >
        {open === undefined ? (
          <Card>
            <Empty icon="pin" title={words.none()} action={isSingle && addButton}>
              {words.noneText()}
            </Empty>
          </Card>
        ) : (
          // A single theater has no list on phones.
          <TheaterForm key={open.id + named} state={state} theater={open} action={isSingle && addButton} />
        )}
      </RecordLayout>
      {isAdding && <NewTheaterDialog content={content} onAdd={add} onClose={() => setAdding(false)} />}
    </>
  );
}

const BLANK: NewTheater = { name: '', slug: '', city: '', timeZone: '' };

function TheaterRow({
  theater,
  place,
  state,
  isSelected,
}: {
  readonly theater: ContentRecord;
  /** Undefined for those who may not move it. */
  readonly place: Place | undefined;
  readonly state: DraftState;
  readonly isSelected: boolean;
}) {
  const { theaters: words, nav, pages } = useMessages();
  const { site } = useOpenSite();
  const today = useToday();
  const hasAlert = useAlerts().data?.some((alert) => alert.theater === theater.id) === true;
  const isClosed = isClosedOn(closuresOf(theater.record['closures']), today);
  const live = valueAt(state.server.live, recordPointer('theaters', theater.id));
  const changes = differencesOf(live, theater.record).length;
  const screens = words.screenCount({ count: screensOf(theater.record['screens']).length });
  return (
    <RecordRow
      href={recordPath(site.key, 'theaters', theater.id)}
      isSelected={isSelected}
      place={place}
      thumbnail={<Thumbnail picture={text(theater.record['picture'])} icon="pin" size="wide" />}
      title={theater.name}
      lines={
        <>
          {screens} ·{' '}
          {hasAlert ? (
            <span className={styles['inList']}>{words.alert.inList()}</span>
          ) : isClosed ? (
            words.closedNow()
          ) : (
            words.open()
          )}
        </>
      }
      trailing={changes > 0 && <Tag mood="warn">{live === undefined ? pages.draft() : nav.changes({ count: changes })}</Tag>}
    />
  );
}
