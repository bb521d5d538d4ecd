// Hands the member over to the ticketing site from a page with `return` in its address (HAND-01 to HAND-14).

import { handOver } from '@marquee/rules/loyalty/session/hand-over.ts';
import { createRoot } from 'react-dom/client';
import type { Messages } from '../../messages/messages.ts';
import { LaterMessagesProvider } from '../../state/later.ts';
import { whenSettled, type Member } from '../../state/member/member.ts';
import { HandOver } from './HandOver.tsx';

/** Waits for a session and carries out its hand-over: nothing, a sign-out, or the overlay that leads to the ticketing site. */
export async function handOverPage(member: Member, messages: Messages): Promise<void> {
  const { machine, area, context, send, ticket } = member;
  const session = await whenSettled(machine, ({ kind }) => kind === 'signed-in' || kind === 'expired');
  if (session.kind !== 'signed-in' && session.kind !== 'expired') return;
  const next = await handOver({
    context,
    ticketingUrl: area.ticketingUrl,
    search: location.search,
    parameter: area.tokenParameter,
    allowExpiredAccountsLogin: area.allowExpiredAccountsLogin,
    signedIn: session,
    send,
    ticket,
    now: () => Date.now(),
  });
  switch (next.kind) {
    case 'none':
      return;
    case 'sessionOver':
      await machine.rejectToken();
      return;
    case 'navigate':
    case 'post': {
      const { messages: laterMessages } = await messages.later();
      const parent = document.getElementById('modal-root') ?? document.body;
      createRoot(parent.appendChild(document.createElement('div'))).render(
        <LaterMessagesProvider messages={laterMessages}>
          <HandOver next={next} />
        </LaterMessagesProvider>,
      );
    }
  }
}
