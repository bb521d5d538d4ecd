import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { type CardOption, RadioCards } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { TextDiff } from '../../parts/ValueChange.tsx';
import type { DraftConflict } from '@marquee/api/editor.gen.ts';
import { useChangeWords } from '../../state/changes.ts';
import { useAgo } from '../../state/clock.ts';
import { type DraftState, seenAt } from '../../state/draft/machine.ts';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
import { withBoth } from '../../state/draft/merge.ts';
import { useMessages } from '../../state/messages.ts';
import { valueAt } from '../../state/pointer.ts';
import { mergedText } from '../../state/text-diff.ts';
import styles from './Conflict.module.css';

/** Settles the first conflict, then the next. */
export function ConflictDialog({ onClose }: { readonly onClose: () => void }) {
  const state = useDraft();
  const conflict = state?.conflicts[0];
  const { isLoading } = useChangeWords();
  const isSettled = conflict === undefined;
  useEffect(() => {
    if (isSettled) onClose();
  }, [isSettled, onClose]);
  if (state === undefined || conflict === undefined || isLoading) return null;
  return <OneConflict key={conflict.pointer} state={state} conflict={conflict} onClose={onClose} />;
}

function EditMerged({ onPress }: { readonly onPress: () => void }) {
  return (
    <Button look="ghost" icon="pencil" onPress={onPress}>
      {useMessages().conflict.editMerged()}
    </Button>
  );
}

type Choice = 'mine' | 'theirs' | 'merged';

interface Versions {
  readonly mine: unknown;
  /** What both began with. */
  readonly base: unknown;
  /** Who changed the other one, and when. */
  readonly name: string;
  readonly since: string;
  /** How both count; a merged text is undefined if somebody must write it. */
  readonly both:
    | { readonly kind: 'text'; readonly merged: string | undefined }
    | { readonly kind: 'list'; readonly list: unknown }
    | undefined;
}

/** The versions to choose from. */
function useOptions(
  { pointer, theirs }: DraftConflict,
  { mine, base, name, since, both }: Versions,
): readonly CardOption<Choice>[] {
  const { conflict: words } = useMessages();
  const { valueWordsOf } = useChangeWords();
  const shown = (value: unknown): ReactNode =>
    both?.kind === 'text' && typeof base === 'string' && typeof value === 'string' && value !== '' ? (
      <TextDiff from={base} to={value} hasRemoved={false} />
    ) : (
      valueWordsOf(pointer, value)
    );
  const options: CardOption<Choice>[] = [
    { value: 'mine', label: words.mine(), aside: words.mineNow(), hint: shown(mine) },
    { value: 'theirs', label: words.theirs({ name }), aside: since, hint: shown(theirs) },
  ];
  if (both?.kind === 'text') {
    const hint = both.merged === undefined ? words.editHint() : shown(both.merged);
    options.push({ value: 'merged', label: words.merged(), aside: words.both(), hint });
  } else if (both !== undefined)
    options.push({ value: 'merged', label: words.both(), aside: words.theirsFirst({ name }), hint: shown(both.list) });
  return options;
}

function OneConflict({
  state,
  conflict,
  onClose,
}: {
  readonly state: DraftState;
  readonly conflict: DraftConflict;
  readonly onClose: () => void;
}) {
  const { conflict: words } = useMessages();
  const { wordsOf } = useChangeWords();
  const { draft } = useOpenSite();
  const ago = useAgo();
  const mine = valueAt(state.content, conflict.pointer);
  const { theirs } = conflict;
  const base = seenAt(state, conflict);
  const texts = typeof mine === 'string' && typeof theirs === 'string' && typeof base === 'string';
  const automatic = texts ? mergedText(base, mine, theirs) : undefined;
  const lists = texts ? undefined : withBoth(base, mine, theirs);
  const [merged, setMerged] = useState(automatic ?? (texts ? mine : ''));
  const [choice, setChoice] = useState<Choice>(automatic === undefined ? 'mine' : 'merged');
  const [isEditing, setEditing] = useState(false);
  const name = conflict.actor ?? words.somebody();
  const since = conflict.at === undefined ? '' : ago(conflict.at);
  const { place, part } = wordsOf(conflict.pointer, state.content);
  const options = useOptions(conflict, {
    mine,
    base,
    name,
    since,
    both: texts
      ? { kind: 'text', merged: automatic === undefined ? undefined : merged }
      : lists && { kind: 'list', list: lists.value },
  });
  // Without a merge that reads well, choosing it means to write it.
  const hasField = texts && choice === 'merged' && (isEditing || automatic === undefined);
  const edit = (): void => {
    setChoice('merged');
    setEditing(true);
  };
  const takeLabel: Readonly<Record<Choice, string>> = {
    mine: words.takeMine(),
    theirs: words.takeTheirs({ name }),
    merged: texts ? words.takeMerged() : words.takeBoth(),
  };
  const settle = (): void =>
    draft.settle(conflict.pointer, { mine, theirs, merged: lists === undefined ? merged : lists.value }[choice]);
  return (
    <Dialog
      title={since === '' ? words.title({ name }) : words.titleAt({ name, ago: since })}
      size={texts ? 'wide' : undefined}
      onClose={onClose}
      foot={
        <>
          {texts && !hasField && <EditMerged onPress={edit} />}
          <span className={styles['grow']} />
          <Button onPress={onClose}>{words.later()}</Button>
          <Button look="solid" onPress={settle}>
            {takeLabel[choice]}
          </Button>
        </>
      }
    >
      <div className={styles['body']}>
        <p>{words.text({ place, part })}</p>
        <RadioCards label={words.choose()} options={options} value={choice} onChange={setChoice} isBeside={texts} />
        {hasField && <TextField label={words.edit()} value={merged} onChange={setMerged} isMultiline autoFocus={isEditing} />}
      </div>
    </Dialog>
  );
}
