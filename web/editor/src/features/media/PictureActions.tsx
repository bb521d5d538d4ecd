import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { EditorPicture } from '@marquee/api/editor.gen.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { PICTURE_TYPES } from '../../parts/Uploads.tsx';
import { ApiError } from '../../state/api/client.ts';
import { errorText } from '../../state/errors.ts';
import { pictureName } from '../../state/media/filters.ts';
import { uploadErrorText, usePictureChanges } from '../../state/media/library.ts';
import { useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';

/** Replaces a picture at all places, or removes one that nothing uses. */
export function PictureActions({
  picture,
  places,
  onRemoved,
}: {
  readonly picture: EditorPicture;
  /** Where it is used, in words. */
  readonly places: readonly string[];
  readonly onRemoved: () => void;
}) {
  const messages = useMessages();
  const { media } = messages;
  const { replace } = usePictureChanges();
  const [isReplacing, setReplacing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const send = async (file: File): Promise<void> => {
    setReplacing(true);
    try {
      await replace(picture.source, file);
      showToast(media.replaced());
    } catch (error) {
      showToast(uploadErrorText(error, messages));
    }
    setReplacing(false);
  };
  return (
    <>
      <FileTrigger
        acceptedFileTypes={PICTURE_TYPES}
        onSelect={(files) => {
          const file = files?.[0];
          if (file !== undefined) void send(file);
        }}
      >
        <Button icon="picture" isBusy={isReplacing}>
          {media.replace()}
        </Button>
      </FileTrigger>
      <Button look="ghost" icon="trash" isDanger onPress={() => setRemoving(true)}>
        {media.remove()}
      </Button>
      {isRemoving && <RemoveDialog picture={picture} places={places} onRemoved={onRemoved} onClose={() => setRemoving(false)} />}
    </>
  );
}

/** Confirms the removal; of a picture that is used, lists its places. */
function RemoveDialog({
  picture,
  places,
  onRemoved,
  onClose,
}: {
  readonly picture: EditorPicture;
  readonly places: readonly string[];
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}) {
  const messages = useMessages();
  const { media, common } = messages;
  const { remove } = usePictureChanges();
  const [isBusy, setBusy] = useState(false);
  const isUsed = places.length > 0;
  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      await remove(picture.source);
      showToast(media.removed());
      onRemoved();
    } catch (error) {
      showToast(error instanceof ApiError && error.status === 409 ? media.usedMeanwhile() : errorText(error, messages));
      onClose();
    }
  };
  return (
    <Dialog
      title={isUsed ? media.isUsed({ name: pictureName(picture) }) : media.removeTitle({ name: pictureName(picture) })}
      onClose={onClose}
      foot={
        isUsed ? (
          <Button onPress={onClose}>{common.close()}</Button>
        ) : (
          <>
            <Button onPress={onClose}>{common.cancel()}</Button>
            <Button isDanger isBusy={isBusy} onPress={() => void confirm()}>
              {media.remove()}
            </Button>
          </>
        )
      }
    >
      <p>{isUsed ? media.isUsedText() : media.removeText()}</p>
      {isUsed && (
        <ul>
          {places.map((place) => (
            <li key={place}>{place}</li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
