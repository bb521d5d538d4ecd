import type { BlockView } from '@marquee/api/schema.gen.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Fact } from '@marquee/ui/Fact/Fact.tsx';
import { phoneHref } from '../../state/href.ts';
import { usePage } from '../../state/page.ts';
import css from './Panel.module.css';

/** How to contact the theater: text, and links for phone and mail. There is no form. */
export function Contact({
  id,
  contact: { title, text, phone, email, address },
}: {
  id: string;
  contact: Extract<BlockView, { type: 'contact' }>;
}) {
  const { messages } = usePage();
  return (
    <section className={cx('wrap', css.block)} aria-labelledby={id}>
      <div className={cx(css.panel, css.contact)}>
        <div>
          <h2 id={id}>{title}</h2>
          {text === '' ? null : <p className={css.text}>{text}</p>}
        </div>
        <dl>
          <Fact name={messages.theater.phone()} text={phone} href={phoneHref(phone)} />
          <Fact name={messages.theater.email()} text={email} href={`mailto:${email}`} />
          <Fact name={messages.theater.address()} text={address} />
        </dl>
      </div>
    </section>
  );
}
