import { cx } from '@marquee/ui/cx.ts';
import { serverHtml } from '@marquee/ui/server-html.ts';
import { customName } from '@marquee/rules/ads/slot-name.ts';
import { useState } from 'react';
import { AdFrame } from './AdFrame.server.tsx';
import css from './AdSlot.module.css';
import { usePage } from '../../state/page.ts';

/**
 * A slot of reserved size. The browser adds the ad's container (ADS-01). Only the server renders the slot's content: hydration does
 * not change it, whatever an ad has done to it meanwhile.
 */
export function AdSlot({ name }: { name: string }) {
  const [content] = useState(() => (import.meta.env.SSR ? undefined : serverHtml(`[data-ad=${name}]`)));
  const slot = { className: cx(css.slot, 'needsScript'), 'data-ad': name };
  return import.meta.env.SSR ? (
    <div {...slot}>
      <AdFrame />
    </div>
  ) : (
    <div {...slot} {...content} />
  );
}

/** The first custom slot, below the head of a page; the others are after the page's content (ADS-02). */
export function HeadAd() {
  return usePage().site.outside?.ads?.customKeys.length ? <AdSlot name={customName(0)} /> : null;
}
