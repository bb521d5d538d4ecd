// What visitors do with the mails they are sent.

import type { Program } from './program.ts';
import { eventually } from './visit.ts';

const LINK = /https?:\/\/[^\s"<]*(?:resetCode|code)=[\w-]+[^\s"<]*/;

/** The link with a code in the mails to somebody, once there is one beside the first `before` of them. */
export async function linkIn(program: Program, to: string, before: number): Promise<string> {
  let link: string | undefined;
  await eventually(`a mail to ${to} with a link`, () => {
    const links = program
      .mails(to)
      .slice(before)
      .map((mail) => LINK.exec(decoded(mail))?.[0].replaceAll('&amp;', '&'));
    link = links.findLast((one) => one !== undefined);
    return Promise.resolve(link !== undefined);
  });
  return link ?? '';
}

/** The text of a mail whose lines are quoted-printable, letter by letter of ASCII. */
export const decoded = (mail: string): string =>
  mail.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
