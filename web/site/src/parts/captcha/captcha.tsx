import type { CaptchaAction } from '@marquee/rules/loyalty/account/captcha-actions.gen.ts';
import type { CaptchaChoice } from '@marquee/rules/loyalty/account/captcha.ts';
import { type CaptchaMachine, proofMachine } from '@marquee/rules/loyalty/account/captcha-machine.ts';
import { CAPTCHA_CHALLENGE_PATH } from '@marquee/rules/paths.gen.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Checkbox } from '@marquee/ui/Checkbox/Checkbox.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import { loadScript, pageScripts } from '../../state/load-script.ts';
import { usePage } from '../../state/page.ts';
import css from './Captcha.module.css';
import { pageCaptchaKey } from './captcha-key.ts';
import { type RemoteMachine, remoteMachine } from './captcha-remote.ts';
import { solveInWorker } from './solve-in-worker.ts';
import { useArea } from '../../state/member/use-member.ts';

export interface Captcha {
  /** Shown by the form before its button. */
  readonly widget: ReactNode;
  /** Returns the answer for one call. Undefined if the site has no captcha or it failed; in that case the widget shows an error. */
  readonly answer: () => Promise<string | undefined>;
  /** Discards the answer. Call it after a call with the answer failed, because the next call needs a new one. */
  readonly reset: () => void;
  /** Whether `answer` is running: the form is busy before its call is sent. */
  readonly isPending: boolean;
  /** Whether the service rejects calls without an answer. */
  readonly isNeeded: boolean;
}

const NONE: Captcha = {
  widget: null,
  answer: () => Promise.resolve(undefined),
  reset: () => undefined,
  isPending: false,
  isNeeded: false,
};

/** Timeout of the request for a challenge, in ms. */
const CHALLENGE_TIMEOUT_MS = 20_000;

/** Windows that are too narrow for the normal box. */
const NARROW = '(width < 21.5em)';

/** `own` is the server's captcha; of a third party, `box` shows a box and `invisible` does not. */
type FormCaptcha =
  | { readonly kind: 'own'; readonly machine: CaptchaMachine }
  | { readonly kind: 'box' | 'invisible'; readonly machine: RemoteMachine };

function createCaptcha(choice: CaptchaChoice, action: string): FormCaptcha {
  if (choice.provider === 'ALTCHA')
    return {
      kind: 'own',
      machine: proofMachine({
        request: () => challengeFor(action),
        solve: solveInWorker,
        base64: (text) => btoa(text),
        now: () => performance.now(),
      }),
    };
  const machine = remoteMachine(choice, action, {
    load: (src) => loadScript(pageScripts(), 'captcha-script', src),
    recaptcha: () => window.grecaptcha,
    turnstile: () => window.turnstile,
    appearance: () => ({
      theme: document.documentElement.dataset['tone'] === 'light' ? 'light' : 'dark',
      narrow: matchMedia(NARROW).matches,
    }),
    after: (ms, run) => void setTimeout(run, ms),
  });
  return { kind: choice.provider === 'RECAPTCHA' && choice.scored ? 'invisible' : 'box', machine };
}

async function challengeFor(action: string): Promise<unknown> {
  const response = await fetch(`${CAPTCHA_CHALLENGE_PATH}?action=${encodeURIComponent(action)}`, {
    headers: { Accept: 'application/json' },
    cache: 'no-store',
    signal: AbortSignal.timeout(CHALLENGE_TIMEOUT_MS),
  });
  return response.json();
}

/**
 * The site's captcha for a form whose call is named `action` (VALID-08). The key changes while the page is open only if ROLE-15
 * allows it.
 */
