import { type ReactNode, useEffect, useState } from 'react';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { ErrorScreen } from '../../parts/ErrorScreen.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { Avatar, Skeleton, Card, Dot, Empty, List, Page, Stack } from '../../parts/Surface.tsx';
import { call } from '../../state/api/client.ts';
import type { ScheduledPublication } from '@marquee/api/editor.gen.ts';
import { errorText } from '../../state/errors.ts';
import { showToast } from '../../state/toasts.ts';
import { screenOf, useChangeWords } from '../../state/changes.ts';
import { contentChecks } from '../../state/content/checks.ts';
import { contrastsOf, isLow } from '../../state/design/contrast.ts';
import { hasTheme, themeColorsOf } from '../../state/design/theme.ts';
import { openDialog } from '../../state/dialogs.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { countChanges, useDraft, useDraftError, useOpenSite } from '../../state/drafts.ts';
import { type Screen, screenPath } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { isWithin } from '../../state/pointer.ts';
import { can } from '../../state/roles.ts';
import { useScreenNames } from '../../state/screen-names.ts';
import { useSession } from '../../state/session.ts';
import styles from './Overview.module.css';

const MINUTE = 60_000;

/** Whether everything is right, and what is next. */
export function Overview() {
  const { overview, nav, common } = useMessages();
  const { long } = useFormats();
  const { site, draft } = useOpenSite();
  const state = useDraft();
  const error = useDraftError();
  const now = useNow();
  return (
    <Page
      title={overview.title()}
      lead={long(now)}
      actions={
        <ButtonLink href={site.origin} target="_blank" icon="external">
          {nav.openSite()}
        </ButtonLink>
      }
    >
      {state === undefined &&
        (error === undefined ? (
          <Skeleton label={common.loading()} />
        ) : (
          <ErrorScreen error={error} onRetry={() => void draft.load()} />
        ))}
      {state !== undefined && (
        <div className={styles['columns']}>
          <Attention state={state} />
          <Stack>
            <PublishState state={state} />
            <Present state={state} />
          </Stack>
        </div>
      )}
    </Page>
  );
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface Task {
  readonly id: string;
  readonly icon: IconName;
  readonly title: string;
  readonly why: string;
  readonly action: ReactNode;
}

/** What needs a person, the worst first, at most five. */
function useTasks(state: DraftState): readonly Task[] {
  const { overview, publish } = useMessages();
  const { list } = useFormats();
  const { wordsOf } = useChangeWords(state.server.problems.length > 0);
  const { site } = useOpenSite();
  const { data } = useSession();
  const link = (screen: Screen, label: string): ReactNode => (
    <ButtonLink size="small" href={screenPath(site.key, screen)}>
      {label}
    </ButtonLink>
  );
  const tasks: Task[] = state.server.problems.slice(0, 3).map(({ pointer, message }) => ({
    id: pointer,
    icon: 'warning',
    title: wordsOf(pointer, state.content).part,
    why: message,
    action: link(screenOf(pointer), overview.fix()),
  }));
  const { deadLinks } = contentChecks(state.content);
  if (deadLinks.length > 0)
    tasks.push({
      id: 'links',
      icon: 'tree',
      title: publish.deadLinks({ count: deadLinks.length }),
      why: overview.deadLinksWhy({ labels: list(deadLinks.slice(0, 3)) }),
      action: link('menus', overview.fix()),
    });
  const low = hasTheme(state.content) ? contrastsOf(themeColorsOf(state.content)).filter(isLow).length : 0;
  if (low > 0)
    tasks.push({
      id: 'contrast',
      icon: 'palette',
      title: overview.lowContrast({ count: low }),
      why: overview.lowContrastWhy(),
      action: link('design', overview.fix()),
    });
  if (data !== undefined && data !== null && !data.operator.hasTotp)
    tasks.push({
      id: 'totp',
      icon: 'shield',
      title: overview.noTotp(),
      why: overview.noTotpWhy(),
      action: link('team', overview.setUp()),
    });
  return tasks.slice(0, 5);
}

function Attention({ state }: { readonly state: DraftState }) {
  const { overview } = useMessages();
  const tasks = useTasks(state);
  const { site } = useOpenSite();
  return (
    <Card title={overview.attention()}>
      {tasks.length === 0 ? (
        <Empty
          title={overview.allGood()}
          action={can(site, 'editSite') && <ButtonLink href={screenPath(site.key, 'design')}>{overview.openDesign()}</ButtonLink>}
        >
          {overview.allGoodText()}
        </Empty>
      ) : (
        <List>
          {tasks.map(({ id, icon, title, why, action }) => (
            <li key={id}>
              <span className={styles['icon']}>
                <Icon name={icon} />
              </span>
              <div>
                <b>{title}</b>
                <p>{why}</p>
              </div>
              {action}
            </li>
          ))}
        </List>
      )}
    </Card>
  );
}

function PublishState({ state }: { readonly state: DraftState }) {
  const { overview, nav } = useMessages();
  const { wordsOf } = useChangeWords(false);
  const names = useScreenNames();
  const { moment, list } = useFormats();
  const { site } = useOpenSite();
  const count = countChanges(state);
  const places = state.server.changes.map(({ pointer }) =>
    isWithin(pointer, '/site') ? names[screenOf(pointer)] : wordsOf(pointer, state.content).place,
  );
  const { published, scheduled } = state.server;
  return (
    <Card>
      <div className={styles['state']}>
        <h2 className={styles['line']}>
          <Dot isLive={count === 0} />
          {count === 0 ? overview.noChanges() : overview.draft({ count })}
        </h2>
        {places.length > 0 && <p className={styles['quiet']}>{list([...new Set(places)].slice(0, 4))}</p>}
        <p className={styles['line']}>
          <Dot isLive />
          <span className={styles['quiet']}>
            {published === undefined ? overview.live() : overview.liveSince({ moment: moment(published.at) })}
          </span>
        </p>
        {scheduled !== undefined && <Scheduled scheduled={scheduled} />}
        <div className={styles['actions']}>
          {count > 0 && can(site, 'publish') && (
            <Button look="solid" onPress={() => openDialog('publish')}>
              {overview.review()}
            </Button>
          )}
          {can(site, 'read') && (
            <ButtonLink href={screenPath(site.key, 'history')} icon="history">
              {nav.history()}
            </ButtonLink>
          )}
        </div>
      </div>
    </Card>
  );
}

function Scheduled({ scheduled }: { readonly scheduled: ScheduledPublication }) {
  const messages = useMessages();
  const { overview } = messages;
  const { moment } = useFormats();
  const { site, draft } = useOpenSite();
  const cancel = async (): Promise<void> => {
    try {
      await call('DELETE', `${site.key}/publish/scheduled`);
      showToast(overview.canceled());
    } catch (error) {
      showToast(errorText(error, messages));
    }
    await draft.load();
  };
  return (
    <div className={styles['line']}>
      <p className={styles['quiet']}>{overview.scheduled({ moment: moment(scheduled.at), name: scheduled.actor })}</p>
      {can(site, 'publish') && (
        <Button size="small" onPress={() => void cancel()}>
          {overview.cancelScheduled()}
        </Button>
      )}
    </div>
  );
}

function Present({ state }: { readonly state: DraftState }) {
  const { overview, nav } = useMessages();
  return (
    <Card title={nav.here()}>
      <List>
        {state.server.present.length === 0 && (
          <li>
            <div>
              <p>{overview.alone()}</p>
            </div>
          </li>
        )}
        {state.server.present.map(({ id, name }) => (
          <li key={id}>
            <Avatar name={name} />
            <div>{name}</div>
          </li>
        ))}
      </List>
    </Card>
  );
}
