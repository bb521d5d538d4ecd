import type { PageBody, PageData, ReservedAdSpace } from '@marquee/api/schema.gen.ts';
import { customKeysOf } from '@marquee/rules/ads/positions.ts';
import { customName } from '@marquee/rules/ads/slot-name.ts';
import type { ReactNode } from 'react';
import { Alerts } from '../features/frame/Alerts.tsx';
import { Footer } from '../features/frame/Footer.tsx';
import { Header } from '../features/frame/Header.tsx';
import { MenuSheet } from '../features/frame/MenuSheet.tsx';
import { SkipLink } from '../features/frame/SkipLink.tsx';
import type { Messages } from '../messages/messages.ts';
import { AdSlot } from '../parts/ads/AdSlot.tsx';
import { PageProvider } from '../state/page.ts';

/** The complete page, for the server. `children` is the content of `main`, which is the only part that the browser hydrates. */
export function App({ data, messages, children }: { data: PageData; messages: Messages; children: ReactNode }) {
  const { kind } = data.page;
  const ads = kind === 'offline' ? undefined : data.site.outside?.ads;
  const hasShowtimes = kind === 'list' || kind === 'film' || kind === 'theater' || kind === 'showtimes';
  return (
    <PageProvider page={{ ...data, messages }}>
      {hasShowtimes ? (
        <SkipLink href="#showtimes" label={messages.skip.toShowtimes()} />
      ) : (
        <SkipLink href="#main" label={messages.skip.toContent()} />
      )}
      <Header />
      <MenuSheet />
      <Alerts />
      {ads?.header ? <AdSlot name="header" /> : null}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {endSlots(kind, ads).map((name) => (
        <AdSlot key={name} name={name} />
      ))}
      {ads?.footer ? <AdSlot name="footer" /> : null}
      {kind === 'error' || kind === 'offline' ? null : <Footer />}
    </PageProvider>
  );
}

/** The custom ad slots after the content: all of them, or all but the first on the pages that have a `HeadAd` (ADS-02). */
function endSlots(kind: PageBody['kind'], ads: ReservedAdSpace | undefined): string[] {
  const names = ads === undefined ? [] : customKeysOf(ads).map((_, index) => customName(index));
  return kind === 'list' || kind === 'film' || kind === 'theater' ? names.slice(1) : names;
}
