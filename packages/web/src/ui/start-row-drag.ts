/** Reorders list rows by dragging with mouse, pen or touch. */
import type { PointerEvent } from 'react'

/** Call from `pointerdown` on a row's handle; the row moves once the pointer passes the middle of a neighboring row. */
export function startRowDrag(event: PointerEvent<HTMLElement>, onMove: (toIndex: number) => void): void {
  const handle = event.currentTarget
  const row = handle.closest<HTMLElement>('[data-row]')
  const list = row?.parentElement
  if (!row || !list || event.button !== 0) return
  event.preventDefault()
  row.dataset.dragged = 'true'
  const controller = new AbortController()

  const handleMove = ({ clientY }: globalThis.PointerEvent) => {
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
    controller.abort()
  }
  // Listens on the window: pointer capture is lost when React moves the row in the DOM.
  window.addEventListener('pointermove', handleMove, { signal: controller.signal })
  window.addEventListener('pointerup', end, { signal: controller.signal })
  window.addEventListener('pointercancel', end, { signal: controller.signal })
}

/** Whether this is the lowest row whose middle the pointer has passed. */
function isLast(rows: readonly Element[], index: number, clientY: number): boolean {
  const next = rows[index + 1]?.getBoundingClientRect()
  return next === undefined || clientY <= next.top + next.height / 2
}
