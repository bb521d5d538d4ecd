// All page kinds, for the server. The browser loads only the current kind, see load-body.tsx.

import type { PageBody } from '@marquee/api/schema.gen.ts';
import type { ReactElement } from 'react';
import { Content } from './Content.tsx';
import { ErrorView } from './ErrorView.tsx';
import { Event } from './Event.tsx';
import { Events } from './Events.tsx';
import { Film } from './Film.tsx';
import { List } from './List.tsx';
import { Member } from './Member.tsx';
import { Offline } from './Offline.tsx';
import { Search } from './Search.tsx';
import { Showtimes } from './Showtimes.tsx';
import { Theater } from './Theater.tsx';
import { Theaters } from './Theaters.tsx';
import { Unbookable } from './Unbookable.tsx';

/** The content of `main`. */
export function pageBody(page: PageBody): ReactElement {
  switch (page.kind) {
    case 'list':
      return <List page={page} />;
    case 'film':
      return <Film page={page} />;
    case 'theaters':
      return <Theaters page={page} />;
    case 'theater':
      return <Theater page={page} />;
    case 'events':
      return <Events page={page} />;
    case 'event':
      return <Event page={page} />;
    case 'search':
      return <Search page={page} />;
    case 'showtimes':
      return <Showtimes page={page} />;
    case 'unbookable':
      return <Unbookable page={page} />;
    case 'content':
      return <Content page={page} />;
    case 'member':
      return <Member page={page} />;
    case 'error':
      return <ErrorView page={page} />;
    case 'offline':
      return <Offline page={page} />;
  }
}
