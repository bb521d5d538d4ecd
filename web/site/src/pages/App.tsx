import type { PageData } from '@marquee/api/schema.gen.ts';
import type { ReactNode } from 'react';
import { Footer } from '../features/frame/Footer.tsx';
import { Header } from '../features/frame/Header.tsx';
import { MenuSheet } from '../features/frame/MenuSheet.tsx';
import { SkipLink } from '../features/frame/SkipLink.tsx';
import type { Messages } from '../messages/messages.ts';
import { PageProvider } from '../state/page.tsx';

/** A whole page, for the server. `children` is the page's own part, which is all that the browser hydrates. */
export function App({ data, m, children }: { data: PageData; m: Messages; children: ReactNode }) {
  const { kind } = data.page;
  const shows = kind === 'list' || kind === 'film' || kind === 'theater' || kind === 'showtimes';
  return (
    <PageProvider page={{ ...data, m }}>
      {shows ? <SkipLink href="#showtimes" label={m.skip.toShowtimes()} /> : <SkipLink href="#main" label={m.skip.toContent()} />}
      <Header />
      <MenuSheet />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {kind === 'error' || kind === 'offline' ? null : <Footer />}
    </PageProvider>
  );
}
