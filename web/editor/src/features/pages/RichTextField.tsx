import { type RichText, editorDocument, linksOf, plainLines, richTextFrom } from '@marquee/rules/rich-text.ts';
import type { RichTextEditor, RichTextSelection } from '@marquee/ui/RichText/rich-text.ts';
import { use, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Icon } from '../../parts/Icon.tsx';
import { RestrictedContext } from '../../parts/Restricted.tsx';
import { linkFault } from '../../state/content/links.ts';
import { useMessages } from '../../state/messages.ts';
import { isSame } from '../../state/pointer.ts';
import { FormatBar } from './FormatBar.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import styles from './RichText.module.css';

interface RichTextFieldProps {
  readonly label: string;
  readonly value: RichText;
  readonly content: unknown;
  readonly error: string | undefined;
  readonly onChange: (value: RichText) => void;
  /** Called for a slash in an empty line, which adds a block. */
  readonly onAdd: () => void;
}

const NOTHING: RichTextSelection = { isFocused: false, formats: [], href: '' };

/** A text with formatting. */
export function RichTextField(props: RichTextFieldProps) {
  // A fieldset that is disabled leaves an editable text as it is.
  return use(RestrictedContext) ? <ReadOnly {...props} /> : <Editable {...props} />;
}

function ReadOnly({ label, value }: RichTextFieldProps) {
  return (
    <div className={styles['field']}>
      <div className={styles['label']}>{label}</div>
      <div className={styles['text']}>
        {plainLines(value).map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no identity
          <p key={index}>{line}</p>
        ))}
      </div>
    </div>
  );
}

function Editable({ label, value, content, error, onChange, onAdd }: RichTextFieldProps) {
  const { blocks, links, richText: words } = useMessages();
  const [isLinking, setLinking] = useState(false);
  const { element, editor, selection } = useRichText({ label, value, onChange, onAdd, onLink: () => setLinking(true) });
  const id = useId();
  const count = plainLines(value)
    .join(' ')
    .split(/\s+/)
    .filter((word) => word !== '').length;
  const dead = linksOf(value).filter((href) => linkFault(href, content) !== undefined);
  return (
    <div className={styles['field']}>
      <div className={styles['label']}>
        <span id={id}>{label}</span>
        <small>{blocks.words({ count })}</small>
      </div>
      <FormatBar
        formats={selection.formats}
        hasLink={selection.href !== ''}
        onFormat={(format) => editor()?.apply(format)}
        onLink={() => setLinking(true)}
      />
      <div ref={element} className={styles['text']} data-invalid={error === undefined ? undefined : ''} />
      {error !== undefined && (
        <p className={styles['error']}>
          <Icon name="warning" small /> {error}
        </p>
      )}
      {dead.map((href) => (
        <p key={href} className={styles['dead']}>
          <Icon name="warning" small /> {words.deadLink({ href })} {links.notFound()}
        </p>
      ))}
      {isLinking && (
        <LinkDialog
          content={content}
          initial={selection.href}
          onLink={(href) => editor()?.link(href)}
          onClose={() => setLinking(false)}
        />
      )}
    </div>
  );
}

/** An editor in an element, loaded when it is shown first. */
function useRichText({
  label,
  value,
  onChange,
  onAdd,
  onLink,
}: Pick<RichTextFieldProps, 'label' | 'value' | 'onChange' | 'onAdd'> & { readonly onLink: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  const editor = useRef<RichTextEditor>(undefined);
  /** The last value that was typed here. */
  const typed = useRef<RichText>(value);
  const [selection, setSelection] = useState(NOTHING);
  const change = useEffectEvent((next: RichText): void => {
    if (isSame(next, typed.current)) return;
    typed.current = next;
    onChange(next);
  });
  const link = useEffectEvent(onLink);
  const add = useEffectEvent(onAdd);
  const initial = useEffectEvent(() => value);
  useEffect(() => {
    let isShown = true;
    const open = async (): Promise<void> => {
      const { createRichText } = await import('@marquee/ui/RichText/rich-text.ts');
      if (!isShown || element.current === null) return;
      editor.current = createRichText({
        element: element.current,
        content: editorDocument(initial()),
        label,
        onChange: (document) => change(richTextFrom(document)),
        onSelection: setSelection,
        onKey: (event) => {
          const isLink = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
          const isAdding = event.key === '/' && editor.current?.isInEmptyLine() === true;
          if (!isLink && !isAdding) return false;
          event.preventDefault();
          event.stopPropagation();
          (isLink ? link : add)();
          return true;
        },
      });
      typed.current = initial();
    };
    void open();
    return () => {
      isShown = false;
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, [label]);
  useEffect(() => {
    if (isSame(value, typed.current)) return;
    typed.current = value;
    editor.current?.replace(editorDocument(value));
  }, [value]);
  return { element, editor: () => editor.current, selection };
}
