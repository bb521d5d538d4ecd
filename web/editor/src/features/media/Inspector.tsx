import { type ReactNode, useMemo } from 'react';
import type { EditorPicture } from '@marquee/api/editor.gen.ts';
import { Button, ButtonLink, IconButton } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { useMatchesMedia } from '../../parts/use-matches-media.ts';
import { useChangeWords } from '../../state/changes.ts';
import { useDraft } from '../../state/drafts.ts';
import { placesOf } from '../../state/media/usage.ts';
import { useMessages } from '../../state/messages.ts';
import { showToast } from '../../state/toasts.ts';
import styles from './Media.module.css';

/** A picture: its size, its reference, and where the draft uses it. */
export function Inspector({ picture, onClose }: { readonly picture: EditorPicture; readonly onClose: () => void }) {
  const { media, common } = useMessages();
  const { wordsOf } = useChangeWords(false);
  const { source, address, width, height } = picture;
  const content = useDraft()?.content;
  const pointers = useMemo(() => placesOf(content, source), [content, source]);
  const places = new Set(
    pointers.map((pointer) => {
      const { place, part } = wordsOf(pointer, content);
      return `${place}, ${part}`;
    }),
  );
  const copy = (): void => void navigator.clipboard.writeText(source).then(() => showToast(common.copied()));
  return (
    <Frame title={source} onClose={onClose}>
      <img src={address} alt="" />
      <p className={styles['quiet']}>{media.dimensions({ width, height })}</p>
      <h3>{media.reference()}</h3>
      <code>{source}</code>
      <h3>{media.whereUsed()}</h3>
      {places.size === 0 ? (
        <p className={styles['quiet']}>{media.unused()}</p>
      ) : (
        <ul>
          {[...places].map((place) => (
            <li key={place}>{place}</li>
          ))}
        </ul>
      )}
      <footer>
        <Button icon="copy" onPress={copy}>
          {common.copy()}
        </Button>
        <ButtonLink icon="external" href={address} target="_blank" rel="noopener">
          {media.open()}
        </ButtonLink>
      </footer>
    </Frame>
  );
}

/** Beside the grid; where there is no room, a sheet. */
function Frame({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { common } = useMessages();
  if (!useMatchesMedia('(width >= 1024px)'))
    return (
      <Dialog title={title} onClose={onClose}>
        <div className={styles['sheet']}>{children}</div>
      </Dialog>
    );
  return (
    <aside className={styles['inspector']} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <IconButton icon="close" label={common.close()} onPress={onClose} />
      </header>
      {children}
    </aside>
  );
}
