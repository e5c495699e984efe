/** Keeps a canvas drawn: at most once a frame, and only when something changed. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Image } from '../image/image.ts'
import { readImage } from '../image/image-workshop.ts'
import { createCanvasPainter } from '../paint/canvas-painter.ts'
import { createGlPainter } from '../paint/gl-painter.ts'
import type { Painter, Scene } from '../paint/painter.ts'

/** More would be drawn than anybody sees. */
const maxPixelRatio = 2

/** Four bytes each, and half as much again on the graphics card. */
const maxDetailPixels = 32_000_000

interface PainterSettings {
  readonly canvasRef: RefObject<HTMLCanvasElement | null>
  readonly image: Image
  /** Of the canvas, in pixels of the page. */
  readonly stage: Size
  /** In pixels of the page. */
  readonly scene: Omit<Scene, 'size'>
  readonly isInSight: boolean
}

export function usePainter({ canvasRef, image, stage, scene, isInSight }: PainterSettings): void {
  const painterRef = useRef<Painter>(undefined)
  const frame = useRef<number>(undefined)
  const hasDetail = useRef(false)
  const pixelRatio = Math.min(maxPixelRatio, window.devicePixelRatio || 1)

  const draw = useEffectEvent(() => {
    frame.current = undefined
    const canvas = canvasRef.current
    if (!canvas || stage.width === 0) return
    const [width, height] = [Math.round(stage.width * pixelRatio), Math.round(stage.height * pixelRatio)]
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    const { left, top, width: placeWidth, height: placeHeight } = scene.place
    painterRef.current?.paint({
      edit: scene.edit,
      size: image,
      place: {
        left: Math.round(left * pixelRatio),
        top: Math.round(top * pixelRatio),
        width: Math.round(placeWidth * pixelRatio),
        height: Math.round(placeHeight * pixelRatio),
      },
      splitAt: scene.splitAt === undefined ? undefined : scene.splitAt * pixelRatio,
    })
    // For those who wait for the first sight of a picture: tests and measurements.
    canvas.dataset.drawnBy = painterRef.current?.kind
  })
  const requestDraw = useEffectEvent(() => {
    frame.current ??= requestAnimationFrame(() => draw())
  })

  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas) return
    const painter = createGlPainter(canvas) ?? createCanvasPainter(canvas)
    painterRef.current = painter
    painter?.setImage(image.copy)
    hasDetail.current = false
    requestDraw()
    return () => {
      painterRef.current = undefined
      painter?.dispose()
      if (frame.current !== undefined) cancelAnimationFrame(frame.current)
      frame.current = undefined
    }
  }, [canvasRef, image])

  useLayoutEffect(() => {
    if (isInSight && stage.width > 0 && scene.place.width > 0) requestDraw()
  }, [stage, scene, isInSight])

  // Enlarged beyond what the small copy has, the picture itself is looked at.
  const isMagnified = scene.place.width * pixelRatio > 1.1 * shownWidth(image, scene)
  const hasMore = image.copy.width < image.width
  useEffect(() => {
    const painter = painterRef.current
    if (!isMagnified || !hasMore || hasDetail.current || painter?.kind !== 'webgl') return
    const loading = new AbortController()
    const shrink = Math.min(1, Math.sqrt(maxDetailPixels / (image.width * image.height)))
    const side = Math.min(painter.maxSide, Math.floor(Math.max(image.width, image.height) * shrink))
    readImage(image.readable, side, loading.signal)
      .then(opened => {
        if (!opened || loading.signal.aborted) return opened?.copy.close()
        painter.setImage(opened.copy)
        hasDetail.current = true
        requestDraw()
      })
      // It stays as sharp as it was.
      .catch(() => undefined)
    return () => loading.abort()
  }, [isMagnified, hasMore, image])
}

/** How many pixels of the copy lie across the place. */
function shownWidth({ copy }: Image, { edit }: Omit<Scene, 'size'>): number {
  const isSideways = Math.round(edit.rotate / 90) % 2 === 1
  return ((isSideways ? copy.height : copy.width) * edit.cropWidth) / 100
}
