import { FakeLink, fakePage } from '@marquee/testkit/pages/fake-page.ts';
import { AREA } from '@marquee/testkit/pages/member.tsx';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

it('ROLE-09 the member area is opened once, and applies its state to the header, hearts and ticketing links', async () => {
  const [account, heart] = [new FakeLink('/login/'), new FakeLink('/login/', { heart: 'f1' })];
  account.childNodes.push({ nodeType: 3, textContent: 'Sign in' });
  heart.role = 'button';
  const page = fakePage({ elements: { 'a[data-account]': [account], 'a[data-heart]': [heart] } });
  vi.stubGlobal('Node', { TEXT_NODE: 3 });
  vi.stubGlobal(
    'MutationObserver',
    class {
      readonly observe = (): void => undefined;
    },
  );
  vi.resetModules();
  const { memberOf } = await import('./open.ts');
  const member = memberOf(AREA, { theaterId: undefined });
  const listen = vi.spyOn(page.document, 'addEventListener');
  expect(memberOf({ ...AREA, version: 1 }, { theaterId: undefined })).toBe(member);
  expect(listen).not.toHaveBeenCalled();
  expect([member.machine.get().kind, heart.role]).toEqual(['signed-out', null]);
  page.window.dispatch('pagehide');
});
