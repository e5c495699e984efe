/** Paints marks over stretches of a text node without touching it; browsers that cannot do so show none. */
import { type RefObject, useLayoutEffect } from 'react'
import './text-marks.css'

export interface Stretch {
  readonly start: number
  readonly end: number
}

type MarkName = 'ocr-doubtful' | 'ocr-active'

export function useTextMarks(
  name: MarkName,
  node: RefObject<HTMLElement | null>,
  stretches: readonly Stretch[],
): void {
  useLayoutEffect(() => {
    const textNode = node.current?.firstChild
    if (!textNode || typeof Highlight === 'undefined') return
    const length = textNode.textContent?.length ?? 0
    const ranges = stretches
      .filter(({ start, end }) => start < end && end <= length)
      .map(stretch => rangeOf(textNode, stretch))
    CSS.highlights.set(name, new Highlight(...ranges))
    return () => {
      CSS.highlights.delete(name)
    }
  }, [name, node, stretches])
}

export function rangeOf(textNode: Node, { start, end }: Stretch): Range {
  const range = document.createRange()
  range.setStart(textNode, start)
  range.setEnd(textNode, end)
  return range
}
