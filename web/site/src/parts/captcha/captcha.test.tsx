import type { CaptchaChoice } from '@marquee/rules/loyalty/account/captcha.ts';
import { isValidElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

/** The keys of the boxes and of the machines of a form's captcha while the setting has these values, one after the other. */
async function keysUsed(isFramed: boolean, ...configured: readonly string[]): Promise<{ boxes: unknown[]; machines: string[] }> {
  vi.resetModules();
  const fakeWindow = { opener: null };
  vi.stubGlobal('window', fakeWindow);
  vi.stubGlobal('parent', isFramed ? {} : fakeWindow);
  const machines: string[] = [];
  vi.doMock('./captcha-remote.ts', () => ({
    remoteMachine: ({ siteKey }: CaptchaChoice) => {
      machines.push(siteKey);
      return {};
    },
  }));
  const { memberMarkup } = await import('@marquee/testkit/pages/member.tsx');
  const { useCaptcha } = await import('./captcha.tsx');
  const boxes: unknown[] = [];
  function Form() {
    const { widget } = useCaptcha('Login');
    boxes.push(isValidElement(widget) ? widget.key : undefined);
    return null;
  }
  for (const siteKey of configured)
    memberMarkup(<Form />, { area: { captcha: { provider: 'TURNSTILE', siteKey, scored: false } } });
  return { boxes, machines };
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('./captcha-remote.ts');
});

describe('ROLE-15 the captcha of a form', () => {
  it.each([
    ['follows the setting in a top-level window', false, ['k1', 'k2']],
    ['keeps its first key in a frame', true, ['k1', 'k1']],
  ] as const)('%s', async (_, isFramed, expected) => {
    expect(await keysUsed(isFramed, 'k1', 'k2')).toEqual({ boxes: expected, machines: expected });
  });
});
