import { expect, it } from 'vitest';
import { tags, visibleText } from '@marquee/testkit/pages/markup.tsx';
import { memberMarkup } from '@marquee/testkit/pages/member.tsx';
import { Empty, Failed } from './States.tsx';

it('ERR-01 a failure shows its message and a button to try again', () => {
  const markup = memberMarkup(<Failed text="We could not reach the box office. Try again." retry={() => undefined} />);
  expect(visibleText(markup)).toBe('We could not reach the box office. Try again. Try again');
  expect(markup).toContain('role="alert"');
  expect(tags(markup, 'button')).toHaveLength(1);
});

it('ERR-26 a failure without a message shows only the button', () => {
  const markup = memberMarkup(<Failed label="Show my theaters" retry={() => undefined} />);
  expect(markup).not.toContain('role="alert"');
  expect(visibleText(markup)).toBe('Show my theaters');
});

it('an empty list shows its text, with an optional title or link', () => {
  expect(
    visibleText(
      memberMarkup(
        <Empty text="No rewards yet.">
          <a href="/">See what is playing</a>
        </Empty>,
      ),
    ),
  ).toBe('No rewards yet. See what is playing');
  expect(visibleText(memberMarkup(<Empty title="No card yet" text="Add one." />))).toBe('No card yet Add one.');
});
