import type { PageBody, PageData } from '@marquee/api/schema.gen.ts';
import { Footer } from '../features/frame/Footer.tsx';
import { Header } from '../features/frame/Header.tsx';
import { MenuSheet } from '../features/frame/MenuSheet.tsx';
import { SkipLink } from '../features/frame/SkipLink.tsx';
import type { Messages } from '../messages/messages.ts';
import { PageProvider } from '../state/page.tsx';
import { Content } from './Content.tsx';
import { ErrorView } from './ErrorView.tsx';
import { Event } from './Event.tsx';
import { Events } from './Events.tsx';
import { Film } from './Film.tsx';
import { List } from './List.tsx';
import { Theater } from './Theater.tsx';
import { Theaters } from './Theaters.tsx';

/** A whole page: the same on the server and in the browser. */
export function App({ data, m }: { data: PageData; m: Messages }) {
  const body = data.page;
  const shows = body.kind === 'list' || body.kind === 'film' || body.kind === 'theater';
  return (
    <PageProvider page={{ ...data, m }}>
      {shows ? <SkipLink href="#showtimes" label={m.skip.toShowtimes()} /> : <SkipLink href="#main" label={m.skip.toContent()} />}
      <Header />
      <MenuSheet />
      <main id="main" tabIndex={-1}>
        <Body body={body} />
      </main>
      {body.kind === 'error' ? null : <Footer />}
    </PageProvider>
  );
}

function Body({ body }: { body: PageBody }) {
  switch (body.kind) {
    case 'list':
      return <List page={body} />;
    case 'film':
      return <Film page={body} />;
    case 'theaters':
      return <Theaters page={body} />;
    case 'theater':
      return <Theater page={body} />;
    case 'events':
      return <Events page={body} />;
    case 'event':
      return <Event page={body} />;
    case 'content':
      return <Content page={body} />;
    case 'error':
      return <ErrorView page={body} />;
  }
}
