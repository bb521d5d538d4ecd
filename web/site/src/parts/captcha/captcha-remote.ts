// Captchas of others: reCAPTCHA and Turnstile (third-party.md, section 4). Nothing else touches what their scripts put on the window.

import { cell } from '@marquee/rules/cell.ts';
import { type CaptchaChoice, captchaScript } from '@marquee/rules/loyalty/account/captcha.ts';
import type { CaptchaMachine, Proof } from '@marquee/rules/loyalty/account/captcha-machine.ts';

/** What a box is rendered with. */
export interface Rendering {
  readonly sitekey: string;
  readonly theme: 'dark' | 'light';
  readonly size: 'normal' | 'compact' | 'flexible';
  readonly action?: string;
  readonly callback: (token: string) => void;
  readonly 'expired-callback': () => void;
  readonly 'error-callback': () => void;
}

export interface Recaptcha {
  readonly ready: (run: () => void) => void;
  readonly execute: (key: string, about: { readonly action: string }) => PromiseLike<string>;
  readonly render: (box: HTMLElement, rendering: Rendering) => number;
  readonly reset: (id: number) => void;
}

export interface Turnstile {
  readonly render: (box: HTMLElement, rendering: Rendering) => string | null | undefined;
  readonly reset: (id: string) => void;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
    turnstile?: Turnstile;
  }
}

/** What of the browser a captcha of others stands on. */
export interface RemoteParts {
  readonly load: (src: string) => Promise<void>;
  readonly recaptcha: () => Recaptcha | undefined;
  readonly turnstile: () => Turnstile | undefined;
  readonly look: () => Pick<Rendering, 'theme'> & { readonly narrow: boolean };
  readonly after: (ms: number, run: () => void) => void;
}

/** A captcha whose box somebody else fills; version 3 of reCAPTCHA has none. */
export interface RemoteMachine extends CaptchaMachine {
  readonly mount: (box: HTMLElement) => void;
}

/** How long an answer is waited for that needs nobody's click, in ms. */
const PATIENCE_MS = 8000;

export function remoteMachine(choice: CaptchaChoice, action: string, parts: RemoteParts): RemoteMachine {
  const { siteKey, provider, scored } = choice;
  const src = captchaScript(choice);
  const state = cell<Proof>('idle');
  let token: string | undefined;
  let waiting: (() => void)[] = [];
  let renew = (): void => undefined;
  let box: HTMLElement | undefined;
  let isRendered = false;
  let loading: Promise<void> | undefined;

  const settle = (next: string | undefined, says: Proof): void => {
    token = next;
    state.set(says);
    for (const tell of waiting.splice(0)) tell();
  };

  /** The script and what it brings; rejects when there is none. */
  function loaded(): Promise<void> {
    loading ??= (src === undefined ? Promise.reject(new Error('The captcha has no key')) : parts.load(src)).then(rendered);
    loading.catch(() => {
      loading = undefined;
      settle(undefined, 'failed');
    });
    return loading;
  }

  function rendered(): Promise<void> {
    const recaptcha = parts.recaptcha();
    if (provider === 'TURNSTILE') {
      render();
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      if (recaptcha === undefined) reject(new Error('The captcha did not come'));
      else recaptcha.ready(() => resolve(render()));
    });
  }

  function render(): void {
    if (box === undefined || isRendered) return;
    const { theme, narrow } = parts.look();
    const rendering = {
      sitekey: siteKey,
      theme,
      callback: (next: string) => settle(next, 'confirmed'),
      'expired-callback': () => settle(undefined, 'idle'),
      'error-callback': () => settle(undefined, 'failed'),
    } as const;
    if (provider === 'TURNSTILE') {
      const turnstile = parts.turnstile();
      const id = turnstile?.render(box, { ...rendering, action, size: narrow ? 'compact' : 'flexible' });
      if (turnstile === undefined || typeof id !== 'string') throw new Error('The captcha did not come');
      renew = () => turnstile.reset(id);
    } else {
      const recaptcha = parts.recaptcha();
      const id = recaptcha?.render(box, { ...rendering, size: narrow ? 'compact' : 'normal' });
      if (recaptcha === undefined || id === undefined) throw new Error('The captcha did not come');
      renew = () => recaptcha.reset(id);
    }
    isRendered = true;
  }

  const scoredAnswer = async (): Promise<string | undefined> => {
    const given = await parts.recaptcha()?.execute(siteKey, { action });
    state.set(given === undefined ? 'failed' : 'confirmed');
    return given;
  };

  async function answer(): Promise<string | undefined> {
    try {
      await loaded();
      if (scored) return await scoredAnswer();
    } catch {
      state.set('failed');
      return undefined;
    }
    // Turnstile mostly needs no click, but some time.
    if (token === undefined && provider === 'TURNSTILE' && state.get() !== 'failed')
      await new Promise<void>((done) => {
        waiting.push(done);
        parts.after(PATIENCE_MS, done);
      });
    if (token === undefined) state.set('failed');
    return token;
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    mount: (element) => {
      if (element !== box) isRendered = false;
      box = element;
      if (isRendered || scored) return;
      loaded().then(render).catch(() => settle(undefined, 'failed'));
    },
    begin: () => {
      if (state.get() === 'failed') {
        state.set('idle');
        renew();
      }
      loaded().catch(() => undefined);
    },
    answer,
    reset: () => {
      settle(undefined, 'idle');
      renew();
    },
  };
}
