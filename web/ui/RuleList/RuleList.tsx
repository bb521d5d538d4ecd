import { cx } from '../cx.ts';
import { ICONS } from '../Icon/icons.ts';
import { Glyph } from '../Icon/Glyph.tsx';
import { MINUS_ICON } from '../Icon/form-icons.ts';
import css from './RuleList.module.css';

/** The rules for a text, each with a mark whether it is met. The text's field refers to `id` in `aria-describedby`. */
export function RuleList({
  id,
  label,
  rules,
  okLabel,
  openLabel,
}: {
  id: string;
  label?: string | undefined;
  rules: readonly { text: string; ok: boolean }[];
  /** Announced after a rule that is met. */
  okLabel: string;
  /** Announced after a rule that is not met. */
  openLabel: string;
}) {
  return (
    <ul className={css.rules} id={id} aria-label={label}>
      {rules.map(({ text, ok }) => (
        <li key={text} className={cx(css.rule, ok && css.ok)}>
          <Glyph path={ok ? ICONS.check : MINUS_ICON} />
          <span>
            {text}
            <span className="sr">, {ok ? okLabel : openLabel}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
