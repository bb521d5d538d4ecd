import { deriveTheme } from '@marquee/rules/theme/derive.ts';
import { type ReactNode, useMemo } from 'react';
import { useProperties } from '../../parts/use-properties.ts';
import { logoOf } from '../../state/design/logo.ts';
import { hasTheme, themeColorsOf } from '../../state/design/theme.ts';
import { useDraft, useOpenSite } from '../../state/drafts.ts';
import { usePictures } from '../../state/media/library.ts';
import { useMessages } from '../../state/messages.ts';
import styles from './GiftCardFace.module.css';

/** The colors of the card: those of the published site's header, which its logo is made for, and of its buttons. */
function useCardColors(content: unknown): Readonly<Record<string, string>> {
  return useMemo(() => {
    if (!hasTheme(content)) return {};
    const { colors } = deriveTheme(themeColorsOf(content));
    return {
      '--card': colors.headerBackground,
      '--on-card': colors.readableOnHeaderBackground,
      '--band': colors.primary,
      '--on-band': colors.readableOnPrimary,
    };
  }, [content]);
}

/** A gift card in the look of the site, as it is printed. `amount` and `children` are what is written on it. */
export function GiftCardFace({ amount = '', children }: { readonly amount?: string; readonly children?: ReactNode }) {
  const { rewards: words } = useMessages();
  const { site } = useOpenSite();
  const content = useDraft()?.server.live;
  const face = useProperties<HTMLDivElement>(useCardColors(content));
  const source = logoOf(content);
  const logo = usePictures().data?.find((picture) => picture.source === source);
  return (
    <div ref={face} className={styles['face']}>
      <div className={styles['top']}>
        {logo === undefined ? <b>{site.name}</b> : <img src={logo.address} alt={site.name} />}
        {amount !== '' && <span>{amount}</span>}
      </div>
      <div className={styles['band']}>
        <b>{words.giftCard()}</b>
        {children}
      </div>
    </div>
  );
}
