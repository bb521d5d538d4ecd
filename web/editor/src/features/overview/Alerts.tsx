import { ButtonLink } from '../../parts/Button.tsx';
import { Card, List } from '../../parts/Surface.tsx';
import { useAlerts, useUnsentAlerts } from '../../state/alerts/queries.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { recordPath } from '../../state/location.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import type { useOverview } from '../../state/overview.ts';
import { canAt, canSomewhere } from '../../state/roles.ts';

/** The alerts of the theaters, each with the way to its form. */
export function Alerts({ query }: { readonly query: ReturnType<typeof useOverview> }) {
  const { overview, theaters: names } = useMessages();
  const words = names.alert;
  const { momentIn } = useFormats();
  const { site } = useOpenSite();
  const { data } = useAlerts();
  const unsent = useUnsentAlerts();
  const theaters = query.data?.theaters ?? [];
  if (data === undefined || theaters.length === 0 || !canSomewhere(site, 'alerts')) return null;
  return (
    <Card title={overview.alerts()}>
      <List>
        {theaters.map(({ id, name, timeZone }) => {
          const alert = data.find((candidate) => candidate.theater === id);
          const change = unsent.find(({ theater, state }) => theater === id && state === 'waiting');
          return (
            <li key={id}>
              <div>
                {name}
                <p>{alert === undefined ? overview.noAlert() : alert.message}</p>
                {alert !== undefined && <p>{overview.alertUntil({ moment: momentIn(alert.endsAt, timeZone) })}</p>}
                {change?.next !== undefined && <p>{words.yours({ message: change.next.message })}</p>}
                {change !== undefined && <p>{change.next === undefined ? words.waitingEnd() : words.waiting()}</p>}
              </div>
              {canAt(site, 'alerts', id) && (
                <ButtonLink
                  size="small"
                  icon="megaphone"
                  href={recordPath(site.key, 'theaters', id)}
                  aria-label={alert === undefined ? overview.showAlertOf({ name }) : overview.changeAlert({ name })}
                >
                  {alert === undefined ? overview.showAlert() : overview.change()}
                </ButtonLink>
              )}
            </li>
          );
        })}
      </List>
    </Card>
  );
}
