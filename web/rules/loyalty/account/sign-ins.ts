// The list of a member's sign-ins (security 1.9).

import type { FromService } from '@marquee/api/call.ts';
import type { MemberSession, MemberSessions } from '@marquee/api/loyalty/types.gen.ts';
import { type Failure, instantOf } from '../calls/responses.ts';

/** A sign-in. */
export interface SignIn {
  readonly id: string;
  readonly device: Device;
  readonly startedAt: string | undefined;
  /** Whether it is the sign-in of this session. */
  readonly isCurrent: boolean;
  /** Whether it was handed over to the ticketing site. */
  readonly isHandedOver: boolean;
}

/** Common names of a browser and an operating system; empty if unknown. */
export interface Device {
  readonly browser: string;
  readonly system: string;
}

/** The sign-ins of a response: the current one first, then the latest. */
export function signInsOf({ sessions }: FromService<MemberSessions>): readonly SignIn[] {
  const signIns = (sessions ?? []).flatMap((entry) => signInOf(entry));
  const startTime = ({ startedAt = '' }: SignIn): number => Date.parse(startedAt) || 0;
  return signIns.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || startTime(b) - startTime(a));
}

/** Whether the service has no list of sign-ins. */
export function isNotOffered(failure: Failure): boolean {
  const status = failure.kind === 'refused' ? failure.response.status : undefined;
  return status === 403 || status === 404;
}

function signInOf({ sessionId, device, startedAt, isCurrent, isHandedOver }: FromService<MemberSession>): SignIn[] {
  const id = sessionId ?? '';
  if (id === '') return [];
  return [
    {
      id,
      device: deviceOf(device ?? ''),
      startedAt: instantOf(startedAt),
      isCurrent: isCurrent === true,
      isHandedOver: isHandedOver === true,
    },
  ];
}

// The first match is used: most browsers also have the names of others in their `User-Agent`.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The device of a `User-Agent`. */
export function deviceOf(agent: string): Device {
  const first = (names: typeof BROWSERS): string => names.find(([pattern]) => pattern.test(agent))?.[1] ?? '';
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}
