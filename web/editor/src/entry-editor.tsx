// Starts the site editor: language, session, routes.

// oxlint-disable import/no-unassigned-import -- stylesheets have nothing to assign
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FirstSite } from './pages/FirstSite.tsx';
import { NotFound } from './pages/NotFound.tsx';
import { Root } from './pages/Root.tsx';
import { SitePage } from './pages/SitePage.tsx';
import { LanguageProvider } from './parts/LanguageProvider.tsx';
import { BASE } from './state/location.ts';
import { initialLocale, loadMessages } from './state/messages.ts';
import { watchSession } from './state/session.ts';

const root = createRootRoute({ component: Root });
const site = createRoute({ getParentRoute: () => root, path: '/$site', component: SitePage });
const routeTree = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/', component: FirstSite }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: lazyRouteComponent(() => import('./pages/SignInPage.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/welcome',
    component: lazyRouteComponent(() => import('./pages/WelcomePage.tsx'), 'WelcomePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/set-up',
    component: lazyRouteComponent(() => import('./pages/SetUpPage.tsx'), 'SetUpPage'),
  }),
  site.addChildren([
    createRoute({
      getParentRoute: () => site,
      path: '/',
      component: lazyRouteComponent(() => import('./pages/OverviewPage.tsx'), 'OverviewPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/more',
      component: lazyRouteComponent(() => import('./pages/MorePage.tsx'), 'MorePage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/program',
      component: lazyRouteComponent(() => import('./pages/ProgramPage.tsx'), 'ProgramPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/program/import',
      component: lazyRouteComponent(() => import('./pages/ImportPage.tsx'), 'ImportPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/films',
      component: lazyRouteComponent(() => import('./pages/FilmsPage.tsx'), 'FilmsPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/films/$film',
      component: lazyRouteComponent(() => import('./pages/FilmPage.tsx'), 'FilmPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/featured',
      component: lazyRouteComponent(() => import('./pages/FeaturedPage.tsx'), 'FeaturedPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/events/{-$event}',
      component: lazyRouteComponent(() => import('./pages/EventsPage.tsx'), 'EventsPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/pages',
      component: lazyRouteComponent(() => import('./pages/PagesPage.tsx'), 'PagesPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/pages/$page',
      component: lazyRouteComponent(() => import('./pages/PageEditorPage.tsx'), 'PageEditorPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/menus',
      component: lazyRouteComponent(() => import('./pages/MenusPage.tsx'), 'MenusPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/members/{-$member}',
      component: lazyRouteComponent(() => import('./pages/MembersPage.tsx'), 'MembersPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/rewards',
      component: lazyRouteComponent(() => import('./pages/RewardsPage.tsx'), 'RewardsPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/theaters/{-$theater}',
      component: lazyRouteComponent(() => import('./pages/TheatersPage.tsx'), 'TheatersPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/design',
      component: lazyRouteComponent(() => import('./pages/DesignPage.tsx'), 'DesignPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/media/{-$picture}',
      component: lazyRouteComponent(() => import('./pages/MediaPage.tsx'), 'MediaPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/settings',
      component: lazyRouteComponent(() => import('./pages/SettingsPage.tsx'), 'SettingsPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/history',
      component: lazyRouteComponent(() => import('./pages/HistoryPage.tsx'), 'HistoryPage'),
    }),
    createRoute({
      getParentRoute: () => site,
      path: '/team',
      component: lazyRouteComponent(() => import('./pages/TeamPage.tsx'), 'TeamPage'),
    }),
  ]),
]);
const router = createRouter({ routeTree, basepath: BASE, trailingSlash: 'always', defaultNotFoundComponent: NotFound });
const client = new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: true } } });
watchSession(client);

const container = document.getElementById('root');
const locale = initialLocale();
if (container !== null)
  void loadMessages(locale, false).then((messages) =>
    createRoot(container).render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <LanguageProvider initial={{ locale, messages }}>
            <RouterProvider router={router} />
          </LanguageProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
