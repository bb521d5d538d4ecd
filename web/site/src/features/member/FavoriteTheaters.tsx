import { screenHref } from '@marquee/rules/loyalty/area/screen-href.ts';
import type { MemberTheater } from '@marquee/api/schema.gen.ts';
import {
  type FavoriteTheater,
  favoriteTheaterName,
  favoriteTheatersError,
} from '@marquee/rules/loyalty/favorites/favorite-theaters.ts';
import { isLoading, changingId } from '@marquee/rules/loyalty/favorites/favorite-theaters-machine.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { Message } from '@marquee/ui/Message/Message.tsx';
import { Switch } from '@marquee/ui/Switch/Switch.tsx';
import { useState } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import { focusHeading } from '../../state/member/focus.ts';
import { AreaSection, type AreaSectionProps } from '../../parts/member/AreaSection.tsx';
import { Empty, Failed } from '../../parts/member/States.tsx';
import { useMember, useErrorTextSettings, useObservable } from '../../state/member/use-member.ts';
import { withNonBreakingCode } from '../../state/member/non-breaking-code.ts';
import css from './List.module.css';
import { type Removal, RemovalNotice } from './RemovalNotice.tsx';
import { SectionSkeleton } from './SectionSkeleton.tsx';

const ID = 'favorite-theaters';

/** The newsletter switch whose change is being sent; it shows the new state until the response arrives. */
interface PendingSwitch {
  readonly id: string;
  readonly on: boolean;
}

/** The changes of the list. */
interface TheaterChanges {
  readonly pending: PendingSwitch | undefined;
  readonly removal: Removal | undefined;
  readonly clearRemoval: () => void;
  readonly subscribe: (id: string, on: boolean) => Promise<void>;
  readonly remove: (id: string, name: string) => Promise<void>;
  readonly add: (id: string) => Promise<void>;
}

function useTheaterChanges(list: readonly FavoriteTheater[]): TheaterChanges {
  const { cinemas } = useMember();
  const [removal, setRemoval] = useState<Removal>();
  const [pending, setPending] = useState<PendingSwitch>();
  const isListed = (id: string): boolean => cinemas.get().list.some(({ boxofficeCinemaId }) => boxofficeCinemaId === id);
  return {
    pending,
    removal,
    clearRemoval: () => setRemoval(undefined),
    subscribe: async (id, on) => {
      setPending({ id, on });
      await cinemas.subscribeTo(
        list.map(({ boxofficeCinemaId, subscribeToNewsletter }) => ({
          boxofficeCinemaId,
          subscribeToNewsletter: boxofficeCinemaId === id ? on : subscribeToNewsletter,
        })),
        id,
      );
      setPending(undefined);
    },
    remove: async (id, name) => {
      await cinemas.remove(id);
      if (isListed(id)) return;
      setRemoval({ id, name });
      focusHeading(ID);
    },
    add: async (id) => {
      await cinemas.add(id);
      if (isListed(id)) focusHeading(ID);
    },
  };
}

