import { serverHtml } from '@marquee/ui/server-html.ts';
import css from './TagLegend.module.css';
import { TagLegend } from './TagLegend.server.tsx';

/** Explains the tags of the page's showtimes. Static, so the browser reuses the server's markup. */
export function Legend() {
  return import.meta.env.SSR ? (
    <div data-legend="" className={css.place}>
      <TagLegend />
    </div>
  ) : (
    <div data-legend="" className={css.place} {...serverHtml('[data-legend]')} />
  );
}
