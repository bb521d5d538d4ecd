import { describe, expect, it } from 'vitest';
import { areaEntry, screensOf } from './screens.ts';
import type { SessionRecord } from '../session/session-record.ts';

describe('LOYC-19 the switches', () => {
  it('are off by default', () => {
    expect(screensOf({})).toEqual({ activation: { kind: 'none' } });
  });

  it('show the activation tab with the enabled fields, which are required', () => {
    expect(screensOf({ includeActivation: true }).activation).toEqual({ kind: 'tab', required: [] });
    expect(screensOf({ includeActivation: true, includeActivationCardNumber: true }).activation).toEqual({
      kind: 'tab',
      required: ['cardNumber'],
    });
    expect(screensOf({ includeActivation: true, includeActivationPhoneNumber: true }).activation).toEqual({
      kind: 'tab',
      required: ['phoneNumber'],
    });
    expect(screensOf({ includeActivationCardNumber: true, includeActivationPhoneNumber: true }).activation).toEqual({
      kind: 'none',
    });
  });
});

describe('the entry', () => {
  const labels = {
    guestHeaderAccessLabel: 'Sign in',
    guestSignupTabButton: 'Join',
    guestSignupTabText: 'It is free',
    loggedInHeaderAccessLabel: 'My club',
  };
  const record: SessionRecord = { kind: 'opaque', cypherVersion: 1 };
  const guest = { kind: 'guest', label: 'Sign in', signupButton: 'Join', signupText: 'It is free' };

  it('ROLE-09 has the guests’ labels for guests', () => {
    expect(areaEntry(labels, { kind: 'signed-out' })).toEqual(guest);
    expect(areaEntry(labels, { kind: 'loading', record: undefined })).toEqual(guest);
    expect(areaEntry({}, { kind: 'signed-out' })).toEqual({ kind: 'guest', label: '', signupButton: '', signupText: '' });
  });

  it('ROLE-10 has the members’ label for members', () => {
    for (const session of [
      { kind: 'signed-in', record, member: {} },
      { kind: 'expired', record, member: {} },
      { kind: 'loading', record },
    ] as const) {
      expect(areaEntry(labels, session)).toEqual({ kind: 'member', label: 'My club' });
    }
    expect(areaEntry({}, { kind: 'loading', record })).toEqual({ kind: 'member', label: '' });
  });
});
