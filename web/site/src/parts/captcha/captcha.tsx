import type { CaptchaChoice } from '@marquee/rules/loyalty/account/captcha.ts';
import { type CaptchaMachine, proofMachine } from '@marquee/rules/loyalty/account/captcha-machine.ts';
import { Button } from '@marquee/ui/Button/Button.tsx';
import { Checkbox } from '@marquee/ui/Checkbox/Checkbox.tsx';
import { cx } from '@marquee/ui/cx.ts';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useLater } from '../../state/later.ts';
import { loadScript, pageScripts } from '../../state/load-script.ts';
import { usePage } from '../../state/page.ts';
import css from './Captcha.module.css';
import { keyHere } from './captcha-key.ts';
import { type RemoteMachine, remoteMachine } from './captcha-remote.ts';
import { solveApart } from './solve-apart.ts';
import { useArea } from '../../state/member/use-member.ts';

/** The captcha of a form. */
export interface Captcha {
  /** What the form shows before its button. */
  readonly widget: ReactNode;
  /** The answer for one call; nothing where the site has no captcha, and where it failed: then the widget says so. */
  readonly answer: () => Promise<string | undefined>;
  /** To be called after a call that took the answer with it and failed: the next one needs another. */
  readonly reset: () => void;
  /** Whether calls are refused without an answer. */
  readonly isNeeded: boolean;
}

const NONE: Captcha = { widget: null, answer: () => Promise.resolve(undefined), reset: () => undefined, isNeeded: false };

/** The longest a challenge is waited for, in ms. */
const PATIENCE_MS = 20_000;

/** Below this a box of the usual width does not fit beside a phone's gutters. */
const NARROW = '(width < 21.5em)';

type Kind = { readonly kind: 'own'; readonly machine: CaptchaMachine } | { readonly kind: 'box' | 'unseen'; readonly machine: RemoteMachine };

function begun(choice: CaptchaChoice, action: string): Kind {
  if (choice.provider === 'ALTCHA')
    return {
      kind: 'own',
      machine: proofMachine({ ask: () => challengeFor(action), solve: solveApart, base64: (text) => btoa(text), now: () => performance.now() }),
    };
  const machine = remoteMachine(choice, action, {
    load: (src) => loadScript(pageScripts(), 'captcha-script', src),
    recaptcha: () => window.grecaptcha,
    turnstile: () => window.turnstile,
    look: () => ({ theme: document.documentElement.dataset['tone'] === 'light' ? 'light' : 'dark', narrow: matchMedia(NARROW).matches }),
    after: (ms, run) => void setTimeout(run, ms),
  });
  return { kind: choice.provider === 'RECAPTCHA' && choice.scored ? 'unseen' : 'box', machine };
}

async function challengeFor(action: string): Promise<unknown> {
  const received = await fetch(`/api/captcha/challenge?action=${encodeURIComponent(action)}`, { headers: { Accept: 'application/json' }, cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
  return received.json();
}

/**
 * The captcha of a form whose call is named `action`, as the site has it (VALID-08): without one there is nothing. The key may
 * change while the page is open only where ROLE-15 lets it.
 */
export function useCaptcha(action: string): Captcha {
  const choice = useArea().captcha;
  const key = choice && keyHere(choice.siteKey);
  const [held, hold] = useState(() => ({ key, kind: choice && begun({ ...choice, siteKey: key ?? '' }, action) }));
  if (choice === undefined || held.kind === undefined) return NONE;
  if (held.key !== key) hold({ key, kind: begun({ ...choice, siteKey: key ?? '' }, action) });
  const { kind } = held;
  const { machine } = kind;
  return {
    widget: widgetOf(kind, held.key, action),
    answer: machine.answer,
    reset: machine.reset,
    isNeeded: true,
  };
}

function widgetOf(kind: Kind, key: string | undefined, action: string): ReactNode {
  switch (kind.kind) {
    case 'own':
      return <OwnBox machine={kind.machine} action={action} />;
    case 'box':
      return <RemoteBox key={key} machine={kind.machine} />;
    case 'unseen':
      return <Unseen key={key} machine={kind.machine} />;
  }
}

const idle = () => 'idle' as const;

/** Begins when the form around an element is first used. */
function beginning(machine: CaptchaMachine): (element: HTMLElement | null) => (() => void) | undefined {
  return (element) => {
    const form = element?.closest('form');
    const begin = () => {
      // What failed is tried again by its button, and when the form is sent.
      if (machine.get() !== 'failed') machine.begin();
    };
    form?.addEventListener('focusin', begin);
    if (form?.contains(document.activeElement) === true) begin();
    return () => form?.removeEventListener('focusin', begin);
  };
}

function OwnBox({ machine, action }: { machine: CaptchaMachine; action: string }) {
  const { captcha } = useLater();
  const proof = useSyncExternalStore(machine.subscribe, machine.get, idle);
  const [ref] = useState(() => beginning(machine));
  const said = { idle: '', checking: captcha.checking(), confirmed: captcha.confirmed(), failed: captcha.failed() }[proof];
  return (
    <div className={cx(css.box, 'needsScript')} ref={ref}>
      <Checkbox id={`captcha-${action}`} name="captcha" label={captcha.notRobot()} checked={proof === 'confirmed'} onChange={machine.begin} />
      <BoxState machine={machine} said={said} hasFailed={proof === 'failed'} />
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
      <RemoteState machine={machine} />
    </div>
  );
}

/** Version 3 of reCAPTCHA: there is nothing to see. */
function Unseen({ machine }: { machine: RemoteMachine }) {
  const [ref] = useState(() => beginning(machine));
  return (
    <div className="needsScript" ref={ref}>
      <RemoteState machine={machine} />
    </div>
  );
}

function RemoteState({ machine }: { machine: RemoteMachine }) {
  const { captcha } = useLater();
  const proof = useSyncExternalStore(machine.subscribe, machine.get, idle);
  const hasFailed = proof === 'failed';
  return <BoxState machine={machine} said={hasFailed ? captcha.confirm() : ''} hasFailed={hasFailed} />;
}

/** How far the check is, and what to do when it failed. */
function BoxState({ machine, said, hasFailed }: { machine: CaptchaMachine; said: string; hasFailed: boolean }) {
  const { m } = usePage();
  return (
    <div className={css.state}>
      <output className={cx(css.said, hasFailed && css.failed)}>{said}</output>
      {hasFailed ? (
        <Button kind="ghost" size="s" onClick={machine.begin}>
          {m.common.tryAgain()}
        </Button>
      ) : null}
    </div>
  );
}
