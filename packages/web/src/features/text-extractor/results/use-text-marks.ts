/** Paints marks over stretches of a text without touching it; browsers that cannot do so show none. */
import { type RefObject, useLayoutEffect } from 'react'
import type { Stretch, TextCopyHandle } from './text-copy.tsx'
import './text-marks.css'

type MarkName = 'ocr-doubtful' | 'ocr-active'

export function useTextMarks(
  name: MarkName,
  copy: RefObject<TextCopyHandle | null>,
  stretches: readonly Stretch[],
): void {
  useLayoutEffect(() => {
    if (typeof Highlight === 'undefined') return
    const mark = new Highlight()
    for (const stretch of stretches) {
      const place = stretch.start < stretch.end ? copy.current?.locate(stretch) : undefined
      // Static: the browser would move thousands of live ones along with every letter typed.
      if (place) mark.add(new StaticRange(place))
    }
    CSS.highlights.set(name, mark)
    return () => {
      CSS.highlights.delete(name)
    }
  }, [name, copy, stretches])
}
