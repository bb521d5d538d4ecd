import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Autocomplete, Collection, Header, Input, ListBox, ListBoxItem, ListBoxSection, SearchField } from 'react-aria-components';
import { Key } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { TopDialog } from '../../parts/Overlay.tsx';
import { useMessages } from '../../state/messages.ts';
import { type Command, useFoundCommands } from './commands.ts';
import styles from './Palette.module.css';

/** Sections, actions, records, settings and texts, found by typing. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { palette, nav } = useMessages();
  const router = useRouter();
  const [query, setQuery] = useState('');
  const groups = useFoundCommands(query);
  const run = (command: Command | undefined): void => {
    onClose();
    if (command?.href !== undefined) void router.navigate({ href: command.href });
    command?.run?.();
  };
  const find = (id: unknown): Command | undefined =>
    groups.flatMap(({ commands }) => commands).find((command) => command.id === id);
  return (
    <TopDialog label={nav.search()} onClose={onClose}>
      <Autocomplete inputValue={query} onInputChange={setQuery}>
        <SearchField aria-label={nav.search()} autoFocus className={styles['search'] ?? ''}>
          <Icon name="search" />
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/role-has-required-aria-props -- Autocomplete adds aria-controls */}
          <Input placeholder={nav.search()} role="combobox" aria-expanded aria-haspopup="listbox" />
          <Key>Esc</Key>
        </SearchField>
        <ListBox
          aria-label={palette.results()}
          className={styles['list'] ?? ''}
          items={groups}
          onAction={(key) => run(find(key))}
          renderEmptyState={() => <p className={styles['none']}>{palette.none({ query })}</p>}
        >
          {(group) => (
            <ListBoxSection id={group.name}>
              <Header className={styles['group'] ?? ''}>{group.name}</Header>
              <Collection items={group.commands}>
                {(command) => (
                  <ListBoxItem id={command.id} textValue={command.label} className={styles['item'] ?? ''}>
                    <Icon name={command.icon} />
                    <span>
                      {command.label} {command.hint !== undefined && <small>{command.hint}</small>}
                    </span>
                    {command.keys?.map((key) => (
                      <Key key={key}>{key}</Key>
                    ))}
                  </ListBoxItem>
                )}
              </Collection>
            </ListBoxSection>
          )}
        </ListBox>
      </Autocomplete>
      <footer className={styles['foot']}>
        <span>↑ ↓ {palette.choose()}</span>
        <span>↵ {palette.open()}</span>
        <span>? {palette.allKeys()}</span>
      </footer>
    </TopDialog>
  );
}
