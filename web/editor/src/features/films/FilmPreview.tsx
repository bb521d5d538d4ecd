import { PreviewDevice } from '../../parts/PreviewDevice.tsx';
import { PreviewFrame } from '../../parts/PreviewFrame.tsx';
import { useMessages } from '../../state/messages.ts';
import { usePreviewAddress } from '../../state/preview/addresses.ts';
import { useContentVersion } from '../../state/preview/content.ts';
import styles from './Films.module.css';

/** Width of the framed page in CSS pixels: a phone. */
const WIDTH = 390;

/** The page of a film in the draft. The server completes its address. */
export function FilmPreview({ id, content }: { readonly id: string; readonly content: unknown }) {
  const { design } = useMessages();
  const address = usePreviewAddress();
  const version = useContentVersion();
  return (
    <div className={styles['preview']}>
      <PreviewDevice width={WIDTH}>
        <PreviewFrame
          url={address === undefined ? undefined : `${address}movies/${id}-/`}
          version={version}
          content={content}
          title={design.preview()}
        />
      </PreviewDevice>
    </div>
  );
}
