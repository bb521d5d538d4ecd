import { memberMarkup, memberPage } from '@marquee/testkit/pages/member.tsx';
import { Children, type ComponentProps, type ReactNode, isValidElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { SignIn } from './SignIn.tsx';

const forms: ComponentProps<'form'>[] = [];

vi.mock('../../parts/member/FormLayout.tsx', () => ({
  FormLayout: ({ children }: { children: ReactNode }) => {
    for (const child of Children.toArray(children))
      if (isValidElement<ComponentProps<'form'>>(child) && child.type === 'form') forms.push(child.props);
    return children;
  },
}));

beforeEach(() => void forms.splice(0));

it('HAND-01 the sign-in form waits for the member area instead of being sent by the browser, which would lose the query', () => {
  memberMarkup(<SignIn page={memberPage('home')} />);
  const preventDefault = vi.fn<() => void>();
  const { onSubmit } = forms[0] ?? {};
  Reflect.apply(onSubmit ?? (() => undefined), undefined, [{ preventDefault }]);
  expect(preventDefault).toHaveBeenCalledTimes(1);
});
