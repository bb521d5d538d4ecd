import type { MemberArea, MemberPage, PageData } from '@marquee/api/schema.gen.ts';
import { describe, expect, it } from 'vitest';
import { attribute, html, tags, visibleText } from '@marquee/testkit/pages/markup.tsx';
import { AREA, memberMarkup, memberPage } from '@marquee/testkit/pages/member.tsx';
import { ResetPassword } from '../../features/account/ResetPassword.tsx';

/** A member area with the operator's own texts for guests. */
const GUESTS: MemberArea = {
  ...AREA,
  guestHeaderAccessLabel: 'Join or sign in',
  guestSignupTabButton: 'Join the Club',
  guestSignupTabText: 'Your tenth film is on the house',
  loggedInHeaderAccessLabel: 'My Club',
};

/** The content of `main`, as the server renders it. */
function guest(screen: MemberPage['screen'], area: Partial<MemberArea> = {}, change: (data: PageData) => void = () => {}): string {
  const markup = html('meridian-home', (data) => {
    data.page = { kind: 'member', screen, area: { ...GUESTS, ...area }, theaters: [] };
    change(data);
  });
  return markup.split('<main')[1]?.split('</main>')[0] ?? '';
}
const PICTURE = { id: 'abc', w: 1600, h: 900 };
/** Whether each picture of a markup loads only when it is about to be seen. */
const lazyPictures = (markup: string): boolean[] => tags(markup, 'img').map((tag) => attribute(tag, 'loading') === 'lazy');
const input = (markup: string, name: string): string => tags(markup, 'input').find((tag) => attribute(tag, 'name') === name) ?? '';

describe('the sign-in form', () => {
  it('ux 10: works without scripts', () => {
    const markup = guest('home');
    const form = tags(markup, 'form')[0] ?? '';
    // Without an action, the browser sends the form to the address of the page, with `next` and `return`.
    expect(attribute(form, 'method')).toBe('post');
    expect(form).not.toContain('action');
    expect(form).not.toMatch(/novalidate/i);
    expect(attribute(input(markup, 'username'), 'autoComplete')).toBe('username');
    expect(attribute(input(markup, 'password'), 'type')).toBe('password');
    expect(attribute(input(markup, 'password'), 'autoComplete')).toBe('current-password');
    for (const name of ['username', 'password']) expect(input(markup, name)).toContain(' required');
  });

  it('links to pages under the address of the member area', () => {
    const markup = guest('home', { href: '/fr/espace/' });
    const hrefs = tags(markup, 'a').map((link) => attribute(link, 'href'));
    expect(hrefs).toEqual([
      '/fr/espace/join/',
      '/fr/espace/forgot-password/',
      '/fr/espace/forgot-username/',
      '/fr/espace/activate/',
    ]);
  });

  it('ROLE-09 has the site’s texts for guests, else default texts', () => {
    expect(visibleText(guest('home'))).toContain('New here? Join the Club');
    expect(visibleText(guest('home', { guestSignupTabButton: '' }))).toContain('New here? Become a member');
  });

  it('has one h1 on every page for guests', () => {
    for (const screen of ['home', 'forgotPassword', 'forgotUsername', 'activate'] as const)
      expect(tags(guest(screen), 'h1')).toHaveLength(1);
  });

  it('has a decorative picture only if the page has one', () => {
    expect(tags(guest('home'), 'img')).toHaveLength(0);
    const markup = guest('home', {}, ({ page }) => {
      if (page.kind === 'member') page.picture = PICTURE;
    });
    expect(attribute(tags(markup, 'img')[0] ?? '', 'alt')).toBe('');
    expect(markup).toContain('max(50vw, 178vh)');
    expect(visibleText(markup)).toContain('Your tenth film is on the house');
  });

  it('loads its picture at once, because it is in the first view', () => {
    const markup = guest('home', {}, ({ page }) => {
      if (page.kind === 'member') page.picture = PICTURE;
    });
    expect(lazyPictures(markup)).toEqual([false]);
  });
});

describe('the form for a new password', () => {
  it('loads its picture at once, because it is in the first view', () => {
    const page = { ...memberPage('home'), picture: PICTURE };
    const grant = { email: 'iris@example.org', code: 'XYZ' };
    const markup = memberMarkup(<ResetPassword page={page} grant={grant} onChanged={() => {}} onNewLink={() => {}} />);
    expect(visibleText(markup)).toContain('Choose a new password');
    expect(lazyPictures(markup)).toEqual([false]);
  });
});

describe('the activation form', () => {
  it('LOYC-19 exists only if the site has it, with card and phone only if required', () => {
    expect(visibleText(guest('activate', { includeActivation: false }))).toMatch(/Sign in/);
    expect(guest('home', { includeActivation: false })).not.toContain('/login/activate/');
    const minimal = guest('activate');
    expect([input(minimal, 'cardNumber'), input(minimal, 'phoneNumber')]).toEqual(['', '']);
    const full = guest('activate', { includeActivationCardNumber: true, includeActivationPhoneNumber: true });
    for (const name of ['firstName', 'lastName', 'email', 'phoneNumber', 'cardNumber'])
      expect(input(full, name)).toContain(' required');
  });

  it('cannot be submitted before hydration, and says without scripts that they are required', () => {
    const markup = guest('activate');
    expect(tags(markup, 'button').filter((button) => attribute(button, 'type') === 'submit')).toEqual([]);
    expect(markup).toMatch(/<noscript>.*This form needs JavaScript/s);
  });
});

describe('the captcha', () => {
  it('VALID-10 is absent if the site has none', () => {
    expect(guest('home')).not.toContain('robot');
  });

  it('VALID-08 of the site itself is a box that scripts fill in', () => {
    const markup = guest('home', { captcha: { provider: 'ALTCHA', siteKey: '', scored: false } });
    expect(visibleText(markup)).toContain('I am not a robot');
    expect(markup).toMatch(/class="[^"]*needsScript"/);
  });

  it('VALID-10 of a third party adds no script to the page', () => {
    const markup = guest('home', { captcha: { provider: 'RECAPTCHA', siteKey: 'k1', scored: false } });
    expect(tags(markup, 'script')).toEqual([]);
    expect(markup).not.toContain('k1');
  });
});
