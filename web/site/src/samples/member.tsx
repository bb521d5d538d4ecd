// A member area for tests: what a page says of it, and its parts as markup.

import type { MemberArea, MemberPage, MemberScreen } from '@marquee/api/schema.gen.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LATER_CATALOGUES } from '../messages/all.ts';
import { localeOf } from '../messages/messages.ts';
import { LaterProvider } from '../state/later.ts';
import { MemberQueries } from '../state/member/queries.ts';
import { HereProvider } from '../state/member/use-member.ts';
import { PageProvider } from '../state/page.ts';
import { samplePage } from './samples.ts';

/** The programme of a site that lacks nothing. */
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
  endpoint: '/api/cypher',
  walletPrefix: 'Wallet',
  walletSaveUrl: 'https://pay.google.com/gp/v/save/<signed_jwt>',
  passwordPolicy: 'DEFAULT',
  passwordLength: 12,
  emailActivation: false,
};

/** A page of the area. */
export const memberPage = (screen: MemberScreen, area: Partial<MemberArea> = {}): MemberPage => ({ screen, area: { ...AREA, ...area }, theaters: [] });

/** A part of the area as the server writes it, or as it is before anybody is known. */
export function memberMarkup(part: ReactNode, { area, sample = 'meridian-home' }: { area?: Partial<MemberArea>; sample?: string } = {}): string {
  const page = samplePage(sample);
  return renderToStaticMarkup(
    <PageProvider page={page}>
      <LaterProvider words={LATER_CATALOGUES[localeOf(page.context.intl.locale.short)]}>
        <HereProvider value={{ area: { ...AREA, ...area }, member: undefined }}>
          <MemberQueries>{part}</MemberQueries>
        </HereProvider>
      </LaterProvider>
    </PageProvider>,
  );
}
