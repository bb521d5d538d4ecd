// Starts the site editor: language, session, routes.

// oxlint-disable import/no-unassigned-import -- stylesheets have nothing to assign
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DIALOGS } from './pages/dialogs.ts';
import { FirstSite } from './pages/FirstSite.tsx';
import { NotFound } from './pages/NotFound.tsx';
import { Root } from './pages/Root.tsx';
import { ScreenFailed, ScreenPending } from './pages/ScreenFallbacks.tsx';
import { SitePage } from './pages/SitePage.tsx';
import { LanguageProvider } from './parts/LanguageProvider.tsx';
import { BASE } from './state/location.ts';
import { initialLocale, loadTexts } from './state/messages.ts';
import { screenComponent } from './state/screen-code.ts';
import { watchSession } from './state/session.ts';

const overview = screenComponent(() => import('./pages/OverviewPage.tsx'), 'OverviewPage');
const program = screenComponent(() => import('./pages/ProgramPage.tsx'), 'ProgramPage');
const films = screenComponent(() => import('./pages/FilmsPage.tsx'), 'FilmsPage');
const film = screenComponent(() => import('./pages/FilmPage.tsx'), 'FilmPage');
const theaters = screenComponent(() => import('./pages/TheatersPage.tsx'), 'TheatersPage');
const feed = screenComponent(() => import('./pages/FeedPage.tsx'), 'FeedPage');
/** Screens that also open without a connection (ux 5.17). */
const OFFLINE_SCREENS = [overview, program, films, film, theaters];

const root = createRootRoute({ component: Root });
const site = createRoute({ getParentRoute: () => root, path: '/$site', component: SitePage });
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/', component: FirstSite }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: screenComponent(() => import('./pages/SignInPage.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset',
    component: screenComponent(() => import('./pages/ResetPage.tsx'), 'ResetPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/new-address',
    component: screenComponent(() => import('./pages/NewAddressPage.tsx'), 'NewAddressPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/welcome',
    component: screenComponent(() => import('./pages/WelcomePage.tsx'), 'WelcomePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/set-up',
    component: screenComponent(() => import('./pages/SetUpPage.tsx'), 'SetUpPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/$site/created',
    component: screenComponent(() => import('./pages/CreatedPage.tsx'), 'CreatedPage'),
  }),
  site.addChildren([
    createRoute({
      getParentRoute: () => site,
      path: '/',
      component: overview,
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/more',
      component: screenComponent(() => import('./pages/MorePage.tsx'), 'MorePage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/program',
      component: program,
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/program/import',
      component: screenComponent(() => import('./pages/ImportPage.tsx'), 'ImportPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/films',
      component: films,
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/films/$film',
      component: film,
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/featured',
      component: screenComponent(() => import('./pages/FeaturedPage.tsx'), 'FeaturedPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/events/{-$event}',
      component: screenComponent(() => import('./pages/EventsPage.tsx'), 'EventsPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/pages',
      component: screenComponent(() => import('./pages/PagesPage.tsx'), 'PagesPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/pages/$page',
      component: screenComponent(() => import('./pages/PageEditorPage.tsx'), 'PageEditorPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/menus',
      component: screenComponent(() => import('./pages/MenusPage.tsx'), 'MenusPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/members/{-$member}',
      component: screenComponent(() => import('./pages/MembersPage.tsx'), 'MembersPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/rewards',
      component: screenComponent(() => import('./pages/RewardsPage.tsx'), 'RewardsPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/theaters/{-$theater}',
      component: theaters,
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/feeds',
      component: screenComponent(() => import('./pages/FeedsPage.tsx'), 'FeedsPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/feeds/connect',
      component: feed,
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/feeds/$feed',
      component: feed,
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/feeds/$feed/runs',
      component: screenComponent(() => import('./pages/FeedRunsPage.tsx'), 'FeedRunsPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/feeds/$feed/$run',
      component: screenComponent(() => import('./pages/FeedRunPage.tsx'), 'FeedRunPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/design',
      component: screenComponent(() => import('./pages/DesignPage.tsx'), 'DesignPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/media/{-$picture}',
      component: screenComponent(() => import('./pages/MediaPage.tsx'), 'MediaPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/settings',
      component: screenComponent(() => import('./pages/SettingsPage.tsx'), 'SettingsPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/history',
      component: screenComponent(() => import('./pages/HistoryPage.tsx'), 'HistoryPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/team',
      component: screenComponent(() => import('./pages/TeamPage.tsx'), 'TeamPage'),
    }),
  ]),
]);
const router = createRouter({
  routeTree,
  basepath: BASE,
  trailingSlash: 'always',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: ScreenFailed,
  defaultPendingComponent: ScreenPending,
  defaultPendingMinMs: 0,
});
const client = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, refetchOnWindowFocus: true },
    // Without a connection a request fails at once, in words. By default it would wait, and be sent later without the operator.
    mutations: { networkMode: 'always' },
  },
});
watchSession(client);

/** Time without requests after which the code of other screens is loaded, so that the open screen does not wait for it, in milliseconds. */
const SETTLED = 250;

let settled: ReturnType<typeof setTimeout> | undefined;
const stopListening = client.getQueryCache().subscribe(() => {
  if (client.isFetching() > 0) {
    clearTimeout(settled);
    settled = undefined;
    return;
  }
  settled ??= setTimeout(() => {
    stopListening();
    for (const { preload } of [...OFFLINE_SCREENS, ...DIALOGS]) void preload?.();
  }, SETTLED);
});

const container = document.getElementById('root');
const locale = initialLocale();
if (container !== null)
  void loadTexts(locale, false).then((texts) =>
    createRoot(container).render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <LanguageProvider initial={{ locale, ...texts }}>
            <RouterProvider router={router} />
          </LanguageProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