export function useCaptcha(action: CaptchaAction): Captcha {
  const choice = useArea().captcha;
  const key = choice && pageCaptchaKey(choice.siteKey);
  const [isPending, setPending] = useState(false);
  const [current, setCurrent] = useState(() => ({
    key,
    captcha: choice && createCaptcha({ ...choice, siteKey: key ?? '' }, action),
  }));
  if (choice === undefined || current.captcha === undefined) return NONE;
  if (current.key !== key) setCurrent({ key, captcha: createCaptcha({ ...choice, siteKey: key ?? '' }, action) });
  const { captcha } = current;
  const { machine } = captcha;
  return {
    widget: widgetOf(captcha, current.key, action),
    answer: async () => {
      setPending(true);
      try {
        return await machine.answer();
      } finally {
        setPending(false);
      }
    },
    reset: machine.reset,
    isPending,
    isNeeded: true,
  };
}

function widgetOf({ kind, machine }: FormCaptcha, key: string | undefined, action: string): ReactNode {
  switch (kind) {
    case 'own':
      return <OwnBox machine={machine} action={action} />;
    case 'box':
      return <RemoteBox key={key} machine={machine} />;
    case 'invisible':
      return <Invisible key={key} machine={machine} />;
  }
}

const idle = () => 'idle' as const;

/** A ref that starts the captcha when a control of the surrounding form gets the focus. */
function startOnFocus(machine: CaptchaMachine): (element: HTMLElement | null) => (() => void) | undefined {
  return (element) => {
    const form = element?.closest('form');
    const begin = () => {
      // A failed captcha is retried by its button and when the form is sent.
      if (machine.get() !== 'failed') machine.begin();
    };
    form?.addEventListener('focusin', begin);
    if (form?.contains(document.activeElement) === true) begin();
    return () => form?.removeEventListener('focusin', begin);
  };
}

function OwnBox({ machine, action }: { machine: CaptchaMachine; action: string }) {
  const { captcha } = useLaterMessages();
  const proof = useSyncExternalStore(machine.subscribe, machine.get, idle);
  const [ref] = useState(() => startOnFocus(machine));
  const status = { idle: '', checking: captcha.checking(), confirmed: captcha.confirmed(), failed: captcha.failed() }[proof];
  return (
    <div className={cx(css.box, 'needsScript')} ref={ref}>
      <Checkbox
        id={`captcha-${action}`}
        name="captcha"
        label={captcha.notRobot()}
        checked={proof === 'confirmed'}
        onChange={machine.begin}
      />
      <BoxStatus machine={machine} status={status} hasFailed={proof === 'failed'} />
    </div>
  );
}

function RemoteBox({ machine }: { machine: RemoteMachine }) {
  const [ref] = useState(() => (element: HTMLElement | null) => {
    if (element !== null) machine.mount(element);
  });
  return (
    <div className="needsScript">
      <div className={css.remote} ref={ref} />
      <RemoteStatus machine={machine} />
    </div>
  );
}

/** Version 3 of reCAPTCHA, which shows a message only if it fails. */
function Invisible({ machine }: { machine: RemoteMachine }) {
  const [ref] = useState(() => startOnFocus(machine));
  return (
    <div className="needsScript" ref={ref}>
      <RemoteStatus machine={machine} />
    </div>
  );
}

function RemoteStatus({ machine }: { machine: RemoteMachine }) {
  const { captcha } = useLaterMessages();
  const proof = useSyncExternalStore(machine.subscribe, machine.get, idle);
  const hasFailed = proof === 'failed';
  return <BoxStatus machine={machine} status={hasFailed ? captcha.confirm() : ''} hasFailed={hasFailed} />;
}

/** The progress of the check, and a button to retry it after a failure. */
function BoxStatus({ machine, status, hasFailed }: { machine: CaptchaMachine; status: string; hasFailed: boolean }) {
  const { messages } = usePage();
  return (
    <div className={css.state}>
      <output className={cx(css.status, hasFailed && css.failed)}>{status}</output>
      {hasFailed ? (
        <Button kind="ghost" size="s" onClick={machine.begin}>
          {messages.common.tryAgain()}
        </Button>
      ) : null}
    </div>
  );
}
