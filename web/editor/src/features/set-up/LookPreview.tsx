import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '../../parts/Icon.tsx';
import { Dot, VisuallyHidden } from '../../parts/Surface.tsx';
import { useProperties } from '../../parts/use-properties.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { type DrawnLook, lookName, useLookFonts } from '../../state/set-up/looks.ts';
import styles from './LookPreview.module.css';

/** When the sample film starts. */
export const EVENING = '2026-01-01T18:20';

/** A drawing of the home page in a look, with the cinema's name. It is not the site: films come with the program. */
export function LookPreview({
  look,
  name,
  address,
  note,
  isSingleLocation,
  isLive = false,
}: {
  readonly look: DrawnLook | undefined;
  readonly name: string;
  readonly address: string;
  readonly note: string;
  readonly isSingleLocation: boolean;
  readonly isLive?: boolean;
}) {
  const messages = useMessages();
  const { setUp } = messages;
  const colors = useProperties<HTMLDivElement>(look?.properties ?? {});
  useLookFonts(look);
  const cinema = name.trim() === '' ? setUp.yourCinema() : name.trim();
  return (
    <div className={styles['window']}>
      <div className={styles['bar']}>
        <span>{address}</span>
        <span>
          {isLive && <Dot isLive />} {note}
        </span>
      </div>
      {look !== undefined && <VisuallyHidden>{setUp.previewOf({ look: lookName(look.id, messages) })}</VisuallyHidden>}
      {look !== undefined && (
        <div ref={colors} className={styles['page']} aria-hidden="true">
          <SampleHeader look={look} cinema={cinema} isSingleLocation={isSingleLocation} />
          <SampleBody />
          <div className={styles['footer']}>
            <b>{cinema}</b>
            <span>{setUp.sample.films()}</span>
            <span>{setUp.sample.calendar()}</span>
            <span>{setUp.sample.events()}</span>
          </div>
        </div>
      )}
    </div>
  );
}

function SampleHeader({
  look,
  cinema,
  isSingleLocation,
}: {
  readonly look: DrawnLook;
  readonly cinema: string;
  readonly isSingleLocation: boolean;
}) {
  const { setUp } = useMessages();
  return (
    <div className={cx(styles['header'], styles[look.headerLayout.toLowerCase()])}>
      <b className={styles['name']}>{cinema}</b>
      <span className={styles['links']}>
        <span className={styles['current']}>{setUp.sample.films()}</span>
        <span>{setUp.sample.calendar()}</span>
        <span>{setUp.sample.events()}</span>
      </span>
      <span className={styles['tools']}>
        {!isSingleLocation && <i className={styles['pill']} />}
        <Icon name="search" />
      </span>
    </div>
  );
}

function SampleBody() {
  const { setUp } = useMessages();
  const { time } = useFormats();
  return (
    <div className={styles['body']}>
      <div className={styles['hero']}>
        <div>
          <span className={styles['badge']}>{setUp.sample.badge()}</span>
          <p className={styles['title']}>{setUp.sample.tonight({ time: time(EVENING) })}</p>
          <p className={styles['text']}>{setUp.sample.text()}</p>
          <span className={styles['times']}>
            <span className={styles['first']}>{time(EVENING)}</span>
            <span>{time('2026-01-01T20:45')}</span>
          </span>
        </div>
        <i className={styles['picture']} />
      </div>
      <p className={styles['tab']}>{setUp.sample.nowShowing()}</p>
      <div className={styles['films']}>
        {[1, 2, 3, 4].map((number) => (
          <div key={number}>
            <i className={styles['poster']} />
            <b>{setUp.sample.film({ number })}</b>
            <span className={styles['times']}>
              <span>{time('2026-01-01T18:10')}</span>
              <span>{time('2026-01-01T21:00')}</span>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
