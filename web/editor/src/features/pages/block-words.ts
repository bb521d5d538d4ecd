// The names and icons of blocks and their fields.

import type { IconName } from '../../parts/icons.ts';
import { type Block, type BlockField, type BlockType, wordsOf } from '../../state/content/blocks.ts';
import { useMessages } from '../../state/messages.ts';
import { blockName } from '../../state/part-names.ts';

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
  video: 'play',
  embed: 'code',
  mapLink: 'pin',
  contact: 'mail',
  memberships: 'people',
  rewards: 'gift',
};

/** The name of a saved block, or that of a block's type. */
export function useBlockName(content: unknown): (block: Block) => string {
  const messages = useMessages();
  return (block) => blockName(block, content, messages);
}

/** The first words of a block. */
export const excerptOf = (block: Block): string => (wordsOf(block)[0] ?? '').slice(0, 80);

/** The label of a field. */
export function useFieldLabel(): (field: BlockField) => string {
  const { blocks } = useMessages();
  return ({ name, kind }) => (kind === 'questions' ? blocks.fields.questions() : blocks.fields[name]());
}
