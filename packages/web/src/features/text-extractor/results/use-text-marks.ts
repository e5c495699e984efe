/** Paints marks over stretches of a text without touching it; browsers that cannot do so show none. */
import { type RefObject, useLayoutEffect } from 'react'
import type { Stretch } from '../linking/text-sections.ts'
import './text-marks.css'

type MarkName = 'ocr-doubtful' | 'ocr-active'

/** In the one text node of an element. Every section of a text has marks of its own. */
export function useTextMarks(
  name: MarkName,
  copy: RefObject<HTMLElement | null>,
  text: string,
  stretches: readonly Stretch[],
): void {
  useLayoutEffect(() => {
    const node = copy.current?.firstChild
    if (typeof Highlight === 'undefined' || !node) return
    // Static: the browser would move thousands of live ones along with every letter typed.
    const ranges = stretches
      .filter(({ start, end }) => start < end && end <= text.length)
      .map(({ start, end }) => new StaticRange(rangeIn(node, start, end)))
    const mark = markNamed(name)
    for (const range of ranges) mark.add(range)
    return () => {
      for (const range of ranges) mark.delete(range)
    }
  }, [name, copy, text, stretches])
}

function rangeIn(node: Node, startOffset: number, endOffset: number): StaticRangeInit {
  return { startContainer: node, startOffset, endContainer: node, endOffset }
}

function markNamed(name: MarkName): Highlight {
  const mark = CSS.highlights.get(name) ?? new Highlight()
  CSS.highlights.set(name, mark)
  return mark
}
