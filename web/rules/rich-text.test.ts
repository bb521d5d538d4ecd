import { describe, expect, it } from 'vitest';
import { editorDocument, linksOf, plainLines, relinked, type RichText, richTextFrom, richTextOf } from './rich-text.ts';

const TEXT: RichText = [
  'New releases',
  { type: 'heading', content: ['What we show'] },
  {
    type: 'paragraph',
    content: ['and ', { text: 'one film', bold: true }, ' that\nyou ', { text: 'cannot', italic: true, href: '/why/' }],
  },
  { type: 'bulletList', items: [['Two'], [{ text: 'Three', bold: true, italic: true }]] },
  { type: 'numberedList', items: [['First']] },
  { type: 'quote', content: ['A place to be'] },
];

describe('PAGE-13 a text with formatting', () => {
  it('is the same after it was a document of the editor', () => {
    expect(richTextFrom(editorDocument(TEXT))).toEqual(TEXT);
  });

  it('is plain paragraphs where there is no formatting, and has no empty ones', () => {
    const document = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'One ' },
            { type: 'text', text: 'two' },
          ],
        },
        { type: 'paragraph' },
        { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
      ],
    };
    expect(richTextFrom(document)).toEqual(['One two']);
    expect(editorDocument([])).toEqual({ type: 'doc', content: [{ type: 'paragraph' }] });
  });

  it('has words and links', () => {
    expect(plainLines(TEXT)).toEqual([
      'New releases',
      'What we show',
      'and one film that\nyou cannot',
      'Two',
      'Three',
      'First',
      'A place to be',
    ]);
    expect(linksOf(TEXT)).toEqual(['/why/']);
    expect(linksOf(relinked(TEXT, (href) => href.replace('/why/', '/story/')))).toEqual(['/story/']);
    expect(richTextOf(JSON.parse(JSON.stringify(TEXT)))).toEqual(TEXT);
  });

  it.each([
    ['a string', 'x'],
    ['an unknown part', [{ type: 'script', content: ['x'] }]],
    ['nested parts', [{ type: 'quote', content: [{ type: 'paragraph', content: ['x'] }] }]],
    ['an unknown field', [{ type: 'paragraph', content: ['x'], onclick: 'x' }]],
    ['an unknown formatting', [{ type: 'paragraph', content: [{ text: 'x', style: 'x' }] }]],
    ['a link whose address is not a text', [{ type: 'paragraph', content: [{ text: 'x', href: {} }] }]],
    ['items that are no lists', [{ type: 'bulletList', items: ['x'] }]],
    ['a number', [1]],
    ['too many characters', ['x'.repeat(200_001)]],
    ['too many pieces', Array.from({ length: 20_001 }, () => 'x')],
    ['too many items', [{ type: 'bulletList', items: Array.from({ length: 20_001 }, () => []) }]],
  ])('is refused with %s', (_, value) => {
    expect(richTextOf(value)).toBeUndefined();
  });
});
