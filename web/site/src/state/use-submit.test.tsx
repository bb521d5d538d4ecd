import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { type Submission, useSubmit } from './use-submit.ts';

/** The submission of a form that is ready, and whose `submit` resolves when `finish` is called. */
function setUp() {
  const submissions: Submission[] = [];
  const finishes: (() => void)[] = [];
  const submit = vi.fn<() => Promise<void>>(() => new Promise((resolve) => finishes.push(resolve)));
  const preventDefault = vi.fn<() => void>();
  function Form() {
    submissions.push(useSubmit(true, submit));
    return null;
  }
  renderToStaticMarkup(<Form />);
  return {
    submit,
    preventDefault,
    send: () => submissions[0]?.onSubmit({ preventDefault }),
    finish: async () => {
      finishes.shift()?.();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

describe('a submission', () => {
  it('ACT-12 is ignored while another one is running', async () => {
    const { submit, send, finish, preventDefault } = setUp();
    send();
    send();
    expect(submit).toHaveBeenCalledTimes(1);
    expect(preventDefault).toHaveBeenCalledTimes(2);
    await finish();
    send();
    expect(submit).toHaveBeenCalledTimes(2);
  });
});
