import { Link } from 'react-aria-components';
import { useMessages } from '../state/messages.ts';
import { Icon } from './Icon.tsx';
import styles from './Trail.module.css';

/** The screens above the open one, each a link, and the name of the open one. */
export function Trail({
  links,
  current,
}: {
  readonly links: readonly { readonly label: string; readonly href: string }[];
  readonly current: string;
}) {
  const { feeds } = useMessages();
  return (
    <nav aria-label={feeds.where()}>
      <ol className={styles['trail']}>
        {links.map(({ label, href }) => (
          <li key={href}>
            <Link href={href}>{label}</Link>
            <Icon name="right" small />
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}
