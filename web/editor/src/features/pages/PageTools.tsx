import type { Format } from '@marquee/rules/preview-editing.ts';
import { useProperties } from '../../parts/use-properties.ts';
import { FormatBar } from './FormatBar.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import styles from './RichText.module.css';
import type { TextState } from './use-page-preview.tsx';

/** The tools for the text that is edited on the page, above its block. */
export function PageTools({
  scale,
  state,
  content,
  isLinking,
  onLinking,
  onFormat,
  onLink,
}: {
  readonly scale: number;
  readonly state: TextState | undefined;
  readonly content: unknown;
  readonly isLinking: boolean;
  readonly onLinking: (isLinking: boolean) => void;
  readonly onFormat: (format: Format) => void;
  readonly onLink: (href: string) => void;
}) {
  const place = state?.place;
  const bar = useProperties<HTMLDivElement>({
    '--top': `${Math.max(4, (place?.top ?? 0) * scale - 52)}px`,
    '--end': `${(place === undefined ? 0 : place.left + place.width) * scale}px`,
  });
  return (
    <>
      {place !== undefined && state?.fields.includes('paragraphs') === true && (
        <div ref={bar} className={styles['tools']}>
          <FormatBar
            className={styles['floating']}
            formats={state.formats}
            hasLink={state.href !== ''}
            onFormat={onFormat}
            onLink={() => onLinking(true)}
          />
        </div>
      )}
      {isLinking && <LinkDialog content={content} initial={state?.href ?? ''} onLink={onLink} onClose={() => onLinking(false)} />}
    </>
  );
}
