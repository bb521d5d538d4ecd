import type { CaptchaChoice } from '@marquee/rules/loyalty/account/captcha.ts';
import { isValidElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

/**
 * Renders a form's captcha once for each value of the site key in `configured`, in this order. Returns the React keys of its widgets and
 * the site keys of the machines that were created.
 */
async function keysUsed(isFramed: boolean, ...configured: readonly string[]): Promise<{ widgets: unknown[]; machines: string[] }> {
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
  const widgets: unknown[] = [];
  function Form() {
    const { widget } = useCaptcha('Login');
    widgets.push(isValidElement(widget) ? widget.key : undefined);
    return null;
  }
  for (const siteKey of configured)
    memberMarkup(<Form />, { area: { captcha: { provider: 'TURNSTILE', siteKey, scored: false } } });
  return { widgets, machines };
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
    expect(await keysUsed(isFramed, 'k1', 'k2')).toEqual({ widgets: expected, machines: expected });
  });
});
