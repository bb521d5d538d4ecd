// Reads the mails that the demo server sends to visitors.

import type { DemoServer } from './demo-server.ts';
import { eventually } from './wait.ts';

const LINK = /https?:\/\/[^\s"<]*(?:resetCode|code)=[\w-]+[^\s"<]*/;

/**
 * Waits for a mail to `to` that contains a link with a code, and returns the last such link. The first `skip` mails are ignored.
 */
export async function waitForMailLink(server: DemoServer, to: string, skip: number): Promise<string> {
  let link: string | undefined;
  await eventually(`a mail to ${to} with a link`, () => {
    const links = server
      .mails(to)
      .slice(skip)
      .map((mail) => LINK.exec(decodeQuotedPrintable(mail))?.[0].replaceAll('&amp;', '&'));
    link = links.findLast((candidate) => candidate !== undefined);
    return Promise.resolve(link !== undefined);
  });
  return link ?? '';
}

/** Decodes quoted-printable text. Every byte becomes one character, so only ASCII is readable. */
export const decodeQuotedPrintable = (mail: string): string =>
  mail.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
