import { PREVIEWED_FOOTER } from '@marquee/rules/preview.ts';
import { cx } from '@marquee/ui/cx.ts';
import { usePage } from '../../state/page.ts';
import css from './Footer.module.css';
import { FooterBody } from './FooterBody.tsx';

/** The footer in the operator's layout (SET-14). The operator can hide its links on phones (PAGE-11). */
export function Footer() {
  const { site, messages, context } = usePage();
  return (
    <footer
      id="footer"
      className={cx(css.footer, !site.footerMobileLinks && css.bare)}
      data-surface="footer"
      data-layout={site.footerLayout}
      aria-label={messages.footer.label()}
    >
      <FooterBody />
      {context.isPreview === true && <span id={PREVIEWED_FOOTER} hidden />}
    </footer>
  );
}
