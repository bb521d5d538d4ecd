// Measures the contrast of text against the pixels that are painted behind it.

import type { Page } from 'playwright-core';

/** A text, and how it contrasts with the pixels behind it. */
export interface TextContrast {
  readonly text: string;
  /** Share of the pixels on which the text color reaches the target contrast, 0 to 1. */
  readonly share: number;
  /** Lowest contrast of all pixels. */
  readonly minimum: number;
}

/**
 * Measures all texts inside `selector`: takes a screenshot with the text made transparent, and compares each pixel in the boxes of
 * a text with its color. The context of the page must bypass the content security policy.
 */
export async function measureTextContrast(page: Page, selector: string, target = 4.5): Promise<TextContrast[]> {
  const texts = await page
    .locator(selector)
    .first()
    .evaluate((root) => {
      const visibleTexts: { text: string; color: string; boxes: { x: number; y: number; width: number; height: number }[] }[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement;
        const text = node.textContent?.trim() ?? '';
        if (
          parent === null ||
          text === '' ||
          parent.closest('.sr') !== null ||
          !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        )
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const boxes = [...range.getClientRects()].map(({ x, y, width, height }) => ({ x, y, width, height }));
        const visible = boxes.filter(
          ({ x, y, width, height }) => x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight && width > 1,
        );
        if (visible.length > 0) visibleTexts.push({ text, color: getComputedStyle(parent).color, boxes: visible });
      }
      return visibleTexts;
    });
  const style = await page.addStyleTag({
    content: `${selector} * { color: transparent !important; border-color: transparent !important; transition: none !important; }`,
  });
  const screenshot = (await page.screenshot({ scale: 'css' })).toString('base64');
  await style.evaluate((element) => void element.parentNode?.removeChild(element));
  return page.evaluate(
    async ({ visibleTexts, png, minContrast }) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      if (canvas === null) throw new Error('the canvas has no 2D context');
      canvas.drawImage(bitmap, 0, 0);
      // No named functions here: the compiler of the tests wraps them in a helper that the page does not have.
      const linear = Array.from({ length: 256 }, (_, channel) =>
        channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
      );
      const weights = [0.2126, 0.7152, 0.0722];
      return visibleTexts.map(({ text, color, boxes }) => {
        const textLuminance = (color.match(/[\d.]+/g) ?? [])
          .slice(0, 3)
          .reduce((sum, channel, index) => sum + (weights[index] ?? 0) * (linear[Number(channel)] ?? 0), 0);
        let [passing, count, minimum] = [0, 0, 21];
        for (const { x, y, width, height } of boxes) {
          const { data } = canvas.getImageData(Math.floor(x), Math.floor(y), Math.ceil(width), Math.ceil(height));
          for (let index = 0; index < data.length; index += 4) {
            const backgroundLuminance = weights.reduce(
              (sum, weight, channel) => sum + weight * (linear[data[index + channel] ?? 0] ?? 0),
              0,
            );
            const contrast =
              (Math.max(textLuminance, backgroundLuminance) + 0.05) / (Math.min(textLuminance, backgroundLuminance) + 0.05);
            if (contrast >= minContrast) passing += 1;
            minimum = Math.min(minimum, contrast);
            count += 1;
          }
        }
        return { text, share: passing / count, minimum };
      });
    },
    { visibleTexts: texts, png: screenshot, minContrast: target },
  );
}
