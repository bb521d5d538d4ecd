import { serverHtml } from '@marquee/ui/server-html.ts';
import { usePage } from '../../state/page.ts';
import { AlertsBody } from './AlertsBody.server.tsx';

/**
 * The alerts of theaters, before the content. They are outside `main`, which is all that the browser hydrates, and their style is in
 * the head of the pages that have them: they cost other pages nothing.
 */
export function Alerts() {
  const { alerts } = usePage();
  if (alerts === undefined) return null;
  return (
    <aside className="wrap" data-alerts="" aria-label={alerts.label} {...(import.meta.env.SSR ? {} : serverHtml('[data-alerts]'))}>
      {import.meta.env.SSR ? <AlertsBody alerts={alerts} /> : undefined}
    </aside>
  );
}
