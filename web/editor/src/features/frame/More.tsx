import { Link } from 'react-aria-components';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { SCREEN_ICONS } from '../../parts/screen-icons.ts';
import { Card, Dot, surfaceStyles, useScreenTitle } from '../../parts/Surface.tsx';
import { WaitingTag } from '../../parts/WaitingTag.tsx';
import { openDialog } from '../../state/dialogs.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { countChanges, useDraft, useOpenSite } from '../../state/drafts.ts';
import { useWaitingCount } from '../../state/feeds/queries.ts';
import { useLiveWords } from '../../state/live-words.ts';
import { screenPath } from '../../state/location.ts';
import { useMessages } from '../../state/messages.ts';
import { moreOf } from '../../state/navigation.ts';
import { canSomewhere } from '../../state/roles.ts';
import { useScreenNames, useScreens } from '../../state/screen-names.ts';
import { useSignOut } from '../../state/session.ts';
import { AccountMenu } from './AccountMenu.tsx';
import styles from './More.module.css';

/** The screens that are no tabs of phones, with the state of the draft. */
export function More() {
  const { nav } = useMessages();
  const heading = useScreenTitle(nav.more());
  const { site } = useOpenSite();
  const state = useDraft();
  const names = useScreenNames();
  const lists = moreOf(useScreens());
  const waiting = useWaitingCount();
  return (
    <div className={styles['more']}>
      <h1 ref={heading} tabIndex={-1} className={surfaceStyles['hidden']}>
        {nav.more()}
      </h1>
      {state !== undefined && <DraftLine state={state} />}
      <nav className={styles['lists']} aria-label={nav.more()}>
        {lists.map((screens) => (
          <Card key={screens[0]}>
            <ul className={styles['list']}>
              {screens.map((screen) => (
                <li key={screen}>
                  <Link href={screenPath(site.key, screen)}>
                    <Icon name={SCREEN_ICONS[screen]} />
                    <span>{names[screen]}</span>
                    {screen === 'feeds' && waiting > 0 && <WaitingTag count={waiting} />}
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </nav>
      <Account />
    </div>
  );
}

/** How many changes the draft has, since when the site is live, and its publication. */
function DraftLine({ state }: { readonly state: DraftState }) {
  const { overview, nav } = useMessages();
  const { site } = useOpenSite();
  const live = useLiveWords(state);
  const count = countChanges(state);
  return (
    <Card className={styles['draft']}>
      <Dot isLive={count === 0} />
      <div>
        <h2>{count === 0 ? overview.noChanges() : overview.draft({ count })}</h2>
        <p>{live}</p>
      </div>
      {count > 0 && canSomewhere(site, 'publish') && (
        <Button look="solid" onPress={() => openDialog('publish')}>
          {nav.publish()}
        </Button>
      )}
    </Card>
  );
}

function Account() {
  const { nav } = useMessages();
  const signOut = useSignOut();
  return (
    <div className={styles['account']}>
      <AccountMenu className={styles['person'] ?? ''} />
      <Button look="ghost" onPress={() => void signOut()}>
        {nav.signOut()}
      </Button>
    </div>
  );
}
