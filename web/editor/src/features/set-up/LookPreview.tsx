import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '../../parts/Icon.tsx';
import { VisuallyHidden } from '../../parts/Surface.tsx';
import { useProperties } from '../../parts/use-properties.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { type DrawnLook, lookName, useLookFonts } from '../../state/set-up/looks.ts';
import type { SampleFilm } from '../../state/set-up/website.ts';
import { SiteWindow } from './SiteWindow.tsx';
import styles from './LookPreview.module.css';

const NO_FILMS: readonly SampleFilm[] = [];

/** When the sample film starts. */
export const EVENING = '2026-01-01T18:20';

/** A drawing of the home page in a look, with the cinema's name. It is not the site: films come with the program. */
export function LookPreview({
  look,
  name,
  address,
  note,
  isSingleLocation,
  logo = '',
  films = NO_FILMS,
}: {
  readonly look: DrawnLook | undefined;
  readonly name: string;
  /** A data URL; empty for none. */
  readonly logo?: string;
  /** Films of today's website. */
  readonly films?: readonly SampleFilm[];
  readonly address: string;
  readonly note: string;
  readonly isSingleLocation: boolean;
}) {
  const messages = useMessages();
  const { setUp } = messages;
  const colors = useProperties<HTMLDivElement>(look?.properties ?? {});
  useLookFonts(look);
  const cinema = name.trim() === '' ? setUp.yourCinema() : name.trim();
  return (
    <SiteWindow address={address} note={note}>
      {look !== undefined && <VisuallyHidden>{setUp.previewOf({ look: lookName(look.id, messages) })}</VisuallyHidden>}
      {look !== undefined && (
        <div ref={colors} className={styles['page']} aria-hidden="true">
          <SampleHeader look={look} cinema={cinema} logo={logo} isSingleLocation={isSingleLocation} />
          <SampleBody films={films} />
          <div className={styles['footer']}>
            <b>{cinema}</b>
            <span>{setUp.sample.films()}</span>
            <span>{setUp.sample.calendar()}</span>
            <span>{setUp.sample.events()}</span>
          </div>
        </div>
      )}
    </SiteWindow>
  );
}

function SampleHeader({
  look,
  cinema,
  logo,
  isSingleLocation,
}: {
  readonly look: DrawnLook;
  readonly cinema: string;
  readonly logo: string;
  readonly isSingleLocation: boolean;
}) {
  const { setUp } = useMessages();
  return (
    <div className={cx(styles['header'], styles[look.headerLayout.toLowerCase()])}>
      <b className={styles['name']}>{logo === '' ? cinema : <img src={logo} alt="" />}</b>
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

function SampleBody({ films }: { readonly films: readonly SampleFilm[] }) {
  const { setUp } = useMessages();
  const { time } = useFormats();
  const samples = [1, 2, 3, 4].map((number) => ({
    title: setUp.sample.film({ number }),
    times: ['2026-01-01T18:10', '2026-01-01T21:00'],
  }));
  const shown = films.length === 0 ? samples : films;
  const first = films[0];
  const [evening, late] = first?.times ?? [EVENING, '2026-01-01T20:45'];
  return (
    <div className={styles['body']}>
      <div className={styles['hero']}>
        <div>
          <span className={styles['badge']}>{setUp.sample.badge()}</span>
          <p className={styles['title']}>{first?.title ?? setUp.sample.tonight({ time: time(EVENING) })}</p>
          {first === undefined && <p className={styles['text']}>{setUp.sample.text()}</p>}
          <span className={styles['times']}>
            {evening !== undefined && <span className={styles['first']}>{time(evening)}</span>}
            {late !== undefined && <span>{time(late)}</span>}
          </span>
        </div>
        <i className={styles['picture']} />
      </div>
      <p className={styles['tab']}>{setUp.sample.nowShowing()}</p>
      <div className={styles['films']}>
        {shown.map(({ title, times }) => (
          <div key={title}>
            <i className={styles['poster']} />
            <b>{title}</b>
            <span className={styles['times']}>
              {times.map((at) => (
                <span key={at}>{time(at)}</span>
              ))}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
