import { useState } from 'react';
import { Button, IconButton } from '../../parts/Button.tsx';
import { MediaPicker } from '../../parts/MediaPicker.tsx';
import { logoOf, withLogo } from '../../state/design/logo.ts';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
import { usePictures } from '../../state/media/library.ts';
import { useMessages } from '../../state/messages.ts';
import { useRemoval } from '../../state/removal.ts';
import { can } from '../../state/roles.ts';
import styles from './Design.module.css';

/** The logo: a picture of the library, or the name of the site. */
export function Logo() {
  const { media } = useMessages();
  const { site, draft } = useOpenSite();
  const content = useDraft()?.content;
  const [isOpen, setOpen] = useState(false);
  const { data } = usePictures();
  const source = logoOf(content);
  const picture = data?.find((candidate) => candidate.source === source);
  const remove = useRemoval();
  const mayChange = can(site, 'editSite');
  const change = (to: string): void => {
    draft.edit([withLogo(content, to)]);
    // The preview shows the logo of the saved draft.
    void draft.flush();
  };
  return (
    <div className={styles['logo']}>
      <h2>{media.logo()}</h2>
      <div className={styles['logoRow']}>
        <span className={styles['logoPicture']}>
          {picture === undefined ? <span>{source === '' ? site.name : source}</span> : <img src={picture.address} alt={source} />}
        </span>
        <Button size="small" isDisabled={!mayChange} onPress={() => setOpen(true)}>
          {media.chooseLogo()}
        </Button>
        {source !== '' && (
          <IconButton
            icon="trash"
            label={media.removeLogo()}
            isDisabled={!mayChange}
            onPress={() => remove(media.logo(), () => change(''))}
          />
        )}
      </div>
      {source === '' && <p className={styles['hint']}>{media.noLogo()}</p>}
      {isOpen && <MediaPicker value={source} onChoose={change} onClose={() => setOpen(false)} />}
    </div>
  );
}
