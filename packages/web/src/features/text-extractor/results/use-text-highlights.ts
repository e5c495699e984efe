/** Highlights ranges of a text with the CSS Custom Highlight API; a no-op in browsers without it. */
import { type RefObject, useLayoutEffect } from 'react'
import type { TextRange } from '../linking/text-sections.ts'
import './text-marks.css'

type HighlightName = 'ocr-doubtful' | 'ocr-active'

/** `mirror` contains a single text node. Each section adds its own ranges. */
export function useTextHighlights(
  name: HighlightName,
  mirror: RefObject<HTMLElement | null>,
  text: string,
  textRanges: readonly TextRange[],
): void {
  useLayoutEffect(() => {
    const node = mirror.current?.firstChild
    if (typeof Highlight === 'undefined' || !node) return
    // StaticRange: live ranges would be updated by the browser on every keystroke.
    const ranges = textRanges
      .filter(({ start, end }) => start < end && end <= text.length)
      .map(({ start, end }) => new StaticRange(rangeIn(node, start, end)))
    const highlight = highlightNamed(name)
    for (const range of ranges) highlight.add(range)
    return () => {
      for (const range of ranges) highlight.delete(range)
    }
  }, [name, mirror, text, textRanges])
}

function rangeIn(node: Node, startOffset: number, endOffset: number): StaticRangeInit {
  return { startContainer: node, startOffset, endContainer: node, endOffset }
}

function highlightNamed(name: HighlightName): Highlight {
  const highlight = CSS.highlights.get(name) ?? new Highlight()
  CSS.highlights.set(name, highlight)
  return highlight
}
