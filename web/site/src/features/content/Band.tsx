import { Anchor, type AnchorLink } from '@marquee/ui/Anchor/Anchor.tsx';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { usePage } from '../../state/page.ts';
import css from './Band.module.css';

/** A call to action across the page: full bleed on sites with square corners, a box on sites with round ones. */
export function Band({
  id,
  title,
  text,
  link,
  color,
}: {
  id: string;
  title: string;
  text: string;
  link: AnchorLink;
  color?: string | undefined;
}) {
  const { site, messages } = usePage();
  const isFullBleed = site.theme.roundContent === 'NONE';
  const content = (
    <div className={css.inner}>
      <div>
        <h2 id={id}>{title}</h2>
        {text === '' ? null : <p>{text}</p>}
      </div>
      <Anchor link={link} windowLabel={messages.common.opensInNewWindow} className={cx(buttonClass({ size: 'l' }), css.button)} />
    </div>
  );
  if (isFullBleed)
    return (
      <section className={css.band} aria-labelledby={id} data-bleed="" data-brand={color}>
        <div className="wrap">{content}</div>
      </section>
    );
  return (
    <section className="wrap" aria-labelledby={id}>
      <div className={cx(css.band, css.boxed)} data-brand={color}>
        {content}
      </div>
    </section>
  );
}
