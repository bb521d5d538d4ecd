import { Button as AriaButton } from 'react-aria-components';
import { Icon } from '../../parts/Icon.tsx';
import { Empty } from '../../parts/Surface.tsx';
import { workStyles } from '../../parts/WorkSurface.tsx';
import { BLOCK_TYPES, type BlockType } from '../../state/content/blocks.ts';
import type { PageRecord } from '../../state/content/pages.ts';
import { useMessages } from '../../state/messages.ts';
import { BLOCK_ICONS } from './block-words.ts';
import styles from './PageEditor.module.css';

/** The types of blocks. The home page shows a call to action only. */
export function AddBlock({ page, onAdd }: { readonly page: PageRecord; readonly onAdd: (type: BlockType) => void }) {
  const { blocks } = useMessages();
  const types: readonly BlockType[] = page.kind === 'home' ? ['callToAction'] : BLOCK_TYPES;
  if (page.kind !== 'content' && page.kind !== 'home')
    return <Empty title={blocks.fromProgram()}>{blocks.fromProgramText()}</Empty>;
  return (
    <div className={workStyles['section']}>
      {page.kind === 'home' && <p className={styles['hint']}>{blocks.homeHint()}</p>}
      <ul className={styles['palette']}>
        {types.map((type) => (
          <li key={type}>
            <AriaButton className={styles['type'] ?? ''} onPress={() => onAdd(type)}>
              <Icon name={BLOCK_ICONS[type]} />
              <b>{blocks.types[type].name()}</b>
              <small>{blocks.types[type].text()}</small>
            </AriaButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
