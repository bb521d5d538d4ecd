import { changeSummary, isColor, isOfTypedIn, useChangeWords } from '../state/changes.ts';
import { useDraft } from '../state/drafts.ts';
import { useMessages } from '../state/messages.ts';
import { textDiff } from '../state/text-diff.ts';
import { Icon } from './Icon.tsx';
import { Swatch } from './Surface.tsx';
import styles from './TextDiff.module.css';

/** Texts with more characters are compared word by word. */
const LONG_TEXT = 24;

/** A value before and after: colors as squares, long texts by their changed words, lists by what happened to them. */
export function ValueChange({ pointer, from, to }: { readonly pointer: string; readonly from: unknown; readonly to: unknown }) {
  const messages = useMessages();
  const { valueWordsOf } = useChangeWords();
  const content = useDraft()?.content;
  const summary = changeSummary(pointer, from, to, messages, isOfTypedIn(pointer, content), content);
  if (summary !== undefined)
    return (
      <p className={styles['values']}>
        <span>{summary.from}</span>
        <Icon name="arrowRight" small />
        <span>{summary.to}</span>
      </p>
    );
  if (
    typeof from === 'string' &&
    typeof to === 'string' &&
    Math.max(from.length, to.length) > LONG_TEXT &&
    from !== '' &&
    to !== ''
  )
    return (
      <p className={styles['values']}>
        <span>
          <TextDiff from={from} to={to} />
        </span>
      </p>
    );
  return (
    <p className={styles['values']}>
      <del>
        {isColor(from) && <Swatch color={from} />} {valueWordsOf(pointer, from)}
      </del>
      <Icon name="arrowRight" small />
      <span>
        {isColor(to) && <Swatch color={to} />} {valueWordsOf(pointer, to)}
      </span>
    </p>
  );
}

/** A text with added words marked, and removed ones unless they are left out. */
export function TextDiff({
  from,
  to,
  hasRemoved = true,
}: {
  readonly from: string;
  readonly to: string;
  readonly hasRemoved?: boolean;
}) {
  let position = 0;
  const runs = textDiff(from, to).filter(({ kind }) => hasRemoved || kind !== 'removed');
  return runs.map(({ kind, text }) => {
    position += 1;
    if (kind === 'same') return text;
    const Mark = kind === 'added' ? 'ins' : 'del';
    return (
      <Mark key={position} className={styles[kind]}>
        {text}
      </Mark>
    );
  });
}
