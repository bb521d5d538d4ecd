import { cx } from '@marquee/ui/cx.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { Icon } from '../../parts/Icon.tsx';
import { SCREEN_ICONS } from '../../parts/screen-icons.ts';
import { useRowKeys } from '../../parts/use-row-keys.ts';
import { useAlertSending } from '../../state/alerts/queries.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { useFrameKeys } from '../../state/keys.ts';
import { MORE, type Screen, morePath, screenPath, useScreen } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { GROUPS, tabsOf } from '../../state/navigation.ts';
import { useOverviewAhead } from '../../state/overview.ts';
import { useIsFolded } from '../../state/rail.ts';
import { useWaitingCount } from '../../state/feeds/queries.ts';
import { useScreenNames, useScreens } from '../../state/screen-names.ts';
import { WaitingTag } from '../../parts/WaitingTag.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { Notes } from './Notes.tsx';
import { TopBar } from './TopBar.tsx';
import styles from './Frame.module.css';

/** The frame around every screen: top bar, navigation, and a tab bar on phones. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { nav, overview, common } = useMessages();
  const { site } = useOpenSite();
  const screens = useScreens();
  const { screen: current, isRecordOpen } = useScreen();
  const tabs = tabsOf(screens);
  // The other screens are reached from the page “More”.
  const isTab = tabs.some((screen) => screen === current);
  const isFolded = useIsFolded(current, isRecordOpen);
  const names = useScreenNames();
  const waiting = useWaitingCount();
  useAlertSending();
  useOverviewAhead();
  useFrameKeys(screens);
  useRowKeys();
  const link = (screen: Screen, className: string | undefined, name = names[screen]): ReactNode => (
    <Link
      key={screen}
      href={screenPath(site.key, screen)}
      className={className ?? ''}
      {...(screen === current ? { 'aria-current': 'page' as const } : {})}
    >
      <Icon name={SCREEN_ICONS[screen]} />
      <span>{name}</span>
      {screen === 'feeds' && waiting > 0 && <WaitingTag count={waiting} />}
    </Link>
  );
  return (
    <div className={cx(styles['frame'], isFolded && styles['folded'])}>
      <a className={styles['skip']} href="#main">
        {common.skip()}
      </a>
      <TopBar />
      <nav className={styles['nav']} aria-label={nav.label()}>
        {link('overview', styles['link'])}
        {GROUPS.map(({ name, screens: all }) => {
          const shown = all.filter((screen) => screens.includes(screen));
          return (
            shown.length > 0 && (
              <div key={name}>
                <h2>{nav.groups[name]()}</h2>
                {shown.map((screen) => link(screen, styles['link']))}
              </div>
            )
          );
        })}
        <div className={styles['foot']}>
          <AccountMenu className={styles['link'] ?? ''} />
        </div>
      </nav>
      <Notes />
      <main id="main" className={styles['main']} tabIndex={-1}>
        {children}
      </main>
      <nav className={styles['bar']} aria-label={nav.label()}>
        {tabs.map((screen) => link(screen, styles['tab'], screen === 'overview' ? overview.title() : names[screen]))}
        <Link
          href={morePath(site.key)}
          className={styles['tab'] ?? ''}
          {...(current === MORE ? { 'aria-current': 'page' as const } : isTab ? {} : { 'aria-current': 'true' as const })}
        >
          <Icon name="menu" />
          <span>{nav.more()}</span>
        </Link>
      </nav>
    </div>
  );
}
