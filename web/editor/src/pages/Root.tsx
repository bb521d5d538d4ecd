import { Outlet, useRouter } from '@tanstack/react-router';
import { RouterProvider } from 'react-aria-components';
import { Toasts } from '../parts/Overlay.tsx';
import { useFocusInvalid } from '../parts/use-focus-invalid.ts';
import { isOtherSite, withBase } from '../state/location.ts';

/** What every screen has: links that keep the page, and toasts. */
export function Root() {
  const router = useRouter();
  useFocusInvalid();
  return (
    <RouterProvider
      navigate={(href) => {
        if (isOtherSite(href)) location.assign(withBase(href));
        else void router.navigate({ href: withBase(href) });
      }}
      useHref={withBase}
    >
      <Outlet />
      <Toasts />
    </RouterProvider>
  );
}
