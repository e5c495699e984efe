/** The selection, with every step of it to go back to. */
import { useRef, useState } from 'react'
import type { Stretch } from './stretch.ts'
import { boundTrim, newTrimHistory, redoTrim, undoTrim, wholeTrim, withTrim } from './trim.ts'

export function useTrim(durationSeconds: number, firstTrim: Stretch) {
  const [history, setHistory] = useState(() => newTrimHistory(firstTrim))
  /** Where a drag began: the whole of it is one step. */
  const dragFrom = useRef<Stretch>(undefined)
  return {
    /** As it is sent: without an end it goes to the recording's own. */
    asked: history.trim,
    trim: boundTrim(history.trim, durationSeconds),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change(trim: Stretch, isLast = true) {
      dragFrom.current ??= history.trim
      const before = dragFrom.current
      if (isLast) dragFrom.current = undefined
      setHistory(now => (isLast ? withTrim(now, trim, before) : { ...now, trim }))
    },
    undo: () => setHistory(undoTrim),
    redo: () => setHistory(redoTrim),
    selectAll: () => setHistory(now => withTrim(now, wholeTrim)),
    startOver: () => setHistory(newTrimHistory()),
  }
}
