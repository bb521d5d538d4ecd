import { useState } from 'react';
import { ButtonLink } from '../../parts/Button.tsx';
import { DEVICE_WIDTH, PreviewDevice } from '../../parts/PreviewDevice.tsx';
import { PreviewFrame } from '../../parts/PreviewFrame.tsx';
import { Dot } from '../../parts/Surface.tsx';
import { useMessages } from '../../state/messages.ts';
import { usePreviewAddress, withPrefix } from '../../state/preview/addresses.ts';
import { useContentVersion } from '../../state/preview/content.ts';
import styles from './Film.module.css';

/** The page of a film with the draft. */
export function FilmPreview({ id, content, prefix }: { readonly id: string; readonly content: unknown; readonly prefix: string }) {
  const { films: words, design, common } = useMessages();
  const address = usePreviewAddress();
  const version = useContentVersion();
  const [isConnected, setConnected] = useState(false);
  const url = address === undefined ? undefined : `${withPrefix(address, prefix)}movies/${id}-/`;
  return (
    <aside className={styles['stage']} aria-label={design.preview()}>
      <header>
        <h2>{words.preview()}</h2>
        <output>
          <Dot isLive={isConnected} />
          {isConnected ? design.livePreview() : common.loading()}
        </output>
        {url !== undefined && (
          <ButtonLink size="small" look="ghost" icon="external" href={url} target="_blank">
            {design.openPreview()}
          </ButtonLink>
        )}
      </header>
      <PreviewDevice width={DEVICE_WIDTH.phone} className={styles['device']}>
        <PreviewFrame url={url} version={version} content={content} title={words.preview()} isSkipped onConnect={setConnected} />
      </PreviewDevice>
    </aside>
  );
}
