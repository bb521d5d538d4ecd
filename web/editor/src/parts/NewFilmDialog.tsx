import { useState } from 'react';
import { Button } from './Button.tsx';
import { TextField } from './Field.tsx';
import { Dialog } from './Overlay.tsx';
import { useOpenSite } from '../state/drafts.ts';
import { useMessages } from '../state/messages.ts';
import { filmPointer, newFilm, newFilmId } from '../state/program/films.ts';

/** The longest film, in minutes. */
const MAX_RUNTIME = 999;

/** Adds a film with its title and length. */
export function NewFilmDialog({
  onAdd,
  onClose,
}: {
  readonly onAdd: (title: string, id: string) => void;
  readonly onClose: () => void;
}) {
  const { program: words, common } = useMessages();
  const { draft } = useOpenSite();
  const [title, setTitle] = useState('');
  const [length, setLength] = useState('');
  const runtime = Number(length);
  const isLength = /^\d+$/.test(length.trim()) && runtime > 0 && runtime <= MAX_RUNTIME;
  const isReady = title.trim() !== '' && isLength;
  const add = (): void => {
    if (!isReady) return;
    const id = newFilmId();
    draft.edit([{ pointer: filmPointer(id), to: newFilm(title.trim(), runtime) }]);
    onAdd(title.trim(), id);
  };
  return (
    <Dialog
      title={words.newFilm()}
      onClose={onClose}
      foot={
        <>
          <Button onPress={onClose}>{common.cancel()}</Button>
          <Button look="solid" isDisabled={!isReady} onPress={add}>
            {words.add()}
          </Button>
        </>
      }
    >
      <TextField label={words.filmTitle()} value={title} onChange={setTitle} autoFocus maxLength={200} />
      <TextField
        label={words.filmLength()}
        unit={words.minutesUnit()}
        inputMode="numeric"
        value={length}
        onChange={setLength}
        error={length !== '' && !isLength ? words.filmLengthForm({ max: MAX_RUNTIME }) : undefined}
        onEnter={add}
      />
    </Dialog>
  );
}
