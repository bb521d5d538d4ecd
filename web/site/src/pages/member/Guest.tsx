import type { MemberPage } from '@marquee/api/schema.gen.ts';
import { screensOf } from '@marquee/rules/loyalty/area/screens.ts';
import { lazy } from 'react';
import { Activate } from '../../features/account/Activate.tsx';
import { ForgotPassword } from '../../features/account/ForgotPassword.tsx';
import { ForgotUsername } from '../../features/account/ForgotUsername.tsx';
import { Home } from '../../features/account/Home.tsx';
import { GiftCard } from '../../features/join/GiftCard.tsx';
import { Join } from '../../features/join/Join.tsx';
import { loadWelcome } from './load-welcome.ts';

// Browser only: the server does not know the session.
const WelcomeBody = import.meta.env.SSR ? null : lazy(loadWelcome);

/** The guest's view of a page in the member area: the page's form, or the sign-in form on a page for members. */
export function Guest({ page }: { page: MemberPage }) {
  switch (page.screen) {
    case 'forgotPassword':
      return <ForgotPassword page={page} />;
    case 'forgotUsername':
      return <ForgotUsername page={page} />;
    case 'activate':
      // LOYC-19
      return screensOf(page.area).activation.kind === 'tab' ? <Activate page={page} /> : <Home page={page} />;
    case 'join':
      return <Join page={page} welcome={WelcomeBody === null ? null : <WelcomeBody page={page} />} />;
    case 'giftCard':
      return <GiftCard page={page} />;
    case 'home':
    case 'rewards':
    case 'vouchers':
    case 'watchlist':
    case 'theaters':
    case 'orders':
    case 'cards':
    case 'profile':
      return <Home page={page} />;
  }
}
