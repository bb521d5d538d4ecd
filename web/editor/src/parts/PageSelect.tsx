import {
  Button as AriaButton,
  Collection,
  Header,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  Select as AriaSelect,
  SelectValue,
} from 'react-aria-components';
import { useMessages } from '../state/messages.ts';
import type { PreviewPageGroup } from '../state/preview/pages.ts';
import { Icon } from './Icon.tsx';
import styles from './Field.module.css';

/** The page that a preview shows, chosen from groups. */
export function PageSelect({
  groups,
  value,
  onChange,
}: {
  readonly groups: readonly PreviewPageGroup[];
  readonly value: string;
  readonly onChange: (path: string) => void;
}) {
  const { preview } = useMessages();
  const label = groups.flatMap(({ pages }) => pages).find(({ path }) => path === value)?.label ?? value;
  return (
    <AriaSelect
      aria-label={preview.page()}
      value={keyOf(value)}
      onChange={(key) => onChange(pathOf(key))}
      className={styles['field'] ?? ''}
    >
      <AriaButton className={styles['plain'] ?? ''}>
        <SelectValue>{label}</SelectValue>
        <Icon name="down" small />
      </AriaButton>
      <Popover className={styles['popover'] ?? ''}>
        <ListBox className={styles['list'] ?? ''} items={groups}>
          {(group) => (
            <ListBoxSection id={group.name}>
              <Header className={styles['group'] ?? ''}>{group.name}</Header>
              <Collection items={group.pages}>
                {({ path, label: name }) => (
                  <ListBoxItem id={keyOf(path)} textValue={name} className={styles['option'] ?? ''}>
                    {name}
                    {path === value && <Icon name="check" small />}
                  </ListBoxItem>
                )}
              </Collection>
            </ListBoxSection>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

// A key must not be empty.
const keyOf = (path: string): string => `/${path}`;
const pathOf = (key: unknown): string => String(key).slice(1);
