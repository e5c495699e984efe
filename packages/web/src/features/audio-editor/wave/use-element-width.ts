/** Width of an element, updated on resize. */
import { type RefObject, useEffect, useState } from 'react'

export function useElementWidth(elementRef: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0)
  useEffect(() => {
    const element = elementRef.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth))
    observer.observe(element)
    setWidthPx(element.clientWidth)
    return () => observer.disconnect()
  }, [elementRef])
  return widthPx
}
