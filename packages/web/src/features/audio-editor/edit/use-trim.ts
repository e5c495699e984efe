/** State of the selection with undo and redo. */
import { useRef, useState } from 'react'
import type { TimeRange } from './time-range.ts'
import { createTrimHistory, fullTrim, pushTrim, redoTrim, undoTrim } from './trim.ts'

export function useTrim(findFirstTrim: () => TimeRange) {
  const [history, setHistory] = useState(() => createTrimHistory(findFirstTrim()))
  /** The selection when a drag started; the whole drag is one undo step. */
  const dragFrom = useRef<TimeRange>(undefined)
  return {
    /** As sent to the server: `to: Infinity` means the end of the file. */
    requested: history.trim,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change(trim: TimeRange, isFinal = true) {
      dragFrom.current ??= history.trim
      const before = dragFrom.current
      if (isFinal) dragFrom.current = undefined
      setHistory(now => (isFinal ? pushTrim(now, trim, before) : { ...now, trim }))
    },
    undo: () => setHistory(undoTrim),
    redo: () => setHistory(redoTrim),
    selectAll: () => setHistory(now => pushTrim(now, fullTrim)),
    startOver: () => setHistory(createTrimHistory()),
  }
}
