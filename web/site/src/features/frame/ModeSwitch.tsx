import { offersDark } from '@marquee/rules/theme/css.ts';
import { cx } from '@marquee/ui/cx.ts';
import { usePage } from '../../state/page.ts';
import css from './ModeSwitch.module.css';

/** The switch to dark mode, if the operator offers it (THEME-07); entry-mode.ts handles it. */
export function ModeSwitch({ className }: { className?: string | undefined }) {
  const { site, messages } = usePage();
  if (!offersDark(site.theme)) return null;
  return (
    <button className={cx(css.mode, 'needsScript', className)} type="button" aria-pressed="false" data-mode-switch="">
      {messages.footer.darkColors()}
    </button>
  );
}
