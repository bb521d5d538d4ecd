// How legible words are on what is really painted behind them.

import type { Page } from 'playwright-core';

/** Words of a page, and the share of the pixels behind them on which their color reaches the contrast. */
export interface Legibility {
  readonly text: string;
  readonly share: number;
  /** The lowest contrast of all pixels. */
  readonly least: number;
}

/**
 * Measures all words inside `selector`: the page is painted without them, and each pixel of their boxes is compared with their color.
 * The page's context has to bypass the content security policy.
 */
export async function legibility(page: Page, selector: string, target = 4.5): Promise<Legibility[]> {
  const words = await page
    .locator(selector)
    .first()
    .evaluate((root) => {
      const found: { text: string; color: string; boxes: { x: number; y: number; width: number; height: number }[] }[] = [];
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
        const seen = boxes.filter(
          ({ x, y, width, height }) => x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight && width > 1,
        );
        if (seen.length > 0) found.push({ text, color: getComputedStyle(parent).color, boxes: seen });
      }
      return found;
    });
  const hidden = await page.addStyleTag({
    content: `${selector} * { color: transparent !important; border-color: transparent !important; transition: none !important; }`,
  });
  const picture = (await page.screenshot({ scale: 'css' })).toString('base64');
  await hidden.evaluate((element) => void element.parentNode?.removeChild(element));
  return page.evaluate(
    async ({ all, png, least }) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      if (canvas === null) throw new Error('no canvas');
      canvas.drawImage(bitmap, 0, 0);
      // No function has a name here: what the test runner's compiler adds to those is not in the page.
      const linear = Array.from({ length: 256 }, (_, channel) =>
        channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
      );
      const weights = [0.2126, 0.7152, 0.0722];
      return all.map(({ text, color, boxes }) => {
        const ink = (color.match(/[\d.]+/g) ?? [])
          .slice(0, 3)
          .reduce((sum, channel, at) => sum + (weights[at] ?? 0) * (linear[Number(channel)] ?? 0), 0);
        let [enough, count, worst] = [0, 0, 21];
        for (const { x, y, width, height } of boxes) {
          const { data } = canvas.getImageData(Math.floor(x), Math.floor(y), Math.ceil(width), Math.ceil(height));
          for (let at = 0; at < data.length; at += 4) {
            const ground = weights.reduce((sum, weight, channel) => sum + weight * (linear[data[at + channel] ?? 0] ?? 0), 0);
            const contrast = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
            if (contrast >= least) enough += 1;
            worst = Math.min(worst, contrast);
            count += 1;
          }
        }
        return { text, share: enough / count, least: worst };
      });
    },
    { all: words, png: picture, least: target },
  );
}
