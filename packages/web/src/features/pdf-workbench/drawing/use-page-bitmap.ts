/** Draws a page on a canvas as soon as it is in view. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PageSize } from '../placing/place.ts'
import type { PageDrawing } from './page-drawing.ts'

interface DrawnPage {
  readonly source: string | undefined
  readonly page: number
  readonly maxSidePx: number
  /** Changes when its file can be drawn again, for example with its password. */
  readonly isReady: boolean
}

export function usePageBitmap(
  drawing: PageDrawing,
  { source, page, maxSidePx, isReady }: DrawnPage,
): {
  readonly canvasRef: RefObject<HTMLCanvasElement | null>
  readonly state: 'waiting' | 'drawn' | 'failed'
} {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting')

  // Pages that were drawn before are there at once.
  useLayoutEffect(() => {
    const bitmap = source === undefined ? undefined : drawing.drawn({ source, page, maxSidePx })
    if (bitmap) {
      paint(canvasRef.current, bitmap)
      setState('drawn')
    }
  }, [drawing, source, page, maxSidePx])

  useEffect(() => {
    if (source === undefined || !isReady || drawing.drawn({ source, page, maxSidePx })) return
    const controller = new AbortController()
    void drawing.draw({ source, page, maxSidePx }, controller.signal).then(bitmap => {
      if (controller.signal.aborted) return
      if (bitmap) paint(canvasRef.current, bitmap)
      setState(bitmap ? 'drawn' : 'failed')
    })
    return () => controller.abort()
  }, [drawing, source, page, maxSidePx, isReady])

  return { canvasRef, state }
}

function paint(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap): void {
  if (!canvas) return
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
}

/** Size of a page in points; undefined until it is known, and for an empty page. */
export function usePageSize(
  drawing: PageDrawing,
  { source, page, isReady }: Omit<DrawnPage, 'maxSidePx'>,
): PageSize | undefined {
  const [measured, setMeasured] = useState<{ readonly key: string; readonly size: PageSize | undefined }>()
  const key = `${source}/${page}`
  useEffect(() => {
    if (source === undefined || !isReady) return
    let isCurrent = true
    void drawing.measure(source, page).then(size => isCurrent && setMeasured({ key, size }))
    return () => {
      isCurrent = false
    }
  }, [drawing, source, page, isReady, key])
  return measured?.key === key ? measured.size : undefined
}
