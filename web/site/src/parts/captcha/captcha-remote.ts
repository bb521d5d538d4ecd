// Third-party captchas: reCAPTCHA and Turnstile (third-party.md, section 4). Only this module uses the globals of their scripts.

import { cell } from '@marquee/rules/cell.ts';
import { type CaptchaChoice, captchaScript } from '@marquee/rules/loyalty/account/captcha.ts';
import type { CaptchaMachine, CaptchaState } from '@marquee/rules/loyalty/account/captcha-machine.ts';

/** Options of a rendered box. */
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

/** The browser functions that a third-party captcha depends on. */
export interface RemotePorts {
  readonly load: (src: string) => Promise<void>;
  readonly recaptcha: () => Recaptcha | undefined;
  readonly turnstile: () => Turnstile | undefined;
  readonly appearance: () => Pick<Rendering, 'theme'> & { readonly narrow: boolean };
  readonly after: (ms: number, run: () => void) => void;
}

/** A captcha of a third party. Its script renders into the mounted box; version 3 of reCAPTCHA needs none. */
export interface RemoteMachine extends CaptchaMachine {
  readonly mount: (box: HTMLElement) => void;
}

/** How long to wait for a token that needs no click, in ms. */
const TOKEN_TIMEOUT_MS = 8000;

export function remoteMachine(choice: CaptchaChoice, action: string, ports: RemotePorts): RemoteMachine {
  const { siteKey, provider, scored } = choice;
  const src = captchaScript(choice);
  const state = cell<CaptchaState>('idle');
  let token: string | undefined;
  let waiting: (() => void)[] = [];
  let resetWidget = (): void => undefined;
  let box: HTMLElement | undefined;
  let isRendered = false;
  let loading: Promise<void> | undefined;

  const settle = (newToken: string | undefined, proof: CaptchaState): void => {
    token = newToken;
    state.set(proof);
    for (const resolve of waiting.splice(0)) resolve();
  };

  /** Loads the script and renders the box. Rejects if the captcha has no key or the script fails. */
  function load(): Promise<void> {
    loading ??= (src === undefined ? Promise.reject(new Error('The captcha has no key')) : ports.load(src)).then(renderWhenReady);
    loading.catch(() => {
      loading = undefined;
      settle(undefined, 'failed');
    });
    return loading;
  }

  function renderWhenReady(): Promise<void> {
    const recaptcha = ports.recaptcha();
    if (provider === 'TURNSTILE') {
      render();
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      if (recaptcha === undefined) reject(new Error('The captcha did not load'));
      else recaptcha.ready(() => resolve(render()));
    });
  }

  function render(): void {
    if (box === undefined || isRendered) return;
    const { theme, narrow } = ports.appearance();
    const rendering = {
      sitekey: siteKey,
      theme,
      callback: (newToken: string) => settle(newToken, 'confirmed'),
      'expired-callback': () => settle(undefined, 'idle'),
      'error-callback': () => settle(undefined, 'failed'),
    } as const;
    if (provider === 'TURNSTILE') {
      const turnstile = ports.turnstile();
      const id = turnstile?.render(box, { ...rendering, action, size: narrow ? 'compact' : 'flexible' });
      if (turnstile === undefined || typeof id !== 'string') throw new Error('The captcha did not load');
      resetWidget = () => turnstile.reset(id);
    } else {
      const recaptcha = ports.recaptcha();
      const id = recaptcha?.render(box, { ...rendering, size: narrow ? 'compact' : 'normal' });
      if (recaptcha === undefined || id === undefined) throw new Error('The captcha did not load');
      resetWidget = () => recaptcha.reset(id);
    }
    isRendered = true;
  }

  const scoredAnswer = async (): Promise<string | undefined> => {
    const scoredToken = await ports.recaptcha()?.execute(siteKey, { action });
    state.set(scoredToken === undefined ? 'failed' : 'confirmed');
    return scoredToken;
  };

  async function answer(): Promise<string | undefined> {
    try {
      await load();
      if (scored) return await scoredAnswer();
    } catch {
      state.set('failed');
      return undefined;
    }
    // Turnstile mostly needs no click, but it needs some time.
    if (token === undefined && provider === 'TURNSTILE' && state.get() !== 'failed')
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        ports.after(TOKEN_TIMEOUT_MS, resolve);
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
      load().then(render).catch(() => settle(undefined, 'failed'));
    },
    begin: () => {
      if (state.get() === 'failed') {
        state.set('idle');
        resetWidget();
      }
      load().catch(() => undefined);
    },
    answer,
    reset: () => {
      settle(undefined, 'idle');
      resetWidget();
    },
  };
}
