import { cx } from '@marquee/ui/cx.ts';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { Tag } from '../../parts/Surface.tsx';
import { useMessages } from '../../state/messages.ts';
import styles from './History.module.css';

export interface VersionRow {
  readonly id: string;
  readonly kind: 'draft' | 'live' | 'version' | 'run';
  readonly title: string;
  /** The report of a feed's run; a version has no address. */
  readonly href?: string;
  readonly lines: readonly string[];
}

/** Versions, newest first; one is selected. */
export function VersionList({
  rows,
  selected,
  other,
  onSelect,
}: {
  readonly rows: readonly VersionRow[];
  /** The version on the right. */
  readonly selected: string;
  /** The version on the left. */
  readonly other: string;
  readonly onSelect: (id: string) => void;
}) {
  const { history } = useMessages();
  return (
    <ListBox
      aria-label={history.versions()}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[selected]}
      onSelectionChange={(keys) => {
        const [key] = [...(keys === 'all' ? [] : keys)];
        if (typeof key === 'string') onSelect(key);
      }}
      items={rows}
      dependencies={[selected, other]}
      className={styles['list'] ?? ''}
    >
      {(row) => (
        <ListBoxItem
          id={row.id}
          textValue={row.title}
          {...(row.href === undefined ? {} : { href: row.href })}
          className={styles['version'] ?? ''}
          data-row=""
        >
          <span
            className={cx(
              styles['point'],
              row.kind === 'draft' && styles['pointDraft'],
              row.kind === 'live' && styles['pointLive'],
            )}
          />
          <div>
            <b>
              {row.title} {row.id === other && <Tag>{history.left()}</Tag>} {row.id === selected && <Tag>{history.right()}</Tag>}
            </b>
            {row.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </ListBoxItem>
      )}
    </ListBox>
  );
}
