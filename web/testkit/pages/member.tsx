// A member area for tests: its settings, its pages and the markup of its parts.

import type { MemberArea, MemberPage, MemberScreen } from '@marquee/api/schema.gen.ts';
import { CYPHER_PATH } from '@marquee/rules/paths.gen.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { laterCatalogOf } from '@marquee/site/src/messages/all.ts';
import { LaterMessagesProvider } from '@marquee/site/src/state/later.ts';
import { MemberQueries } from '@marquee/site/src/state/member/queries.ts';
import { MemberProvider } from '@marquee/site/src/state/member/use-member.ts';
import { PageProvider } from '@marquee/site/src/state/page.ts';
import { samplePage } from './samples.ts';

/** The member area of a site with every feature of the loyalty program. */
export const AREA: MemberArea = {
  href: '/login/',
  version: 3,
  circuitId: 'meridian',
  cinemaId: 'meridian-main',
  currentCinema: false,
  clubId: 'meridian-club',
  provider: 'NONE',
  type: 'TIERED',
  balanceTypes: ['POINTS'],
  scannableCodeFormat: 'QR_CODE',
  cardType: 'DEMATERIALIZED',
  ticketingUrl: 'https://tickets.example',
  tokenParameter: 'token',
  launchTicketing: false,
  allowExpiredAccountsLogin: true,
  sessionTimeout: 720,
  originalMessages: false,
  includeActivation: true,
  includeActivationCardNumber: false,
  includeActivationPhoneNumber: false,
  includeWatchlist: true,
  guestHeaderAccessLabel: '',
  guestSignupTabButton: '',
  guestSignupTabText: '',
  loggedInHeaderAccessLabel: '',
  endpoint: CYPHER_PATH,
  walletPrefix: 'Wallet',
  walletSaveUrl: 'https://pay.google.com/gp/v/save/<signed_jwt>',
  passwordPolicy: 'DEFAULT',
  passwordLength: 12,
  emailActivation: false,
};

/** A page of the member area. */
export const memberPage = (screen: MemberScreen, area: Partial<MemberArea> = {}): MemberPage => ({
  screen,
  area: { ...AREA, ...area },
  theaters: [],
});

/** The markup of a part of the member area as the server renders it, without a member. */
export function memberMarkup(
  part: ReactNode,
  { area, sample = 'meridian-home' }: { area?: Partial<MemberArea>; sample?: string } = {},
): string {
  const page = samplePage(sample);
  return renderToStaticMarkup(
    <PageProvider page={page}>
      <LaterMessagesProvider messages={laterCatalogOf(page.context.intl.locale.short)}>
        <MemberProvider value={{ area: { ...AREA, ...area }, member: undefined }}>
          <MemberQueries>{part}</MemberQueries>
        </MemberProvider>
      </LaterMessagesProvider>
    </PageProvider>,
  );
}
