import type { PageAlerts } from '@marquee/api/schema.gen.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';

/** Styles of the alerts, for the head of a page that has some. */
export const ALERTS_CSS =
  '[data-alerts]{padding-block:16px 8px}' +
  '[data-alerts] p{display:flex;gap:12px;padding:14px 16px;overflow-wrap:anywhere;' +
  'border:1px solid var(--lineStrong);border-inline-start:4px solid var(--visibleHighlightOnBackground);border-radius:var(--rcs);' +
  'background:var(--wash);font-size:.9375rem;line-height:1.45}' +
  '[data-alerts] p+p{margin-block-start:8px}' +
  '[data-alerts] svg{flex:none;margin-block-start:1px}';

/** The messages as typed, each with an icon and, on a circuit, its theater. */
export function AlertsBody({ alerts }: { alerts: PageAlerts }) {
  return alerts.items.map(({ theater, message }) => (
    <p key={`${theater} ${message}`}>
      <Icon name="info" />
      <span>
        {theater === undefined || theater === '' ? null : <b>{theater}: </b>}
        {message}
      </span>
    </p>
  ));
}
