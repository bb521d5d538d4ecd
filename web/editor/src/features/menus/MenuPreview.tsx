import { PREVIEWED_FOOTER } from '@marquee/rules/preview.ts';
import { DEVICE_WIDTH } from '../../parts/PreviewDevice.tsx';
import { PreviewFrame } from '../../parts/PreviewFrame.tsx';
import { PreviewSheet } from '../../parts/PreviewSheet.tsx';
import { Card, Quiet } from '../../parts/Surface.tsx';
import { layoutOf } from '../../state/design/theme.ts';
import { useMessages } from '../../state/messages.ts';
import { usePreviewAddress, withPrefix } from '../../state/preview/addresses.ts';
import { useContentVersion } from '../../state/preview/content.ts';
import styles from './Menus.module.css';

/** Heights of the parts of the framed page that are shown, in CSS pixels. */
const HEIGHTS = { header: 116, footer: 420 } as const;

interface PreviewProps {
  readonly content: unknown;
  /** Prefix of the paths of the shown language. */
  readonly prefix: string;
}

/** The header of the home page with the draft. */
export function HeaderPreview(props: PreviewProps) {
  const { menus, design } = useMessages();
  const layout = design.layouts[layoutOf(props.content).headerLayout]();
  return (
    <Card title={menus.header()} trailing={<Quiet>{layout}</Quiet>}>
      <PagePart {...props} part="header" title={menus.headerPreview()} />
    </Card>
  );
}

/** The footer of the home page with the draft. */
export function FooterPreview(props: PreviewProps) {
  const { menus } = useMessages();
  return <PagePart {...props} part="footer" title={menus.footerPreview()} />;
}

/** A part of the home page as the server renders it. */
function PagePart({
  content,
  prefix,
  part,
  title,
}: PreviewProps & { readonly part: keyof typeof HEIGHTS; readonly title: string }) {
  const address = usePreviewAddress();
  const version = useContentVersion();
  const url = address === undefined ? undefined : withPrefix(address, prefix) + (part === 'footer' ? `#${PREVIEWED_FOOTER}` : '');
  return (
    <div className={styles['part']}>
      <PreviewSheet width={DEVICE_WIDTH.desktop} height={HEIGHTS[part]}>
        <PreviewFrame url={url} version={version} content={content} title={title} isStatic />
      </PreviewSheet>
    </div>
  );
}
