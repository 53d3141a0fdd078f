import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

// The size of an element in CSS pixels, kept up to date. 0 by 0 at first.
export function useSize(element: RefObject<HTMLElement>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = target;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, []);
  return size;
}
