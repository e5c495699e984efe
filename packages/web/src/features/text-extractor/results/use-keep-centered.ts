/** Keeps the center of a scroll pane in place while its content is zoomed. */
import { type RefObject, useLayoutEffect, useRef } from 'react'

export function useKeepCentered(pane: RefObject<HTMLElement | null>, zoom: number): void {
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const ratio = zoom / before.current
    before.current = zoom
    if (ratio === 1 || !pane.current) return
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = pane.current
    pane.current.scrollLeft = (scrollLeft + clientWidth / 2) * ratio - clientWidth / 2
    pane.current.scrollTop = (scrollTop + clientHeight / 2) * ratio - clientHeight / 2
  }, [pane, zoom])
}
