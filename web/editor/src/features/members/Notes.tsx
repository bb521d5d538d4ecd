import { useMutation } from '@tanstack/react-query';
import { MAX_NOTE_CHARACTERS } from '@marquee/rules/shared.gen.ts';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import type { MemberNote, NewMemberNote } from '@marquee/api/editor.gen.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { TextField } from '../../parts/Field.tsx';
import { call } from '../../state/api/client.ts';
import { addressOfActor } from '../../state/audit.ts';
import { useOpenSite } from '../../state/drafts.ts';
import { errorText } from '../../state/errors.ts';
import { useScreenKey } from '../../state/keys.ts';
import { useRefresh, useUndo } from '../../state/members/queries.ts';
import type { Member } from '../../state/members/records.ts';
import { useFormats, useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Members.module.css';

/** Adds and removes notes; each change can be undone for ten seconds. */
function useNotes(member: Member) {
  const messages = useMessages();
  const { members: words } = messages;
  const { site } = useOpenSite();
  const refresh = useRefresh();
  const undo = useUndo();
  const path = `${site.key}/members/${encodeURIComponent(member.id)}/notes`;
  const post = (text: string): Promise<MemberNote> => call<MemberNote>('POST', path, { text } satisfies NewMemberNote);
  const withdraw = (id: string): Promise<unknown> => call('DELETE', `${path}/${encodeURIComponent(id)}`);
  const add = useMutation({
    mutationFn: post,
    onSuccess: ({ id }) =>
      showToast(
        words.noteAdded(),
        undo(() => withdraw(id)),
      ),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ id }: MemberNote) => withdraw(id),
    onSuccess: (_, { text }) =>
      showToast(
        words.noteRemoved(),
        undo(() => post(text)),
      ),
    onError: (error) => showToast(errorText(error, messages)),
    onSettled: refresh,
  });
  return { add, remove };
}

/** Notes about a member for colleagues: the newest first, with a field for another one. */
export function Notes({
  member,
  notes,
  canChange,
}: {
  readonly member: Member;
  readonly notes: readonly MemberNote[];
  readonly canChange: boolean;
}) {
  const { members: words } = useMessages();
  const { add, remove } = useNotes(member);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!canChange && notes.length === 0) return null;
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        {words.notes()}
      </h2>
      <ul className={styles['notes']}>
        {notes.map((note) => (
          <Row
            key={note.id}
            note={note}
            canRemove={canChange && note.isOwn}
            isBusy={remove.isPending}
            onRemove={() => {
              // The button goes away with its note.
              heading.current?.focus();
              remove.mutate(note);
            }}
          />
        ))}
      </ul>
      {canChange && <NewNote add={add} />}
    </section>
  );
}

function Row({
  note,
  canRemove,
  isBusy,
  onRemove,
}: {
  readonly note: MemberNote;
  readonly canRemove: boolean;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}) {
  const { members: words } = useMessages();
  const { moment } = useFormats();
  const when = moment(note.at);
  return (
    <li>
      <p>{note.text}</p>
      <small>{words.you({ actor: addressOfActor(note.author), when })}</small>
      {canRemove && <IconButton icon="trash" sends label={words.removeNote({ when })} isDisabled={isBusy} onPress={onRemove} />}
    </li>
  );
}

/** The field for a note. N goes to it. */
function NewNote({ add }: { readonly add: ReturnType<typeof useNotes>['add'] }) {
  const messages = useMessages();
  const { members: words } = messages;
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState('');
  const focus = (): void => field(form)?.focus();
  useScreenKey('n', focus);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '' || add.isPending) return;
    add.mutate(text.trim(), {
      onSuccess() {
        setText('');
        // The button goes away with the text.
        focus();
      },
    });
  };
  return (
    <form ref={form} className={styles['newNote']} onSubmit={submit}>
      <TextField
        aria-label={words.addNote()}
        placeholder={words.addNote()}
        value={text}
        onChange={setText}
        maxLength={MAX_NOTE_CHARACTERS}
        isMultiline
        autoComplete="off"
        hint={words.noteHint()}
        error={add.error === null ? undefined : errorText(add.error, messages)}
      />
      {text.trim() !== '' && (
        <Button type="submit" look="solid" isBusy={add.isPending}>
          {words.saveNote()}
        </Button>
      )}
    </form>
  );
}

const field = (form: RefObject<HTMLFormElement | null>): HTMLTextAreaElement | null =>
  form.current?.querySelector('textarea') ?? null;
