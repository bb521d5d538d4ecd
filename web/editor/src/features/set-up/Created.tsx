import { Link } from 'react-aria-components';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { DEVICE_WIDTH, PreviewDevice } from '../../parts/PreviewDevice.tsx';
import { PreviewFrame } from '../../parts/PreviewFrame.tsx';
import { useScreenTitle } from '../../parts/Surface.tsx';
import { type Screen, programPath, screenPath } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import type { SiteAccess } from '../../state/roles.ts';
import { type FeedResult, type NextStep, type SetUpResult, findResult, nextSteps } from '../../state/set-up/created.ts';
import { useCopy } from '../../state/use-copy.ts';
import { SetUpLayout } from './SetUpLayout.tsx';
import { SiteWindow } from './SiteWindow.tsx';
import styles from './SetUp.module.css';

/** The end of the set-up: the site is live. */
export function Created({ site }: { readonly site: SiteAccess }) {
  const { setUp } = useMessages();
  const { elapsed } = useFormats();
  const heading = useScreenTitle(setUp.liveTitle());
  const result = findResult(site.key);
  const address = site.origin.replace(/^https?:\/\//, '');
  return (
    <SetUpLayout title={site.name} preview={<LiveSite origin={site.origin} address={address} />}>
      <div className={styles['form']}>
        <div className={styles['scroll']}>
          <span className={styles['badge']}>
            <Icon name="check" />
          </span>
          <h1 ref={heading} tabIndex={-1}>
            {setUp.liveTitle()}
          </h1>
          <p className={styles['lead']}>{setUp.liveText()}</p>
          {result?.isIncomplete === true && (
            <p className={styles['info']}>
              <Icon name="info" small /> {setUp.incomplete()}
            </p>
          )}
          <Address address={address} origin={site.origin} />
          {result?.feed !== undefined && <Feed site={site.key} feed={result.feed} />}
          <h2>{setUp.nextSteps()}</h2>
          <NextSteps site={site} result={result} />
        </div>
        <footer className={styles['foot']}>
          {result !== undefined && <span className={styles['saved']}>{setUp.finished({ time: elapsed(result.seconds) })}</span>}
          <span className={styles['grow']} />
          <Onward site={site.key} way={result?.way ?? 'website'} />
        </footer>
      </div>
    </SetUpLayout>
  );
}

/** The site as visitors see it. */
function LiveSite({ origin, address }: { readonly origin: string; readonly address: string }) {
  const { setUp } = useMessages();
  return (
    <SiteWindow address={address} note={setUp.live()} isLive>
      <PreviewDevice width={DEVICE_WIDTH.desktop}>
        <PreviewFrame url={`${origin}/`} title={setUp.liveFrame()} />
      </PreviewDevice>
    </SiteWindow>
  );
}

/** What became of the address that keeps the program up to date. */
function Feed({ site, feed }: { readonly site: string; readonly feed: FeedResult }) {
  const { setUp, nav } = useMessages();
  if ('shows' in feed)
    return (
      <p className={styles['info']}>
        <Icon name="feed" small /> {setUp.connected({ count: feed.shows })}
      </p>
    );
  return (
    <p className={styles['feedFailed']}>
      <Icon name="warning" small />
      <span>{setUp.notConnected({ reason: feed.reason })}</span>
      <ButtonLink size="small" href={screenPath(site, 'feeds')}>
        {nav.feeds()}
      </ButtonLink>
    </p>
  );
}

/** Where the program is typed or uploaded; else the overview. */
function Onward({ site, way }: { readonly site: string; readonly way: SetUpResult['way'] }) {
  const { setUp } = useMessages();
  if (way === 'import' || way === 'website')
    return (
      <ButtonLink look="solid" size="large" href={screenPath(site)}>
        {setUp.overview()}
      </ButtonLink>
    );
  return (
    <ButtonLink look="solid" size="large" href={programPath(site, way === 'spreadsheet')}>
      {way === 'spreadsheet' ? setUp.spreadsheet() : setUp.typeProgram()}
    </ButtonLink>
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

const PLACES: Readonly<Record<NextStep, { readonly screen: Screen; readonly icon: IconName }>> = {
  domain: { screen: 'settings', icon: 'globe' },
  pictures: { screen: 'films', icon: 'picture' },
  invite: { screen: 'team', icon: 'invite' },
  program: { screen: 'program', icon: 'calendar' },
  design: { screen: 'design', icon: 'palette' },
  settings: { screen: 'settings', icon: 'settings' },
};

function NextSteps({ site, result }: { readonly site: SiteAccess; readonly result: SetUpResult | undefined }) {
  const { setUp } = useMessages();
  const { steps } = setUp;
  const texts: Readonly<Record<NextStep, string>> = {
    domain: result?.website ?? '',
    pictures: setUp.noPicture({ count: result?.withoutPicture ?? 0 }),
    invite: setUp.teamText(),
    program: setUp.programText(),
    design: setUp.designText(),
    settings: setUp.settingsText(),
  };
  return (
    <ul className={styles['next']}>
      {nextSteps(result, site.origin).map((step) => (
        <li key={step}>
          <Link href={screenPath(site.key, PLACES[step].screen)}>
            <span className={styles['wayIcon']}>
              <Icon name={PLACES[step].icon} />
            </span>
            <span>
              <b>{steps[step]()}</b>
              <small>{texts[step]}</small>
            </span>
            <Icon name="right" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
