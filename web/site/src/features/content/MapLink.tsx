import type { LegalContact } from '@marquee/api/schema.gen.ts';
import { Anchor } from '@marquee/ui/Anchor/Anchor.tsx';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { MapArt } from '@marquee/ui/MapArt/MapArt.tsx';
import { phoneHref } from '../../state/href.ts';
import { usePage } from '../../state/page.ts';
import css from './Panel.module.css';

/** Where a theater is: a decorative map, the address, and a link for directions in the visitor's map service. */
export function MapLink({ id, title, theater, contact }: { id: string; title: string; theater: string; contact: LegalContact }) {
  const { messages } = usePage();
  return (
    <section className={cx('wrap', css.block)} aria-labelledby={id}>
      <div className={cx(css.panel, css.withMap)}>
        <MapArt className={css.map} />
        <div className={css.details}>
          <h2 id={id}>{title}</h2>
          <div className={css.lines}>
            {theater === '' || theater === title ? null : <b>{theater}</b>}
            <p>{contact.address}</p>
            {contact.hours === '' ? null : <p className="quiet">{contact.hours}</p>}
            {contact.phone === '' ? null : (
              <a className="link" href={phoneHref(contact.phone)}>
                {contact.phone}
              </a>
            )}
          </div>
          {contact.directions === '' ? null : (
            <Anchor
              link={{ label: messages.theater.directions(), href: contact.directions, external: true }}
              windowLabel={messages.common.opensInNewWindow}
              className={buttonClass({ kind: 'line', size: 's' })}
            >
              <Icon name="directions" />
              {messages.theater.directions()}
            </Anchor>
          )}
        </div>
      </div>
    </section>
  );
}
