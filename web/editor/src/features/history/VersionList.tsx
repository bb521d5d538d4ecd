import { cx } from '@marquee/ui/cx.ts';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { useMessages } from '../../state/messages.ts';
import styles from './History.module.css';

export interface VersionRow {
  readonly id: string;
  readonly kind: 'draft' | 'live' | 'version';
  readonly title: string;
  readonly lines: readonly string[];
}

/** Versions, newest first; one is selected. */
export function VersionList({
  rows,
  selected,
  onSelect,
}: {
  readonly rows: readonly VersionRow[];
  readonly selected: string;
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
      className={styles['list'] ?? ''}
    >
      {(row) => (
        <ListBoxItem id={row.id} textValue={row.title} className={styles['version'] ?? ''}>
          <span
            className={cx(
              styles['point'],
              row.kind === 'draft' && styles['pointDraft'],
              row.kind === 'live' && styles['pointLive'],
            )}
          />
          <div>
            <b>{row.title}</b>
            {row.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </ListBoxItem>
      )}
    </ListBox>
  );
}
