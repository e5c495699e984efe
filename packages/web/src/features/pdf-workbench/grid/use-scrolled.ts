/** Size and position of a scrolled element. */
import { type RefObject, useLayoutEffect, useState } from 'react'

export function useScrolled(ref: RefObject<HTMLElement | null>) {
  const [scrolled, setScrolled] = useState({ widthPx: 0, heightPx: 0, scrollTop: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const read = () =>
      setScrolled({
        widthPx: element.clientWidth,
        heightPx: element.clientHeight,
        scrollTop: element.scrollTop,
      })
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [ref])
  return scrolled
}
