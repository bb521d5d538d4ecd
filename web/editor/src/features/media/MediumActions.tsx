import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { FILE_TYPES } from '../../parts/Uploads.tsx';
import { ApiError } from '../../state/api/client.ts';
import { errorText } from '../../state/errors.ts';
import { type Medium, isVideo, mediumName } from '../../state/media/filters.ts';
import { uploadErrorText, useMediumChanges } from '../../state/media/library.ts';
import { useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';

/** Replaces a picture or video at all places, or removes one that nothing uses, with an undo. */
export function MediumActions({
  medium,
  places,
  onRemoved,
}: {
  readonly medium: Medium;
  /** Where it is used, in words. */
  readonly places: readonly string[];
  readonly onRemoved: () => void;
}) {
  const messages = useMessages();
  const { media } = messages;
  const kind = isVideo(medium) ? 'video' : 'picture';
  const { replace } = useMediumChanges(kind);
  const [isReplacing, setReplacing] = useState(false);
  const { isRemoving, remove } = useRemoval(medium.source, kind, onRemoved);
  const [isRefused, setRefused] = useState(false);
  const send = async (file: File): Promise<void> => {
    setReplacing(true);
    try {
      await replace(medium.source, file);
      showToast(kind === 'video' ? media.replacedVideo() : media.replaced());
    } catch (error) {
      showToast(uploadErrorText(error, messages, file));
    }
    setReplacing(false);
  };
  return (
    <>
      <FileTrigger
        acceptedFileTypes={FILE_TYPES[kind]}
        onSelect={(files) => {
          const file = files?.[0];
          if (file !== undefined) void send(file);
        }}
      >
        <Button icon={kind === 'video' ? 'film' : 'picture'} isBusy={isReplacing}>
          {media.replace()}
        </Button>
      </FileTrigger>
      <Button
        look="ghost"
        icon="trash"
        isDanger
        isBusy={isRemoving}
        onPress={() => (places.length > 0 ? setRefused(true) : void remove())}
      >
        {media.remove()}
      </Button>
      {isRefused && <UsedDialog medium={medium} places={places} onClose={() => setRefused(false)} />}
    </>
  );
}

/** Removes a picture or video, which can be undone. */
function useRemoval(source: string, kind: 'picture' | 'video', onRemoved: () => void) {
  const messages = useMessages();
  const { media, common } = messages;
  const { remove, restore } = useMediumChanges(kind);
  const [isRemoving, setRemoving] = useState(false);
  const undo = async (): Promise<void> => {
    try {
      await restore(source);
      showToast(common.undone());
    } catch (error) {
      showToast(errorText(error, messages));
    }
  };
  return {
    isRemoving,
    async remove(): Promise<void> {
      setRemoving(true);
      try {
        await remove(source);
        showToast(media.removed(), { label: common.undo(), onAction: () => void undo() });
        onRemoved();
      } catch (error) {
        showToast(error instanceof ApiError && error.status === 409 ? media.usedMeanwhile() : errorText(error, messages));
      }
      setRemoving(false);
    },
  };
}

/** Lists the places of a picture or video that is used, and is not removed for that reason. */
function UsedDialog({
  medium,
  places,
  onClose,
}: {
  readonly medium: Medium;
  readonly places: readonly string[];
  readonly onClose: () => void;
}) {
  const { media, common } = useMessages();
  return (
    <Dialog
      title={media.isUsed({ name: mediumName(medium) })}
      onClose={onClose}
      foot={<Button onPress={onClose}>{common.close()}</Button>}
    >
      <p>{media.isUsedText()}</p>
      <ul>
        {places.map((place) => (
          <li key={place}>{place}</li>
        ))}
      </ul>
    </Dialog>
  );
}
