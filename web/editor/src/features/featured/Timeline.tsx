import { cx } from '@marquee/ui/cx.ts';
import { type PointerEvent as ReactPointerEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Button } from '../../parts/Button.tsx';
import { filmColor } from '../../parts/film-color.ts';
import { followDrag } from '../../parts/follow-drag.ts';
import { Icon } from '../../parts/Icon.tsx';
import { Thumbnail } from '../../parts/Picture.tsx';
import { VisuallyHidden } from '../../parts/Surface.tsx';
import { useProperties } from '../../parts/use-properties.ts';
import { type Days, type Feature, type FeaturePart, daysBetween, featuresOf, gapsOf, shifted } from '../../state/featured/plan.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { laterDay } from '../../state/program/clock.ts';
import styles from './Timeline.module.css';

/** What the plan needs of a film. */
export interface PlannedFilm {
  readonly id: string;
  readonly title: string;
  readonly poster: string;
}

/** Visitors of all theaters, or of one. */
export interface Lane {
  /** Id of the theater; empty for all theaters. */
  readonly theater: string;
  readonly name: string;
}

interface TimelineProps {
  readonly content: unknown;
  readonly films: readonly PlannedFilm[];
  readonly lanes: readonly Lane[];
  /** The days that are shown. */
  readonly days: Days;
  readonly mayEdit: boolean;
  readonly onPlace: (feature: Feature) => void;
  readonly onRemove: (feature: Feature) => void;
  readonly onOpen: (feature: Feature) => void;
  readonly onAdd: (theater: string, days: Days) => void;
}

/** With more lanes than this, theaters without a film of their own are shown on request. */
const MAX_LANES = 8;

/** The days as columns, theaters as lanes, featured films as bars. */
export function Timeline(props: TimelineProps) {
  const { featured: words, nav } = useMessages();
  const { content, lanes, days } = props;
  const count = daysBetween(days.from, days.to) + 1;
  const grid = useProperties<HTMLElement>({ '--days': String(count) });
  const features = featuresOf(content);
  const [said, setSaid] = useState('');
  const [hasAll, setHasAll] = useState(false);
  const isFollower = ({ theater }: Lane): boolean => theater !== '' && !features.some((feature) => feature.theater === theater);
  const followers = lanes.length > MAX_LANES ? lanes.filter(isFollower) : [];
  const shown = hasAll ? lanes : lanes.filter((lane) => !followers.includes(lane));
  return (
    <div className={styles['scroll']}>
      <section ref={grid} className={cx(styles['plan'], count > 40 && styles['long'])} aria-label={words.plan()}>
        <DayHeads days={days} count={count} />
        {shown.map((lane) => (
          <LaneRow
            key={lane.theater}
            {...props}
            lane={lane}
            isOnly={lanes.length === 1}
            features={features.filter(({ theater }) => theater === lane.theater)}
            onSay={setSaid}
          />
        ))}
        {followers.length > 0 && (
          <div className={styles['more']}>
            <Button look="ghost" icon={hasAll ? 'down' : 'right'} aria-expanded={hasAll} onPress={() => setHasAll(!hasAll)}>
              {words.moreTheaters({ count: followers.length })}
            </Button>
          </div>
        )}
      </section>
      <VisuallyHidden>
        <output aria-label={nav.featured()}>{said}</output>
      </VisuallyHidden>
    </div>
  );
}

/** Weekday and day of each column; over many weeks, the first day of each week. */
function DayHeads({ days, count }: { readonly days: Days; readonly count: number }) {
  const { shortWeekday, day, number } = useFormats();
  const all = Array.from({ length: count }, (_, index) => laterDay(days.from, index));
  const isLong = count > 40;
  return (
    <div className={styles['heads']} aria-hidden="true">
      {all
        .filter((_, index) => !isLong || index % 7 === 0)
        .map((date, index) => (
          <span key={date} className={cx(index === 0 && styles['today'])}>
            {isLong ? (
              day(`${date}T12:00:00`)
            ) : (
              <>
                <small>{[...shortWeekday(isoWeekday(date))][0]}</small>
                {number(Number(date.slice(8)))}
              </>
            )}
          </span>
        ))}
    </div>
  );
}

const isoWeekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

function LaneRow({
  lane,
  isOnly,
  features,
  onSay,
  ...props
}: TimelineProps & {
  readonly lane: Lane;
  /** Whether there is no other lane. */
  readonly isOnly: boolean;
  readonly features: readonly Feature[];
  readonly onSay: (text: string) => void;
}) {
  const { featured: words } = useMessages();
  const { days, mayEdit, onAdd } = props;
  const { theater, name } = lane;
  const isAll = theater === '';
  const shown = features.filter(({ from, to }) => from <= days.to && (to === '' || to >= days.from));
  const hint = isAll ? words.hero() : shown.length === 0 ? words.followsAll() : words.ownChoice();
  const gaps = isAll ? gapsOf(features, days) : shown.length === 0 ? [days] : [];
  return (
    <fieldset className={styles['lane']} aria-label={name}>
      <p className={styles['label']}>
        {!isOnly && <b>{name}</b>}
        <small>{hint}</small>
      </p>
      <div className={styles['track']} data-lane={theater}>
        {mayEdit &&
          gaps.map((gap) => (
            <Gap
              key={gap.from}
              gap={gap}
              days={days}
              label={isAll ? words.nothingPlanned() : words.chooseFor({ theater: name })}
              onPress={() => onAdd(theater, gap)}
            />
          ))}
        {shown.map((feature) => (
          <Bar key={feature.id} {...props} feature={feature} laneName={name} onSay={onSay} />
        ))}
      </div>
    </fieldset>
  );
}

