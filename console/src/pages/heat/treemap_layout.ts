// Where the partitions lie on a treemap.

import { hierarchy, treemap } from "d3-hierarchy";

export interface Tile<T> {
  readonly item: T;
  readonly left: number; // all in parts of the map, from 0 to 1
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Node<T> {
  readonly item?: T;
  readonly children?: readonly Node<T>[];
}

// Items of no value get no tile. `aspect` is the width of the map, in heights of it.
export function tilesOf<T>(items: readonly T[], valueOf: (item: T) => number, aspect: number): Tile<T>[] {
  const root = hierarchy<Node<T>>({ children: items.map((item) => ({ item })) })
    .sum((node) => (node.item === undefined ? 0 : Math.max(0, valueOf(node.item))))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  if (!root.value) return [];
  const laid = treemap<Node<T>>().size([aspect, 1])(root);
  return laid
    .leaves()
    .filter((leaf) => (leaf.value ?? 0) > 0)
    .map((leaf) => ({
      item: leaf.data.item as T,
      left: leaf.x0 / aspect,
      top: leaf.y0,
      width: (leaf.x1 - leaf.x0) / aspect,
      height: leaf.y1 - leaf.y0,
    }));
}
