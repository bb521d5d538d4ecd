import { cx } from '@marquee/ui/cx.ts';
import { kept } from '@marquee/ui/kept.ts';
import { usePage } from '../../state/page.tsx';
import css from './Footer.module.css';
import { FooterBody } from './FooterBody.server.tsx';

/**
 * The footer in the operator's layout (SET-14). On phones its links can be switched off (PAGE-11). Nothing in it ever
 * changes, so the browser keeps what the server wrote, and the code that wrote it is not sent.
 */
export function Footer() {
  const { site, m } = usePage();
  const frame = {
    className: cx(css.footer, !site.footerMobileLinks && css.bare),
    'data-surface': 'footer',
    'data-layout': site.footerLayout,
    'aria-label': m.footer.label(),
  };
  return import.meta.env.SSR ? (
    <footer {...frame}>
      <FooterBody />
    </footer>
  ) : (
    <footer {...frame} {...kept('footer')} />
  );
}
