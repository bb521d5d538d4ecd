import { ButtonLink } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Overlay.tsx';
import { DEVICE_WIDTH, PreviewDevice } from '../../parts/PreviewDevice.tsx';
import { PreviewFrame } from '../../parts/PreviewFrame.tsx';
import { useMatchesMedia } from '../../parts/use-matches-media.ts';
import type { PageRecord } from '../../state/content/pages.ts';
import { useMessages } from '../../state/messages.ts';
import { usePreviewAddress } from '../../state/preview/addresses.ts';
import { useContentVersion } from '../../state/preview/content.ts';
import styles from './Members.module.css';

/** The page with the memberships and rewards, with the draft. */
export function ClubPreview({
  page,
  content,
  onClose,
}: {
  readonly page: PageRecord;
  readonly content: unknown;
  readonly onClose: () => void;
}) {
  const { rewards: words, design } = useMessages();
  const address = usePreviewAddress();
  const version = useContentVersion();
  const isPhone = useMatchesMedia('(max-width: 767px)');
  const url = address === undefined ? undefined : address + page.path.slice(1);
  return (
    <Dialog
      title={words.previewOf({ title: page.title })}
      size="wide"
      onClose={onClose}
      trailing={
        url !== undefined && (
          <ButtonLink size="small" look="ghost" icon="external" href={url} target="_blank">
            {design.openPreview()}
          </ButtonLink>
        )
      }
    >
      <PreviewDevice width={DEVICE_WIDTH[isPhone ? 'phone' : 'desktop']} className={styles['preview']}>
        <PreviewFrame url={url} version={version} content={content} title={words.previewOf({ title: page.title })} isSkipped />
      </PreviewDevice>
    </Dialog>
  );
}
