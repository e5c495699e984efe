/** Redraws the canvas when something changed, at most once per frame. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { EditorImage } from '../image/editor-image.ts'
import { readImage } from '../image/image-worker-client.ts'
import { createCanvasPainter } from '../paint/canvas-painter.ts'
import { createGlPainter } from '../paint/gl-painter.ts'
import type { Painter, Scene } from '../paint/painter.ts'

/** A higher resolution would not be visible. */
const maxPixelRatio = 2

/** Memory limit: 4 bytes each, plus half of that on the GPU for mipmaps. */
const maxDetailPixels = 32_000_000

interface PainterOptions {
  readonly canvasRef: RefObject<HTMLCanvasElement | null>
  readonly image: EditorImage
  /** Canvas size in CSS pixels. */
  readonly stage: Size
  /** In CSS pixels. */
  readonly scene: Omit<Scene, 'size'>
  readonly isVisible: boolean
}

export function usePainter({ canvasRef, image, stage, scene, isVisible }: PainterOptions): void {
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
    const { left, top, width: rectWidth, height: rectHeight } = scene.rect
    painterRef.current?.paint({
      edit: scene.edit,
      size: image,
      rect: {
        left: Math.round(left * pixelRatio),
        top: Math.round(top * pixelRatio),
        width: Math.round(rectWidth * pixelRatio),
        height: Math.round(rectHeight * pixelRatio),
      },
      splitX: scene.splitX === undefined ? undefined : scene.splitX * pixelRatio,
    })
    // Browser tests and benchmarks wait for this attribute.
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
    painter?.setImage(image.previewBitmap)
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
    if (isVisible && stage.width > 0 && scene.rect.width > 0) requestDraw()
  }, [stage, scene, isVisible])

  // When zoomed beyond the preview resolution, load a larger bitmap of the image.
  const isMagnified = scene.rect.width * pixelRatio > 1.1 * previewPixelsAcross(image, scene)
  const hasMore = image.previewBitmap.width < image.width
  useEffect(() => {
    const painter = painterRef.current
    if (!isMagnified || !hasMore || hasDetail.current || painter?.kind !== 'webgl') return
    const abortController = new AbortController()
    const scale = Math.min(1, Math.sqrt(maxDetailPixels / (image.width * image.height)))
    const side = Math.min(painter.maxSide, Math.floor(Math.max(image.width, image.height) * scale))
    readImage(image.readable, side, abortController.signal)
      .then(opened => {
        if (!opened || abortController.signal.aborted) return opened?.previewBitmap.close()
        painter.setImage(opened.previewBitmap)
        hasDetail.current = true
        requestDraw()
      })
      // Keep the preview resolution.
      .catch(() => undefined)
    return () => abortController.abort()
  }, [isMagnified, hasMore, image])
}

/** Preview pixels across the drawn width. */
function previewPixelsAcross({ previewBitmap }: EditorImage, { edit }: Omit<Scene, 'size'>): number {
  const isSideways = Math.round(edit.rotate / 90) % 2 === 1
  return ((isSideways ? previewBitmap.height : previewBitmap.width) * edit.cropWidth) / 100
}
