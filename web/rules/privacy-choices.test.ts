import { describe, expect, it } from 'vitest';
import { isChoices, privacyPage, withChoices } from './privacy-choices.ts';

const page = (label: string, href: string) => ({ label, href });
const terms = page('Terms of sale', '/terms/');
const policy = page('Privacy policy', '/privacy/');

it('finds the page about privacy among the legal links', () => {
  expect(privacyPage([terms, page('Your privacy choices', '#privacy-choices'), policy])?.href).toBe('/privacy/');
  expect(privacyPage([terms, page('Your privacy choices', '/choices/#privacy-choices'), policy])?.href).toBe('/privacy/');
  expect(privacyPage([page('Politique de confidentialité', '/fr/confidentialite/')])?.href).toBe('/fr/confidentialite/');
  expect(privacyPage([terms, page('Privacy', '')])).toBeUndefined();
  expect(privacyPage([page('Privacy', '#privacy'), policy])?.href).toBe('/privacy/');
  expect(privacyPage([terms, page('Privacy', '/legal/#')])?.href).toBe('/legal/#');
});

it.each([
  ['Vie privée', true],
  ['Protection de la vie-privée', true],
  ['Données personnelles', true],
  ['Donnees personnelles', true],
  ['PRIVACY', true],
  ['Confidentialité', true],
  ['Datenschutzerklärung', true],
  ['Política de privacidad', true],
  ['Terms of sale', false],
  ['La vie du cinéma', false],
])('finds a page about privacy by its label %j: %s', (label, isFound) => {
  expect(privacyPage([page(label, '/legal/1/')]) !== undefined).toBe(isFound);
});

describe('the link to the visitor’s choices', () => {
  const links = (legal: readonly { label: string; href: string }[], hasNotice = true) =>
    withChoices(legal, { hasNotice, label: 'Your privacy choices' }).map(({ label, href }) => `${label} ${href}`);

  it('leads to the page about privacy, if there is one', () => {
    expect(links([terms, policy])).toEqual([
      'Terms of sale /terms/',
      'Privacy policy /privacy/',
      'Your privacy choices /privacy/#privacy-choices',
    ]);
    expect(links([terms])).toEqual(['Terms of sale /terms/', 'Your privacy choices #privacy-choices']);
    expect(links([page('Privacy', 'https://group.example/privacy/')]).at(-1)).toBe('Your privacy choices #privacy-choices');
    expect(links([page('Privacy', '/privacy/#top')]).at(-1)).toBe('Your privacy choices /privacy/#privacy-choices');
  });

  it('is not added if the operator has one', () => {
    expect(links([policy, page('My choices', '#privacy-choices')])).toEqual([
      'Privacy policy /privacy/',
      'My choices /privacy/#privacy-choices',
    ]);
    expect(links([policy, page('My choices', '/data/#privacy-choices')])).toEqual([
      'Privacy policy /privacy/',
      'My choices /data/#privacy-choices',
    ]);
  });

  it('is not added without a notice; an operator’s own link leads to the page nevertheless', () => {
    expect(links([policy], false)).toEqual(['Privacy policy /privacy/']);
    expect(links([page('My choices', '#privacy-choices'), policy], false)).toEqual([
      'My choices /privacy/#privacy-choices',
      'Privacy policy /privacy/',
    ]);
  });

  it('is recognized by its hash', () => {
    expect(
      ['#privacy-choices', '/privacy/#privacy-choices', '/privacy/', '#privacy', ''].map((href) => isChoices({ href })),
    ).toEqual([true, true, false, false, false]);
  });
});
