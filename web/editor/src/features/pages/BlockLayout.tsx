import { text } from '@marquee/api/json.ts';
import type { ReactNode } from 'react';
import { Segments, Switch } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { workStyles } from '../../parts/WorkSurface.tsx';
import {
  type Block,
  type BlockSetting,
  anchorsOf,
  changedSettings,
  isAnchor,
  settingOf,
  settingsOf,
  typeOf,
  typedAnchor,
} from '../../state/content/blocks.ts';
import { useMessages } from '../../state/messages.ts';
import styles from './PageEditor.module.css';

const WIDTHS = ['text', 'page', 'full'] as const;
const BACKGROUNDS = ['none', 'panel', 'accent'] as const;

/** Layout, background and visibility of a block (PAGE-15). */
export function BlockLayout({
  block,
  blocks,
  errorOf,
  onChange,
}: {
  readonly block: Block;
  /** All blocks of the page. */
  readonly blocks: readonly Block[];
  /** Why the server refuses a setting. */
  readonly errorOf: (name: BlockSetting) => string | undefined;
  readonly onChange: (settings: Readonly<Record<string, unknown>> | undefined) => void;
}) {
  const { blockSettings: words } = useMessages();
  const possible = settingsOf(block);
  const set = (name: BlockSetting, value: unknown): void => onChange(changedSettings(block, name, value));
  return (
    <>
      {possible.includes('width') && <Look block={block} hasColumns={possible.includes('twoColumns')} onSet={set} />}
      <div className={workStyles['section']}>
        {possible.includes('hiddenOnPhones') && (
          <SwitchRow
            label={words.onPhones()}
            isOn={settingOf(block, 'hiddenOnPhones') !== true}
            onChange={(isOn) => set('hiddenOnPhones', isOn ? undefined : true)}
          />
        )}
        {possible.includes('membersOnly') && (
          <SwitchRow
            label={words.membersOnly()}
            isOn={settingOf(block, 'membersOnly') === true}
            onChange={(isOn) => set('membersOnly', isOn ? true : undefined)}
          />
        )}
        {settingOf(block, 'membersOnly') === true && <p className={styles['hint']}>{words.membersOnlyHint()}</p>}
        <Anchor block={block} blocks={blocks} refusal={errorOf('anchor')} onChange={(anchor) => set('anchor', anchor)} />
      </div>
    </>
  );
}

function Look({
  block,
  hasColumns,
  onSet,
}: {
  readonly block: Block;
  readonly hasColumns: boolean;
  readonly onSet: (name: BlockSetting, value: unknown) => void;
}) {
  const { blockSettings: words } = useMessages();
  const ownWidth = typeOf(block) === 'gallery' ? 'page' : 'text';
  return (
    <div className={workStyles['section']}>
      <h2>{words.layout()}</h2>
      {hasColumns && (
        <Row label={words.columns()}>
          <Segments
            label={words.columns()}
            value={settingOf(block, 'twoColumns') === true ? 'two' : 'one'}
            options={(['one', 'two'] as const).map((value) => ({ value, label: words[value]() }))}
            onChange={(next) => onSet('twoColumns', next === 'two' ? true : undefined)}
          />
        </Row>
      )}
      <Row label={words.width()}>
        <Segments
          label={words.width()}
          value={WIDTHS.find((name) => name === settingOf(block, 'width')) ?? ownWidth}
          options={WIDTHS.map((value) => ({ value, label: words.widths[value]() }))}
          onChange={(next) => onSet('width', next === ownWidth ? undefined : next)}
        />
      </Row>
      <Row label={words.background()}>
        <Segments
          label={words.background()}
          value={BACKGROUNDS.find((name) => name === settingOf(block, 'background')) ?? 'none'}
          options={BACKGROUNDS.map((value) => ({ value, label: words.backgrounds[value]() }))}
          onChange={(next) => onSet('background', next === 'none' ? undefined : next)}
        />
      </Row>
    </div>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles['setting']}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  );
}

function SwitchRow({
  label,
  isOn,
  onChange,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <div className={styles['setting']}>
      <span aria-hidden="true">{label}</span>
      <Switch label="" name={label} isOn={isOn} onChange={onChange} />
    </div>
  );
}

function Anchor({
  block,
  blocks,
  refusal,
  onChange,
}: {
  readonly block: Block;
  readonly blocks: readonly Block[];
  readonly refusal: string | undefined;
  readonly onChange: (anchor: string | undefined) => void;
}) {
  const { blockSettings: words } = useMessages();
  const anchor = text(settingOf(block, 'anchor'));
  const isTaken = anchorsOf(blocks).filter((other) => other === anchor).length > 1;
  const fault = anchor === '' ? undefined : isAnchor(anchor) ? (isTaken ? words.anchorTaken() : refusal) : words.anchorForm();
  return (
    <TextField
      label={words.anchor()}
      value={anchor}
      placeholder="#"
      onChange={(typed) => {
        const next = typedAnchor(typed);
        onChange(next === '' ? undefined : next);
      }}
      error={fault}
      hint={anchor === '' || fault !== undefined ? undefined : words.anchorHint({ anchor })}
    />
  );
}
