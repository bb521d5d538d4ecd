import { Link } from 'react-aria-components';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useScreenTitle } from '../../parts/Surface.tsx';
import { programPath, screenPath } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { wayOf } from '../../state/set-up/form.ts';
import type { DrawnLook } from '../../state/set-up/looks.ts';
import type { SampleFilm } from '../../state/set-up/website.ts';
import { useCopy } from '../../state/use-copy.ts';
import { LookPreview } from './LookPreview.tsx';
import { SetUpLayout } from './SetUpLayout.tsx';
import type { CreatedSite } from './use-set-up.ts';
import styles from './SetUp.module.css';

const NEXT = [
  { screen: 'program', icon: 'calendar', text: 'programText' },
  { screen: 'design', icon: 'palette', text: 'designText' },
  { screen: 'team', icon: 'invite', text: 'teamText' },
  { screen: 'settings', icon: 'settings', text: 'settingsText' },
] as const;

/** The end of the set-up: the site is live. */
export function Created({
  site,
  form,
  website,
  seconds,
  look,
  found,
}: CreatedSite & {
  readonly look: DrawnLook | undefined;
  /** What the preview shows of today's website. */
  readonly found: { readonly logo: string; readonly films: readonly SampleFilm[] };
}) {
  const { setUp } = useMessages();
  const { elapsed } = useFormats();
  const heading = useScreenTitle(setUp.liveTitle());
  const way = wayOf(form, website);
  const address = site.origin.replace(/^https?:\/\//, '');
  return (
    <SetUpLayout
      title={site.name}
      preview={
        <LookPreview
          look={look}
          {...found}
          name={site.name}
          address={address}
          note={setUp.live()}
          isSingleLocation={form.isSingleLocation}
          isLive
        />
      }
    >
      <div className={styles['form']}>
        <div className={styles['scroll']}>
          <span className={styles['badge']}>
            <Icon name="check" />
          </span>
          <h1 ref={heading} tabIndex={-1}>
            {setUp.liveTitle()}
          </h1>
          <p className={styles['lead']}>{setUp.liveText()}</p>
          {site.isIncomplete === true && (
            <p className={styles['info']}>
              <Icon name="info" small /> {setUp.incomplete()}
            </p>
          )}
          <Address address={address} origin={site.origin} />
          <h2>{setUp.nextSteps()}</h2>
          <NextSteps site={site.key} />
        </div>
        <footer className={styles['foot']}>
          <span className={styles['saved']}>{setUp.finished({ time: elapsed(seconds) })}</span>
          <span className={styles['grow']} />
          {way === 'import' || way === 'website' ? (
            <ButtonLink look="solid" size="large" href={screenPath(site.key)}>
              {setUp.overview()}
            </ButtonLink>
          ) : (
            <ButtonLink look="solid" size="large" href={programPath(site.key, way === 'spreadsheet')}>
              {way === 'spreadsheet' ? setUp.spreadsheet() : setUp.typeProgram()}
            </ButtonLink>
          )}
        </footer>
      </div>
    </SetUpLayout>
  );
}

/** The address of the site, to copy and to open. */
function Address({ address, origin }: { readonly address: string; readonly origin: string }) {
  const { setUp, common } = useMessages();
  const copy = useCopy();
  return (
    <div className={styles['live']}>
      <input readOnly value={address} aria-label={setUp.siteAddress()} />
      <Button icon="copy" onPress={() => copy(origin)}>
        {common.copy()}
      </Button>
      <ButtonLink icon="external" href={origin} target="_blank" rel="noopener">
        {setUp.open()}
      </ButtonLink>
    </div>
  );
}

function NextSteps({ site }: { readonly site: string }) {
  const { setUp, nav } = useMessages();
  return (
    <ul className={styles['next']}>
      {NEXT.map(({ screen, icon, text }) => (
        <li key={screen}>
          <Link href={screenPath(site, screen)}>
            <span className={styles['wayIcon']}>
              <Icon name={icon} />
            </span>
            <span>
              <b>{nav[screen]()}</b>
              <small>{setUp[text]()}</small>
            </span>
            <Icon name="right" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
