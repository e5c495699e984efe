/** How large the stage is on the page, also after the window has changed. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { type RefObject, useLayoutEffect, useState } from 'react'

const nothing: Size = { width: 0, height: 0 }

export function useStageSize(stageRef: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(nothing)
  useLayoutEffect(() => {
    const stage = stageRef.current
    if (!stage) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = stage
      // Out of sight it has no size; it keeps the one it had.
      if (width > 0) setSize(old => (old.width === width && old.height === height ? old : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(stage)
    return () => observer.disconnect()
  }, [stageRef])
  return size
}
