import type { Format } from '@marquee/rules/preview-editing.ts';
import { cx } from '@marquee/ui/cx.ts';
import { Toolbar, ToggleButton } from 'react-aria-components';
import { Menu } from '../../parts/Overlay.tsx';
import { Icon } from '../../parts/Icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { commandKey } from '../../state/keys.ts';
import { useMessages } from '../../state/messages.ts';
import styles from './RichText.module.css';

interface FormatBarProps {
  /** The formats of the selected text. */
  readonly formats: readonly Format[];
  readonly hasLink: boolean;
  readonly onFormat: (format: Format) => void;
  readonly onLink: () => void;
  readonly className?: string | undefined;
}

/** The tools for the selected text. */
export function FormatBar({ formats, hasLink, onFormat, onLink, className }: FormatBarProps) {
  const { richText: words } = useMessages();
  const style = formats.includes('heading') ? 'heading' : 'paragraph';
  const toggle = (format: Format, icon: IconName, label: string) => (
    <Toggle icon={icon} label={label} isOn={formats.includes(format)} onPress={() => onFormat(format)} />
  );
  return (
    <Toolbar aria-label={words.tools()} className={cx(styles['bar'], className)}>
      <Menu
        label={words.style()}
        trigger={
          <Button size="small" look="ghost">
            {words[style]()} <Icon name="down" small />
          </Button>
        }
        entries={(['paragraph', 'heading'] as const).map((id) => ({
          id,
          label: words[id](),
          isCurrent: id === style,
          onAction: () => onFormat(id),
        }))}
      />
      {toggle('bold', 'bold', `${words.bold()} (${commandKey()} B)`)}
      {toggle('italic', 'italic', `${words.italic()} (${commandKey()} I)`)}
      <Toggle icon="link" label={`${words.link()} (${commandKey()} K)`} isOn={hasLink} onPress={onLink} />
      {toggle('bulletList', 'list', words.bulletList())}
      {toggle('numberedList', 'numbers', words.numberedList())}
      {toggle('quote', 'quote', words.quote())}
      <IconButton icon="clear" label={words.clear()} onPress={() => onFormat('clear')} />
    </Toolbar>
  );
}

function Toggle({
  icon,
  label,
  isOn,
  onPress,
}: {
  readonly icon: IconName;
  readonly label: string;
  readonly isOn: boolean;
  readonly onPress: () => void;
}) {
  return (
    <ToggleButton aria-label={label} isSelected={isOn} onChange={onPress} className={styles['toggle'] ?? ''}>
      <Icon name={icon} />
    </ToggleButton>
  );
}
