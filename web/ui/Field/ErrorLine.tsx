import { ALERT_ICON } from '../Icon/form-icons.ts';
import { Glyph } from '../Icon/Glyph.tsx';
import css from './Field.module.css';

/** The error message of the control with this id. Renders nothing if there is none. */
export function ErrorLine({ id, error }: { id: string; error?: string | undefined }) {
  if (!error) return null;
  return (
    <p className={css.error} id={`${id}-error`}>
      <Glyph path={ALERT_ICON} />
      <span>{error}</span>
    </p>
  );
}
