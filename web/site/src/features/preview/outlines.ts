// Outlines of the selected part of a page and of the block that the pointer is on, above the page in a shadow tree.

import { boxOf, elementsOf } from './blocks.ts';

const STYLES = `
  :host { position: absolute; top: 0; left: 0; z-index: 2147483647; pointer-events: none; }
  div { position: absolute; box-sizing: border-box; border: 2px solid #3f83f8; border-radius: 2px; }
  div[hidden] { display: none; }
  [data-hover] { border-style: dashed; }
  span {
    position: absolute; bottom: 100%; left: -2px; max-width: 200px; padding: 3px 9px 4px; border-radius: 5px 5px 0 0;
    background: #1d5fd6; color: #fff; font: 500 13px/1.3 system-ui, sans-serif; white-space: nowrap; overflow: hidden;
    text-overflow: ellipsis;
  }
  [data-top] span { bottom: auto; top: -2px; border-radius: 0 0 5px 0; }
`;

/** Where something is, in CSS pixels of the window; undefined if it is not visible. */
type Find = () => DOMRect | undefined;

export interface Outlines {
  readonly select: (find: Find | undefined, label: string) => void;
  readonly hover: (position: number | undefined) => void;
  /** Follows the page after a change of its layout. */
  readonly update: () => void;
}

export function createOutlines(): Outlines {
  const host = document.createElement('div');
  host.dataset['outlines'] = '';
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  root.adoptedStyleSheets = [sheet];
  const [selection, pointed] = [box(root), box(root)];
  pointed.dataset['hover'] = '';
  const label = selection.appendChild(document.createElement('span'));
  document.body.append(host);
  let selected: Find | undefined;
  let hovered: number | undefined;
  const update = (): void => {
    const around = selected?.();
    place(selection, around);
    const pointedAt = hovered === undefined ? undefined : boxOf(elementsOf(hovered));
    place(pointed, pointedAt === undefined || isSame(pointedAt, around) ? undefined : pointedAt);
  };
  return {
    select(find, name) {
      selected = find;
      label.textContent = name;
      update();
    },
    hover(position) {
      hovered = position;
      update();
    },
    update,
  };
}

function box(root: ShadowRoot): HTMLElement {
  const element = document.createElement('div');
  element.hidden = true;
  return root.appendChild(element);
}

const isSame = (one: DOMRect, other: DOMRect | undefined): boolean =>
  one.top === other?.top && one.left === other.left && one.width === other.width && one.height === other.height;

function place(element: HTMLElement, around: DOMRect | undefined): void {
  element.hidden = around === undefined;
  if (around === undefined) return;
  const top = around.top + scrollY;
  element.style.top = `${top}px`;
  element.style.left = `${around.left + scrollX}px`;
  element.style.width = `${around.width}px`;
  element.style.height = `${around.height}px`;
  element.toggleAttribute('data-top', top < 28);
}
