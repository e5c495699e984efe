/** Size of the stage in CSS pixels, updated on resize. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { type RefObject, useLayoutEffect, useState } from 'react'

const noSize: Size = { width: 0, height: 0 }

export function useStageSize(stageRef: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(noSize)
  useLayoutEffect(() => {
    const stage = stageRef.current
    if (!stage) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = stage
      // A hidden stage has no size; keep the last one.
      if (width > 0) setSize(old => (old.width === width && old.height === height ? old : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(stage)
    return () => observer.disconnect()
  }, [stageRef])
  return size
}
