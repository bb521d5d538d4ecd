import { useEffect, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { RadioCards } from '../../parts/Choice.tsx';
import { TextField } from '../../parts/Field.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import type { DraftConflict } from '@marquee/api/editor.gen.ts';
import { useChangeWords } from '../../state/changes.ts';
import type { DraftState } from '../../state/draft/machine.ts';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
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

type Choice = 'mine' | 'theirs' | 'merged';

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
  const { wordsOf, valueWordsOf } = useChangeWords();
  const { draft } = useOpenSite();
  const mine = valueAt(state.content, conflict.pointer);
  const { theirs } = conflict;
  const base = state.pending.find(({ pointer }) => pointer === conflict.pointer)?.from;
  const texts = typeof mine === 'string' && typeof theirs === 'string' && typeof base === 'string';
  const automatic = texts ? mergedText(base, mine, theirs) : undefined;
  const [merged, setMerged] = useState(automatic ?? (texts ? mine : ''));
  const [choice, setChoice] = useState<Choice>(automatic === undefined ? 'mine' : 'merged');
  const name = conflict.actor ?? words.somebody();
  const { place, part } = wordsOf(conflict.pointer, state.content);
  const options = [
    { value: 'mine' as const, label: words.mine(), hint: valueWordsOf(conflict.pointer, mine) },
    { value: 'theirs' as const, label: words.theirs({ name }), hint: valueWordsOf(conflict.pointer, theirs) },
    ...(texts
      ? [{ value: 'merged' as const, label: words.merged(), hint: automatic === undefined ? words.editHint() : automatic }]
      : []),
  ];
  const settle = (): void => draft.settle(conflict.pointer, choice === 'mine' ? mine : choice === 'theirs' ? theirs : merged);
  return (
    <Dialog
      title={words.title({ name })}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{words.later()}</Button>
          <Button look="solid" onPress={settle}>
            {choice === 'mine' ? words.takeMine() : choice === 'theirs' ? words.takeTheirs({ name }) : words.takeMerged()}
          </Button>
        </>
      }
    >
      <div className={styles['body']}>
        <p>{words.text({ place, part })}</p>
        <RadioCards label={words.choose()} options={options} value={choice} onChange={setChoice} />
        {choice === 'merged' && <TextField label={words.edit()} value={merged} onChange={setMerged} isMultiline />}
      </div>
    </Dialog>
  );
}
