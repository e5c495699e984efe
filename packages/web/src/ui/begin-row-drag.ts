/** Lets a row of a list be dragged to another place with mouse, pen or finger. */
import type { PointerEvent } from 'react'

/** Begins with the press on a row's grip; the row changes place as soon as it has passed half of its neighbour. */
export function beginRowDrag(event: PointerEvent<HTMLElement>, onMove: (toIndex: number) => void): void {
  const grip = event.currentTarget
  const row = grip.closest<HTMLElement>('[data-row]')
  const list = row?.parentElement
  if (!row || !list || event.button !== 0) return
  event.preventDefault()
  row.dataset.dragged = 'true'
  const over = new AbortController()

  const follow = ({ clientY }: globalThis.PointerEvent) => {
    const rows = [...list.children]
    const from = rows.indexOf(row)
    const passed = rows.findIndex((other, index) => {
      const { top, height } = other.getBoundingClientRect()
      const middle = top + height / 2
      return index < from
        ? clientY < middle
        : index > from && clientY > middle && isLast(rows, index, clientY)
    })
    if (passed >= 0) onMove(passed)
  }
  const end = () => {
    delete row.dataset.dragged
    over.abort()
  }
  // On the window: the row may be put elsewhere in the document meanwhile, and a captured pointer would be let go.
  window.addEventListener('pointermove', follow, { signal: over.signal })
  window.addEventListener('pointerup', end, { signal: over.signal })
  window.addEventListener('pointercancel', end, { signal: over.signal })
}

/** Of several rows above the pointer, the lowest is the one that was passed last. */
function isLast(rows: readonly Element[], index: number, clientY: number): boolean {
  const next = rows[index + 1]?.getBoundingClientRect()
  return next === undefined || clientY <= next.top + next.height / 2
}
