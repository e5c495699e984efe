/** Tells the styles how high a bar at the lower edge is, so that nothing is hidden behind it for good. */
import { type RefObject, useEffect } from 'react'

const property = '--bottom-bar'

export function useBottomBar(barRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const bar = barRef.current
    if (!bar) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(property, `${bar.offsetHeight}px`))
    observer.observe(bar)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [barRef])
}