const usePlace = <Element extends HTMLElement>({ from, to }: Days, days: Days) => {
  const start = Math.max(0, daysBetween(days.from, from));
  const end = Math.min(daysBetween(days.from, days.to), to === '' ? Infinity : daysBetween(days.from, to));
  return useProperties<Element>({ '--at': String(start), '--length': String(end - start + 1) });
};

/** Days on which no film is featured. */
function Gap({
  gap,
  days,
  label,
  onPress,
}: {
  readonly gap: Days;
  readonly days: Days;
  readonly label: string;
  readonly onPress: () => void;
}) {
  const { dateRange } = useFormats();
  const place = usePlace<HTMLButtonElement>(gap, days);
  return (
    <AriaButton
      ref={place}
      className={styles['gap'] ?? ''}
      aria-label={`${label}, ${dateRange(gap.from, gap.to)}`}
      onPress={onPress}
    >
      <Icon name="plus" small />
      <span>{label}</span>
    </AriaButton>
  );
}

interface BarProps extends TimelineProps {
  readonly feature: Feature;
  readonly laneName: string;
  readonly onSay: (text: string) => void;
}

/** A featured film on its days. It is moved with a pointer or with arrow keys. */
function Bar(props: BarProps) {
  const { feature, films, days, laneName, mayEdit, onOpen } = props;
  const { featured: words } = useMessages();
  const datesOf = useDates();
  const { dragged, hasMoved, onKeyDown, onPointerDown } = useBarMoves(props);
  const shown = dragged ?? feature;
  const place = usePlace<HTMLButtonElement>(shown, days);
  const film = films.find(({ id }) => id === feature.film);
  const title = film?.title ?? feature.film;
  return (
    <button
      ref={place}
      type="button"
      className={cx(styles['bar'], filmColor(feature.film), dragged !== undefined && styles['dragged'])}
      aria-label={words.bar({ title, days: datesOf(shown), lane: laneName })}
      aria-describedby="featured-keys"
      onClick={() => hasMoved.current || onOpen(feature)}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    >
      {mayEdit && <i data-part="start" />}
      <span className={styles['poster']}>
        <Thumbnail picture={film?.poster ?? ''} icon="film" />
      </span>
      <span className={styles['text']}>
        <b>{title}</b>
        <small>{datesOf(shown)}</small>
      </span>
      {mayEdit && <i data-part="end" />}
    </button>
  );
}

/** The days of a feature in words. */
function useDates() {
  const { featured: words } = useMessages();
  const { dateRange, day } = useFormats();
  return ({ from, to }: Feature): string => {
    const first = day(`${from}T12:00:00`);
    return to === '' ? words.fromDay({ day: first }) : from === to ? first : dateRange(from, to);
  };
}

/** Moves of a bar by pointer and by keys. */
function useBarMoves({ feature, films, days, mayEdit, onPlace, onRemove, onSay }: BarProps) {
  const { featured: words } = useMessages();
  const datesOf = useDates();
  const [dragged, setDragged] = useState<Feature>();
  const hasMoved = useRef(false);
  const change = (next: Feature): void => {
    onPlace(next);
    const title = films.find(({ id }) => id === feature.film)?.title ?? feature.film;
    onSay(words.nowOn({ title, days: datesOf(next) }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!mayEdit || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Delete' || event.key === 'Backspace') onRemove(feature);
    else if (step === 0) return;
    else change(shifted(feature, event.shiftKey ? 'end' : 'days', step, days.to));
    event.preventDefault();
  };
  const onPointerDown = (down: ReactPointerEvent<HTMLButtonElement>): void => {
    hasMoved.current = false;
    const track = down.currentTarget.closest('[data-lane]');
    if (!mayEdit || down.button !== 0 || track === null) return;
    const width = track.clientWidth / (daysBetween(days.from, days.to) + 1);
    const part = partOf(down.target);
    let next = feature;
    followDrag(down, {
      onMove({ clientX, clientY }) {
        hasMoved.current = true;
        const lane = document.elementsFromPoint(clientX, clientY).find((element) => element.matches('[data-lane]'));
        const theater = lane instanceof HTMLElement ? lane.dataset['lane'] : undefined;
        const moved = shifted(feature, part, Math.round((clientX - down.clientX) / width), days.to);
        next = part === 'days' && theater !== undefined ? { ...moved, theater } : moved;
        setDragged(next);
      },
      onEnd(end) {
        setDragged(undefined);
        if (end === 'dropped') change(next);
      },
    });
  };
  return { dragged, hasMoved, onKeyDown, onPointerDown };
}

function partOf(target: EventTarget): FeaturePart {
  const part = target instanceof HTMLElement ? target.dataset['part'] : undefined;
  return part === 'start' || part === 'end' ? part : 'days';
}
