// Lists that operators order.

/** The items with one of them at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  if (item === undefined || from === to) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** Where an item is: the list and the place in it. */
export interface Place {
  readonly list: string;
  readonly index: number;
}

export interface NamedList<Item> {
  readonly id: string;
  readonly items: readonly Item[];
}

/** The lists with an item at another place, maybe in another list. `to.index` counts without the item. */
export function movedBetween<Item>(lists: readonly NamedList<Item>[], from: Place, to: Place): readonly NamedList<Item>[] {
  const item = lists.find(({ id }) => id === from.list)?.items[from.index];
  if (item === undefined) return lists;
  return lists.map((list) => {
    const without = list.id === from.list ? list.items.toSpliced(from.index, 1) : list.items;
    const items = list.id === to.list ? without.toSpliced(to.index, 0, item) : without;
    return items === list.items ? list : { ...list, items };
  });
}

/** The place one step before (-1) or after (1) another: beyond an end, it is in the next list. Undefined at the ends. */
export function neighborPlace(
  lists: readonly { readonly id: string; readonly items: readonly unknown[] }[],
  { list, index }: Place,
  step: -1 | 1,
): Place | undefined {
  const at = lists.findIndex(({ id }) => id === list);
  const items = lists[at]?.items ?? [];
  const next = index + step;
  if (next >= 0 && next < items.length) return { list, index: next };
  const other = lists[at + step];
  return other && { list: other.id, index: step === 1 ? 0 : other.items.length };
}

/** The known ids in the given order, then the others in theirs. */
export function inOrder<Item extends { readonly id: string }>(items: readonly Item[], order: readonly string[]): readonly Item[] {
  const place = (id: string): number => {
    const index = order.indexOf(id);
    return index < 0 ? order.length : index;
  };
  return items.toSorted((a, b) => place(a.id) - place(b.id));
}
