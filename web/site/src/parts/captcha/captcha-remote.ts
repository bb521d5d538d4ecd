// Third-party captchas: reCAPTCHA and Turnstile (third-party.md, section 4). Only this module uses the globals of their scripts.

import { type Observable, cell } from '@marquee/rules/cell.ts';
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

/** How long to wait for a token that needs no click, and for the provider's script to be ready, in ms. */
const TOKEN_TIMEOUT_MS = 8000;

/** What a rendered box reports. */
interface WidgetEvents {
  readonly onToken: (token: string) => void;
  readonly onExpired: () => void;
  readonly onError: () => void;
}

/** The box of a captcha in the page. */
interface Widget {
  /** Sets the element of the box. */
  readonly place: (element: HTMLElement) => void;
  readonly isRendered: () => boolean;
  /** Renders into the box if there is one. Throws if the script is missing. */
  readonly render: () => void;
  readonly reset: () => void;
}

function captchaWidget(
  { siteKey, provider }: CaptchaChoice,
  action: string,
  ports: RemotePorts,
  { onToken, onExpired, onError }: WidgetEvents,
): Widget {
  let box: HTMLElement | undefined;
  let isRendered = false;
  let resetWidget = (): void => undefined;

  /** Renders with the provider's script; returns the function that resets the box. */
  function renderWidget(element: HTMLElement): () => void {
    const { theme, narrow } = ports.appearance();
    const rendering = {
      sitekey: siteKey,
      theme,
      callback: onToken,
      'expired-callback': onExpired,
      'error-callback': onError,
    } as const;
    if (provider === 'TURNSTILE') {
      const turnstile = ports.turnstile();
      const id = turnstile?.render(element, { ...rendering, action, size: narrow ? 'compact' : 'flexible' });
      if (turnstile === undefined || typeof id !== 'string') throw new Error('The captcha did not load');
      return () => turnstile.reset(id);
    }
    const recaptcha = ports.recaptcha();
    const id = recaptcha?.render(element, { ...rendering, size: narrow ? 'compact' : 'normal' });
    if (recaptcha === undefined || id === undefined) throw new Error('The captcha did not load');
    return () => recaptcha.reset(id);
  }
  return {
    place: (element) => {
      if (element !== box) isRendered = false;
      box = element;
    },
    isRendered: () => isRendered,
    render: () => {
      if (box === undefined || isRendered) return;
      resetWidget = renderWidget(box);
      isRendered = true;
    },
    reset: () => resetWidget(),
  };
}

/** The token of a captcha, and those who wait for it. */
interface TokenState extends Observable<CaptchaState> {
  readonly set: (state: CaptchaState) => void;
  readonly token: () => string | undefined;
  readonly settle: (token: string | undefined, state: CaptchaState) => void;
  /** Resolves when the token is settled. */
  readonly settled: () => Promise<void>;
}

function tokenState(after: RemotePorts['after']): TokenState {
  const state = cell<CaptchaState>('idle');
  let token: string | undefined;
  const waiting: (() => void)[] = [];
  return {
    ...state,
    token: () => token,
    settle: (newToken, proof) => {
      token = newToken;
      state.set(proof);
      for (const resolve of waiting.splice(0)) resolve();
    },
    settled: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        after(TOKEN_TIMEOUT_MS, resolve);
      }),
  };
}

export function remoteMachine(choice: CaptchaChoice, action: string, ports: RemotePorts): RemoteMachine {
  const { siteKey, provider, scored } = choice;
  const src = captchaScript(choice);
  const state = tokenState(ports.after);
  const widget = captchaWidget(choice, action, ports, {
    onToken: (token) => state.settle(token, 'confirmed'),
    onExpired: () => state.settle(undefined, 'idle'),
    onError: () => state.settle(undefined, 'failed'),
  });
  let loading: Promise<void> | undefined;

  /** Loads the script and renders the box. Rejects if the captcha has no key or the script fails. */
  function load(): Promise<void> {
    loading ??= (src === undefined ? Promise.reject(new Error('The captcha has no key')) : ports.load(src)).then(() =>
      renderWhenReady(provider, ports, widget),
    );
    loading.catch(() => {
      loading = undefined;
      state.settle(undefined, 'failed');
    });
    return loading;
  }

  async function answer(): Promise<string | undefined> {
    try {
      await load();
      if (scored) {
        const scoredToken = await Promise.race([
          ports.recaptcha()?.execute(siteKey, { action }),
          new Promise<undefined>((resolve) => ports.after(TOKEN_TIMEOUT_MS, () => resolve(undefined))),
        ]);
        state.set(scoredToken === undefined ? 'failed' : 'confirmed');
        return scoredToken;
      }
    } catch {
      state.set('failed');
      return undefined;
    }
    // Turnstile mostly needs no click, but it needs some time.
    if (state.token() === undefined && provider === 'TURNSTILE' && state.get() !== 'failed') await state.settled();
    if (state.token() === undefined) state.set('failed');
    return state.token();
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    mount: (element) => {
      widget.place(element);
      if (widget.isRendered() || scored) return;
      load()
        .then(widget.render)
        .catch(() => state.settle(undefined, 'failed'));
    },
    begin: () => {
      if (state.get() === 'failed') {
        state.set('idle');
        widget.reset();
      }
      load().catch(() => undefined);
    },
    answer,
    reset: () => {
      state.settle(undefined, 'idle');
      widget.reset();
    },
  };
}

/** Renders the box once the provider's loaded script is ready. Rejects if the script is missing or not ready in time. */
function renderWhenReady(provider: CaptchaChoice['provider'], ports: RemotePorts, widget: Widget): Promise<void> {
  const recaptcha = ports.recaptcha();
  if (provider === 'TURNSTILE') {
    widget.render();
    return Promise.resolve();
  }
  if (recaptcha === undefined) return Promise.reject(new Error('The captcha did not load'));
  return new Promise<void>((resolve, reject) => {
    recaptcha.ready(resolve);
    ports.after(TOKEN_TIMEOUT_MS, () => reject(new Error('The captcha is not ready')));
  }).then(widget.render);
}
