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

/** Whole pixels of a page or a picture. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A text with its color and its boxes, in the coordinates of the viewport. */
interface VisibleText {
  readonly text: string;
  readonly color: string;
  readonly boxes: readonly Box[];
}

/** The smallest box that contains all `boxes`. */
function boundsOf(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** A screenshot whose top left corner is at `origin` of the viewport, and the texts to measure in it. */
interface Measurement {
  readonly visibleTexts: readonly VisibleText[];
  /** In base64. */
  readonly png: string;
  readonly origin: Pick<Box, 'x' | 'y'>;
  readonly minContrast: number;
}

/** Compares the pixels in the boxes of each text with its color. */
const comparePixels = (page: Page, measurement: Measurement): Promise<TextContrast[]> =>
  page.evaluate(async ({ visibleTexts, png, origin, minContrast }) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
    if (canvas === null) throw new Error('the canvas has no 2D context');
    canvas.drawImage(image, 0, 0);
    // No functions in the loop over the pixels: there are millions, and the browser of the tests does not optimize scripts.
    const linear = Array.from({ length: 256 }, (_, channel) =>
      channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
    );
    const [red, green, blue] = [0.2126, 0.7152, 0.0722].map((weight) => Float64Array.from(linear, (value) => weight * value));
    if (red === undefined || green === undefined || blue === undefined) throw new Error('a color has three channels');
    return visibleTexts.map(({ text, color, boxes }) => {
      const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
      const textLuminance = (red[r] ?? 0) + (green[g] ?? 0) + (blue[b] ?? 0);
      let [passing, count, minimum] = [0, 0, 21];
      let [lastPixel, lastContrast] = [-1, 0];
      for (const { x, y, width, height } of boxes) {
        const { data } = canvas.getImageData(x - origin.x, y - origin.y, width, height);
        const pixels = new Uint32Array(data.buffer);
        count += pixels.length;
        for (let index = 0; index < pixels.length; index += 1) {
          const pixel = pixels[index] ?? 0;
          if (pixel !== lastPixel) {
            lastPixel = pixel;
            const luminance = (red[pixel & 255] ?? 0) + (green[(pixel >> 8) & 255] ?? 0) + (blue[(pixel >> 16) & 255] ?? 0);
            lastContrast =
              luminance > textLuminance ? (luminance + 0.05) / (textLuminance + 0.05) : (textLuminance + 0.05) / (luminance + 0.05);
            if (lastContrast < minimum) minimum = lastContrast;
          }
          if (lastContrast >= minContrast) passing += 1;
        }
      }
      return { text, share: passing / count, minimum };
    });
  }, measurement);

/**
 * Measures all texts inside `selector`: takes a screenshot with the text made transparent, and compares each pixel in the boxes of
 * a text with its color. The context of the page must bypass the content security policy.
 */
export async function measureTextContrast(page: Page, selector: string, target = 4.5): Promise<TextContrast[]> {
  const texts = await page
    .locator(selector)
    .first()
    .evaluate((root) => {
      const visibleTexts: VisibleText[] = [];
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
        const visible = [...range.getClientRects()].filter(
          ({ x, y, width, height }) => x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight && width > 1,
        );
        const boxes = visible.map(({ x, y, width, height }) => ({
          x: Math.floor(x),
          y: Math.floor(y),
          width: Math.ceil(width),
          height: Math.ceil(height),
        }));
        if (boxes.length > 0) visibleTexts.push({ text, color: getComputedStyle(parent).color, boxes });
      }
      return visibleTexts;
    });
  if (texts.length === 0) return [];
  const clip = boundsOf(texts.flatMap(({ boxes }) => boxes));
  const style = await page.addStyleTag({
    content: `${selector} * { color: transparent !important; border-color: transparent !important; transition: none !important; }`,
  });
  const screenshot = (await page.screenshot({ scale: 'css', clip })).toString('base64');
  await style.evaluate((element) => void element.parentNode?.removeChild(element));
  return comparePixels(page, { visibleTexts: texts, png: screenshot, origin: clip, minContrast: target });
}
