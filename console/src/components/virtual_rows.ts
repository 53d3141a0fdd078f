// Which rows of a very long list are visible, and where they stand. Browsers limit the height of an element, so that
// beyond it a step of the scroll bar covers more than its own length.

import type { RefObject } from "preact";
import { useCallback, useEffect, useLayoutEffect, useState } from "preact/hooks";

const heightMax = 15_000_000; // pixels; Firefox draws no more than 17.8 million
const spareRows = 8; // above and below what is visible

export interface VirtualRows {
  readonly first: number;
  readonly last: number; // exclusive
  readonly height: number; // of the element that holds all rows
  readonly top: (index: number) => number; // where a row stands in it
  readonly reveal: (index: number) => void; // scrolls as little as needed
  readonly rowsPerScreen: number;
}

interface Scrolled {
  readonly top: number;
  readonly height: number;
}

// `head` is the height of what stays at the top of the scrolled element, over the rows.
export function useVirtualRows(
  element: RefObject<HTMLElement>,
  count: number,
  rowHeight: number,
  head: number,
): VirtualRows {
  const [scrolled, setScrolled] = useState<Scrolled>({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const scroller = element.current;
    if (!scroller) return undefined;
    const read = (): void => setScrolled({ top: scroller.scrollTop, height: scroller.clientHeight });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(scroller);
    scroller.addEventListener("scroll", read, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener("scroll", read);
    };
  }, []);

  const whole = count * rowHeight;
  const height = Math.min(whole, heightMax);
  const visible = Math.max(scrolled.height - head, rowHeight);
  const scale = height > visible ? (whole - visible) / (height - visible) : 1;
  const offset = scrolled.top * scale; // of the first visible pixel in the whole list
  useEffect(() => {
    const scroller = element.current;
    if (scroller && scroller.scrollTop > height) scroller.scrollTop = 0;
  }, [height]);

  const reveal = useCallback(
    (index: number): void => {
      const scroller = element.current;
      if (!scroller) return;
      const now = scroller.scrollTop * scale;
      const room = scroller.clientHeight - head;
      if (index * rowHeight < now) scroller.scrollTop = (index * rowHeight) / scale;
      else if ((index + 1) * rowHeight > now + room) scroller.scrollTop = ((index + 1) * rowHeight - room) / scale;
    },
    [scale, rowHeight, head],
  );
  return {
    first: Math.max(0, Math.floor(offset / rowHeight) - spareRows),
    last: Math.min(count, Math.ceil((offset + visible) / rowHeight) + spareRows),
    height,
    top: (index) => index * rowHeight - offset + scrolled.top,
    reveal,
    rowsPerScreen: Math.max(1, Math.floor(visible / rowHeight)),
  };
}
