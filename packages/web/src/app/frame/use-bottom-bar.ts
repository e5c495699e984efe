/** Publishes the height of a bar at the bottom edge as a CSS variable, so that content is not hidden behind it. */
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
