import { cx } from '@marquee/ui/cx.ts';
import { kept } from '@marquee/ui/kept.ts';
import { customName } from '@marquee/rules/ads/slot-name.ts';
import { useState } from 'react';
import { AdFrame } from './AdFrame.server.tsx';
import css from './AdSlot.module.css';
import { usePage } from '../../state/page.ts';

/**
 * Room for an ad, without the ad's container: that is the browser's (ADS-01). The server writes what is in it, and the browser
 * never touches that again, whatever an ad makes of it meanwhile.
 */
export function AdSlot({ name }: { name: string }) {
  const [inside] = useState(() => (import.meta.env.SSR ? undefined : kept(`[data-ad=${name}]`)));
  const room = { className: cx(css.slot, 'needsScript'), 'data-ad': name };
  return import.meta.env.SSR ? (
    <div {...room}>
      <AdFrame />
    </div>
  ) : (
    <div {...room} {...inside} />
  );
}

/** The first custom slot, under the head of a page; the others come after the page's own part (ADS-02). */
export function HeadAd() {
  return usePage().site.outside?.ads?.customKeys.length ? <AdSlot name={customName(0)} /> : null;
}
