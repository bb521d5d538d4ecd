import type { ReactNode } from 'react';
import { Button, ButtonLink, IconButton } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { useMatchesMedia } from '../../parts/use-matches-media.ts';
import { useChangeWords } from '../../state/changes.ts';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
import type { Medium } from '../../state/media/filters.ts';
import { useMessages } from '../../state/messages.ts';
import { can } from '../../state/roles.ts';
import { useCopy } from '../../state/use-copy.ts';
import { MediumActions } from './MediumActions.tsx';
import styles from './Media.module.css';

/** Where a picture or video is used, in words. */
export function usePlaces({ places }: Medium): readonly string[] {
  const { wordsOf } = useChangeWords(false);
  const content = useDraft()?.content;
  const words = places.map((pointer) => {
    const { place, part } = wordsOf(pointer, content);
    return `${place}, ${part}`;
  });
  return [...new Set(words)];
}

export function WhereUsed({ places }: { readonly places: readonly string[] }) {
  const { media } = useMessages();
  return (
    <>
      <h3>{media.whereUsed()}</h3>
      {places.length === 0 ? (
        <p className={styles['quiet']}>{media.unused()}</p>
      ) : (
        <ul>
          {places.map((place) => (
            <li key={place}>{place}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What can be done with a picture or video. */
export function MediumFoot({
  medium,
  places,
  onRemoved,
}: {
  readonly medium: Medium;
  readonly places: readonly string[];
  readonly onRemoved: () => void;
}) {
  const { media } = useMessages();
  const { site } = useOpenSite();
  const copy = useCopy();
  return (
    <footer>
      {can(site, 'editSite') && <MediumActions medium={medium} places={places} onRemoved={onRemoved} />}
      <Button look="ghost" icon="copy" onPress={() => copy(medium.source)}>
        {media.copyReference()}
      </Button>
      <ButtonLink look="ghost" icon="external" href={medium.address} target="_blank" rel="noopener">
        {media.open()}
      </ButtonLink>
    </footer>
  );
}

/** Beside the grid; where there is no room, a sheet. */
export function InspectorFrame({
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
