// Loads only the code of the current page kind.

import type { PageBody } from '@marquee/api/schema.gen.ts';
import type { ReactElement } from 'react';
import type { Messages } from '../messages/messages.ts';

/** The content of `main`; must match page-body.tsx, which the server renders. */
export async function loadBody(page: PageBody, messages: Messages): Promise<ReactElement> {
  switch (page.kind) {
    case 'list': {
      const { List } = await import('./List.tsx');
      return <List page={page} />;
    }
    case 'film': {
      const { Film } = await import('./Film.tsx');
      return <Film page={page} />;
    }
    case 'theaters': {
      const { Theaters } = await import('./Theaters.tsx');
      return <Theaters page={page} />;
    }
    case 'theater': {
      const { Theater } = await import('./Theater.tsx');
      return <Theater page={page} />;
    }
    case 'events': {
      const { Events } = await import('./Events.tsx');
      return <Events page={page} />;
    }
    case 'event': {
      const { Event } = await import('./Event.tsx');
      return <Event page={page} />;
    }
    case 'search': {
      const { loadSearch } = await import('./load-search.tsx');
      return loadSearch(page, messages);
    }
    case 'showtimes': {
      const { Showtimes } = await import('./Showtimes.tsx');
      return <Showtimes page={page} />;
    }
    case 'unbookable': {
      const { loadUnbookable } = await import('./load-unbookable.tsx');
      return loadUnbookable(page, messages);
    }
    case 'content': {
      const { Content } = await import('./Content.tsx');
      return <Content page={page} />;
    }
    case 'member': {
      const { loadMember } = await import('./load-member.tsx');
      return loadMember(page, messages);
    }
    case 'error': {
      const { ErrorView } = await import('./ErrorView.tsx');
      return <ErrorView page={page} />;
    }
    case 'offline': {
      const { loadOffline } = await import('./load-offline.tsx');
      return loadOffline(page, messages);
    }
  }
}
