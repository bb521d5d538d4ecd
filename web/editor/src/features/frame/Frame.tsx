import { cx } from '@marquee/ui/cx.ts';
import type { ReactNode } from 'react';
import { Button as AriaButton, Link } from 'react-aria-components';
import { Icon } from '../../parts/Icon.tsx';
import { SCREEN_ICONS } from '../../parts/screen-icons.ts';
import { Menu } from '../../parts/Overlay.tsx';
import { useOpenSite } from '../../state/drafts.ts';
import { useFrameKeys } from '../../state/keys.ts';
import { type Screen, screenPath, useScreen } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { useIsFolded } from '../../state/rail.ts';
import { useScreenNames, useScreens } from '../../state/screen-names.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { TopBar } from './TopBar.tsx';
import styles from './Frame.module.css';

/** The groups of the navigation, of sections that exist. */
const GROUPS = [
  { name: 'program', screens: ['program', 'films', 'featured', 'events'] },
  { name: 'site', screens: ['pages', 'menus', 'design', 'media', 'history'] },
  { name: 'people', screens: ['members', 'rewards'] },
  { name: 'setup', screens: ['theaters', 'settings', 'team'] },
] as const;

/** The screens that are tabs of phones: the first four that the role can use. The others are in a menu. */
const TABS: readonly Screen[] = ['overview', 'program', 'films', 'members', 'pages', 'design'];
const TAB_COUNT = 4;

/** The frame around every screen: top bar, navigation, and a tab bar on phones. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { nav, overview, common } = useMessages();
  const { site } = useOpenSite();
  const screens = useScreens();
  const { screen: current, isRecordOpen } = useScreen();
  const tabs = TABS.filter((screen) => screens.includes(screen)).slice(0, TAB_COUNT);
  const isFolded = useIsFolded(current, isRecordOpen);
  const names = useScreenNames();
  useFrameKeys(screens);
  const link = (screen: Screen, className: string | undefined, name = names[screen]): ReactNode => (
    <Link
      key={screen}
      href={screenPath(site.key, screen)}
      className={className ?? ''}
      {...(screen === current ? { 'aria-current': 'page' as const } : {})}
    >
      <Icon name={SCREEN_ICONS[screen]} />
      <span>{name}</span>
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
      <main id="main" className={styles['main']} tabIndex={-1}>
        {children}
      </main>
      <nav className={styles['bar']} aria-label={nav.label()}>
        {tabs.map((screen) => link(screen, styles['tab'], screen === 'overview' ? overview.title() : names[screen]))}
        <Menu
          label={nav.more()}
          trigger={
            <AriaButton className={styles['tab'] ?? ''} {...(tabs.includes(current) ? {} : { 'aria-current': 'page' as const })}>
              <Icon name="menu" />
              <span>{nav.more()}</span>
            </AriaButton>
          }
          entries={screens
            .filter((screen) => !tabs.includes(screen))
            .map((screen) => ({
              id: screen,
              label: names[screen],
              icon: SCREEN_ICONS[screen],
              href: screenPath(site.key, screen),
              isCurrent: screen === current,
            }))}
        />
      </nav>
    </div>
  );
}