/** The member's favorite theaters, with the newsletter of each (area favorites). */
export function FavoriteTheaters({ page: { area, theaters }, view }: AreaSectionProps) {
  const { mine } = useLaterMessages();
  const { cinemas } = useMember();
  const settings = useErrorTextSettings();
  const state = useObservable(cinemas);
  const { list, failure } = state;
  const changes = useTheaterChanges(list);
  const changing = changingId(state);
  const others = theaters.filter(({ id }) => !list.some(({ boxofficeCinemaId }) => boxofficeCinemaId === id));
  // A network failure has no error text (ERR-26), but the list can still be reloaded.
  const error = favoriteTheatersError(failure, settings);
  const hasNoList = list.length === 0 && failure !== undefined && changes.removal === undefined;

  const content = () => {
    if (list.length === 0 && isLoading(state) && changing === undefined) return <SectionSkeleton shape="rows" count={1} />;
    if (hasNoList)
      return (
        <Failed
          text={error === undefined ? undefined : `${error.main} ${withNonBreakingCode(error.detail)}`}
          label={mine.showTheaters()}
          retry={() => void cinemas.reload()}
        />
      );
    if (list.length === 0) return <Empty title={mine.theatersEmpty()} text={mine.theatersHint()} />;
    return (
      <ul className={cx(css.list, css.panel)}>
        {list.map((theater) => (
          <TheaterRow
            key={theater.boxofficeCinemaId}
            favorite={theater}
            theaters={theaters}
            view={view}
            changing={changing}
            changes={changes}
          />
        ))}
      </ul>
    );
  };
  return (
    <AreaSection
      id={ID}
      title={mine.theaters()}
      view={view}
      more={
        view === 'overview' && others.length > 0 ? { href: screenHref(area.href, 'theaters'), label: mine.addTheater() } : undefined
      }
    >
      {content()}
      {error === undefined || hasNoList ? null : (
        <Message kind="error">
          <b>{error.main}</b> {withNonBreakingCode(error.detail)}
        </Message>
      )}
      {view === 'overview' || hasNoList || others.length === 0 ? null : (
        <OtherTheaters theaters={others} changing={changing} onAdd={(id) => void changes.add(id)} />
      )}
      <RemovalNotice removal={changes.removal} onUndo={(id) => void cinemas.add(id)} onDone={changes.clearRemoval} />
    </AreaSection>
  );
}

interface TheaterRowProps extends Pick<AreaSectionProps, 'view'> {
  readonly favorite: FavoriteTheater;
  readonly theaters: readonly MemberTheater[];
  /** The id of the theater whose change is being sent. */
  readonly changing: string | undefined;
  readonly changes: TheaterChanges;
}

function TheaterRow({ favorite, theaters, view, changing, changes: { pending, subscribe, remove } }: TheaterRowProps) {
  const { mine } = useLaterMessages();
  const { boxofficeCinemaId: id } = favorite;
  const name = favoriteTheaterName(favorite, theaters);
  const busy = changing === id;
  return (
    <li>
      <Icon name="heart" filled />
      <TheaterName name={name} theater={theaters.find((theater) => theater.id === id)} isLink={view === 'full'} />
      <div className={cx(css.actions, view === 'full' ? css.several : css.one)}>
        <Switch
          label={mine.newsletterOf({ name })}
          visibleLabel={mine.newsletter()}
          checked={pending?.id === id ? pending.on : favorite.subscribeToNewsletter}
          busy={busy && pending?.id === id}
          onChange={(on) => void subscribe(id, on)}
        />
        {view === 'overview' ? null : (
          <Button
            kind="ghost"
            size="s"
            busy={busy && pending === undefined}
            aria-label={mine.removeOf({ name })}
            onClick={() => void remove(id, name)}
          >
            {mine.remove()}
          </Button>
        )}
      </div>
    </li>
  );
}

/** The theaters that are not favorites, each with a button to add it. `changing` is the id of the theater whose change is being sent. */
function OtherTheaters({
  theaters,
  changing,
  onAdd,
}: {
  theaters: readonly MemberTheater[];
  changing: string | undefined;
  onAdd: (id: string) => void;
}) {
  const { mine } = useLaterMessages();
  return (
    <>
      <h2 className={css.subheading}>{mine.addTheater()}</h2>
      <ul className={cx(css.list, css.panel)}>
        {theaters.map((theater) => (
          <li key={theater.id}>
            <TheaterName name={theater.name} theater={theater} isLink />
            <Button
              kind="line"
              size="s"
              busy={changing === theater.id}
              aria-label={mine.addOf({ name: theater.name })}
              onClick={() => onAdd(theater.id)}
            >
              {mine.add()}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function TheaterName({ name, theater, isLink }: { name: string; theater: MemberTheater | undefined; isLink: boolean }) {
  return (
    <span className={css.text}>
      <b>{isLink && theater !== undefined ? <a href={theater.href}>{name}</a> : name}</b>
      {theater === undefined || theater.address === '' ? null : <small>{theater.address}</small>}
    </span>
  );
}
