import type { TheaterAccess, TheaterPage } from '@marquee/api/schema.gen.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { Fact } from '@marquee/ui/Fact/Fact.tsx';
import { Icon } from '@marquee/ui/Icon/Icon.tsx';
import { Picture } from '@marquee/ui/Picture/Picture.tsx';
import { phoneHref } from '../../state/href.ts';
import { pictureSource } from '../../state/media.ts';
import { usePage } from '../../state/page.ts';
import css from './Plan.module.css';

const SIZES = '(min-width: 1024px) 288px, calc(100vw - 40px)';

/** The content of the section, see Plan.tsx. */
export function PlanBody({ theater }: { theater: TheaterPage }) {
  const { site, messages } = usePage();
  const { contact } = theater;
  const directions = messages.common.opensInNewWindow({ label: messages.theater.directions() });
  return (
    <>
      <div className={css.details}>
        <h2 id="plan">{messages.theater.plan()}</h2>
        {theater.description === '' ? null : <p>{theater.description}</p>}
        <dl>
          <Fact name={messages.theater.address()} text={contact.address} />
          <Fact name={messages.theater.phone()} text={contact.phone} href={phoneHref(contact.phone)} />
          <Fact name={messages.theater.email()} text={theater.email} href={`mailto:${theater.email}`} />
          <Fact name={messages.theater.hours()} text={contact.hours} />
          {theater.access === undefined ? null : <Access access={theater.access} />}
        </dl>
        <div className={css.actions}>
          {contact.directions === '' ? null : (
            <a
              className={buttonClass({ kind: 'line', size: 's' })}
              href={contact.directions}
              target="_blank"
              rel="noreferrer"
              title={directions}
              aria-label={directions}
            >
              <Icon name="directions" />
              {messages.theater.directions()}
            </a>
          )}
          {theater.selectHref === '' ? null : (
            <a className={buttonClass({ kind: 'line', size: 's' })} href={theater.selectHref}>
              {messages.theater.select()}
            </a>
          )}
        </div>
        {theater.calendarHref === '' ? null : (
          <a className={cx('link quiet small', css.calendar)} href={theater.calendarHref}>
            {messages.theater.calendar()}
          </a>
        )}
      </div>
      {theater.picture === undefined ? null : (
        <Picture className={css.picture} source={pictureSource(site.key, theater.picture, 'card')} sizes={SIZES} />
      )}
    </>
  );
}

function Access({ access: { label, features, note } }: { access: TheaterAccess }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {features.length === 0 ? null : (
          <ul>
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        )}
        {note === '' ? null : <p>{note}</p>}
      </dd>
    </div>
  );
}
