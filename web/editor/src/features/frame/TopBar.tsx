import { cx } from '@marquee/ui/cx.ts';
import { Button as AriaButton } from 'react-aria-components';
import { Brand } from '../../parts/Brand.tsx';
import { Button, IconButton, Key } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Menu } from '../../parts/Overlay.tsx';
import { Avatar, Dot, VisuallyHidden } from '../../parts/Surface.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { countChanges, useDraft, useOpenSite } from '../../state/drafts.ts';
import { commandKey } from '../../state/keys.ts';
import { MORE, SET_UP_PATH, screenPath, useScreen } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { canSomewhere } from '../../state/roles.ts';
import { useSession } from '../../state/session.ts';
import { SaveStatus } from './SaveStatus.tsx';
import styles from './Frame.module.css';

/** The bar on top: site, search, who else is here, the state of the draft. */
export function TopBar() {
  const { nav } = useMessages();
  const { site } = useOpenSite();
  const { number } = useFormats();
  const state = useDraft();
  const count = state === undefined ? 0 : countChanges(state);
  const mayPublish = canSomewhere(site, 'publish');
  // The page with the other screens of phones has the state of the draft itself.
  const isShownBelow = useScreen().screen === MORE;
  return (
    <header className={styles['top']}>
      <div className={styles['group']}>
        <Brand />
        <SiteSwitch />
      </div>
      <AriaButton className={styles['find'] ?? ''} onPress={() => openDialog('palette')}>
        <Icon name="search" small />
        <span>{nav.search()}</span>
        <Key>{commandKey()}</Key>
        <Key>K</Key>
      </AriaButton>
      <div className={cx(styles['group'], styles['end'])}>
        <div className={cx(styles['people'], styles['wide'])}>
          <VisuallyHidden>{nav.here()}</VisuallyHidden>
          {state?.server.present.slice(0, 4).map(({ id, name }) => (
            <Avatar key={id} name={name} isDecorative={false} />
          ))}
        </div>
        <SaveStatus />
        <span className={styles['wide']}>
          <IconButton icon="external" label={nav.openSite()} onPress={() => open(site.origin, '_blank', 'noopener')} />
        </span>
        <span className={styles['narrow']}>
          <IconButton icon="search" label={nav.search()} onPress={() => openDialog('palette')} />
        </span>
        {count > 0 && (
          <AriaButton
            className={cx(styles['changes'], (mayPublish || isShownBelow) && styles['wide'])}
            aria-label={nav.changes({ count })}
            onPress={() => openDialog('publish')}
          >
            <Dot />
            <span className={styles['wide']}>{nav.changes({ count })}</span>
            <span className={styles['narrow']}>{number(count)}</span>
          </AriaButton>
        )}
        {mayPublish && (
          <span className={styles['wide']}>
            <Button look="solid" isDisabled={count === 0} onPress={() => openDialog('publish')}>
              {nav.publish()}
            </Button>
          </span>
        )}
        {mayPublish && count > 0 && !isShownBelow && (
          // On phones the name of the site needs the room of the word, which is long in some languages.
          <span className={styles['narrow']}>
            <IconButton look="solid" icon="publish" label={nav.publish()} onPress={() => openDialog('publish')} />
          </span>
        )}
      </div>
    </header>
  );
}

function SiteSwitch() {
  const { nav, setUp } = useMessages();
  const { site } = useOpenSite();
  const { data } = useSession();
  const sites = data?.sites ?? [];
  const mayCreate = data?.mayCreateSites === true;
  if (sites.length < 2 && !mayCreate)
    return (
      <span className={styles['site']}>
        <span>{site.name}</span>
      </span>
    );
  return (
    <Menu
      label={nav.sites()}
      trigger={
        <AriaButton className={styles['site'] ?? ''} aria-label={nav.siteSwitch({ name: site.name })}>
          <span>{site.name}</span>
          <Icon name="upDown" small />
        </AriaButton>
      }
      entries={[
        ...sites.map(({ key, name }) => ({ id: key, label: name, href: screenPath(key), isCurrent: key === site.key })),
        ...(mayCreate ? [{ id: '+', label: setUp.newSite(), icon: 'plus' as const, href: SET_UP_PATH }] : []),
      ]}
    />
  );
}
