// Every page kind but lists, in one part of the script: they come when they are needed.

import type { PageBody } from '@marquee/api/schema.gen.ts';
import type { ReactElement } from 'react';
import { Content } from './Content.tsx';
import { ErrorView } from './ErrorView.tsx';
import { Event } from './Event.tsx';
import { Events } from './Events.tsx';
import { Film } from './Film.tsx';
import { Theater } from './Theater.tsx';
import { Theaters } from './Theaters.tsx';

export type OtherBody = Exclude<PageBody, { kind: 'list' }>;

/** The page's own part. */
export function otherBody(page: OtherBody): ReactElement {
  switch (page.kind) {
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
    case 'content':
      return <Content page={page} />;
    case 'error':
      return <ErrorView page={page} />;
  }
}
