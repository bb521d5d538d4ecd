// The names and icons of blocks and their fields.

import type { IconName } from '../../parts/icons.ts';
import { type Block, type BlockField, type BlockType, typeOf, wordsOf } from '../../state/content/blocks.ts';
import { savedIdOf, savedOf } from '../../state/content/saved-records.ts';
import { useMessages } from '../../state/messages.ts';

export const BLOCK_ICONS: Readonly<Record<BlockType, IconName>> = {
  hero: 'megaphone',
  text: 'type',
  image: 'picture',
  gallery: 'columns',
  list: 'list',
  accordion: 'info',
  filmRail: 'film',
  showtimes: 'calendar',
  callToAction: 'publish',
  mapLink: 'pin',
  contact: 'mail',
  memberships: 'people',
  rewards: 'gift',
};

/** The name of a saved block, or that of a block's type. */
export function useBlockName(content: unknown): (block: Block) => string {
  const { blocks, savedBlocks } = useMessages();
  return (block) => {
    const type = typeOf(block);
    if (savedIdOf(block) !== undefined) return savedOf(content, block)?.name ?? savedBlocks.single();
    return type === undefined ? String(block['type']) : blocks.types[type].name();
  };
}

/** The first words of a block. */
export const excerptOf = (block: Block): string => (wordsOf(block)[0] ?? '').slice(0, 80);

/** The label of a field. */
export function useFieldLabel(): (field: BlockField) => string {
  const { blocks } = useMessages();
  return ({ name, kind }) => (kind === 'questions' ? blocks.fields.questions() : blocks.fields[name]());
}
