import type { HandOver as HandOverStep } from '@marquee/rules/loyalty/session/hand-over.ts';
import { buttonClass } from '@marquee/ui/Button/look.tsx';
import { useEffect, useRef } from 'react';
import { useLaterMessages } from '../../state/later.ts';
import css from './HandOver.module.css';

/** The overlay of a hand-over (HAND-02, HAND-03): an animation while the visitor waits, and a button to proceed immediately. */
export function HandOver({ next }: { next: Extract<HandOverStep, { readonly kind: 'navigate' | 'post' }> }) {
  const { handOver, common } = useLaterMessages();
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  // Leaves the page by a form or a timer.
  useEffect(() => {
    dialog.current?.showModal();
    if (next.kind === 'post') {
      form.current?.requestSubmit();
      return;
    }
    const timer = setTimeout(() => location.assign(next.href), next.afterMs);
    return () => clearTimeout(timer);
  }, [next]);
  return (
    // Esc does not close it: there is nothing to return to.
    <dialog ref={dialog} className={css.overlay} aria-label={handOver.wait()} onCancel={(event) => event.preventDefault()}>
      <div className={css.inside}>
        <Leader label={common.loading()} />
        <p>
          <output>{handOver.wait()}</output>
        </p>
        {next.kind === 'navigate' ? (
          <a className={buttonClass({ size: 'l' })} href={next.href} target="_self">
            {handOver.now()}
          </a>
        ) : (
          <form ref={form} method={next.form.method} action={next.form.action}>
            {next.form.fields.map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button className={buttonClass({ size: 'l' })} type="submit">
              {handOver.now()}
            </button>
          </form>
        )}
      </div>
    </dialog>
  );
}

function Leader({ label }: { label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing in the page's colors, not a file
    <svg className={css.leader} viewBox="0 0 148 148" role="img" aria-label={label}>
      <g className={css.lines}>
        <circle cx="74" cy="74" r="72" />
        <circle cx="74" cy="74" r="58" />
        <path d="M0 74h148M74 0v148" />
      </g>
      <circle className={css.fill} cx="74" cy="74" r="29" pathLength="100" />
      <path className={css.hand} d="M74 74V2" />
    </svg>
  );
}
