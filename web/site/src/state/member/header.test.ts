import { expect, it } from 'vitest';
import { labelWith } from './header.ts';

it.each([
  ['Hi, {name}', 'Ann', 'Hi, Ann'],
  ['Hi, {0}', 'Ann', 'Hi, Ann'],
  ['{0}, {0}', '$&', '$&, $&'],
  ['Hi, {0}', '', 'Hi'],
  ['Hi, {name}', '', 'Hi'],
  ['My club', 'Ann', 'My club'],
])('PAGE-09 the label %j for a member named %j is %j', (label, name, expected) => {
  expect(labelWith(label, name)).toBe(expected);
});
