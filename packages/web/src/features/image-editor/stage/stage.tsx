/** The stage: live preview of the edited image with crop frame and comparison divider. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/tools/image/messages'
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { type Area, clamp } from '../../../lib/area-frame/area.ts'
import { AreaFrame } from '../../../lib/area-frame/area-frame.tsx'
import type { EditorImage } from '../image/editor-image.ts'
import { areaOf } from './crop-area.ts'
import './stage.css'
import { MoveHorizontal } from 'lucide-react'
import { Icon } from '../../../ui/icon.tsx'
import { readImage } from '../image/image-worker-client.ts'
import { createCanvasPainter } from '../paint/canvas-painter.ts'
import { createGlPainter } from '../paint/gl-painter.ts'
import type { CanvasRect, Painter, Scene } from '../paint/painter.ts'
import { useStageGestures } from './use-stage-gestures.ts'
import { imageRectOf, type View } from './view.ts'

/** A higher resolution would not be visible. */
const maxPixelRatio = 2

/** Memory limit: 4 bytes each, plus half of that on the GPU for mipmaps. */
const maxDetailPixels = 32_000_000

const keyStep = 0.02

interface StageProps {
  readonly stageRef: RefObject<HTMLElement | null>
  readonly image: EditorImage
  readonly edit: ImageEdit
  /** The edit that is drawn; without the crop while cropping. */
  readonly displayedEdit: ImageEdit
  readonly stage: Size
  /** Size of what is drawn, in image pixels. */
  readonly content: Size
  readonly view: View
  readonly onView: (change: (view: View) => View) => void
  readonly crop: { readonly aspectRatio: number | undefined } | undefined
  readonly onCrop: (area: Area) => void
  readonly onCommit: () => void
  /** Position of the comparison divider; undefined if not comparing. */
  readonly splitFraction: number | undefined
  readonly onSplit: (fraction: number) => void
  readonly isVisible: boolean
}

export function Stage(props: StageProps) {
  const { stageRef, image, edit, displayedEdit, stage, content, view, onView, crop, onCrop, onCommit } = props
  const { splitFraction, onSplit, isVisible } = props
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const helpId = useId()
  const rect = useMemo(() => imageRectOf(view, stage, content), [view, stage, content])
  const scene = useMemo(() => {
    const splitX = splitFraction === undefined ? undefined : rect.left + rect.width * splitFraction
    return { edit: displayedEdit, rect, splitX }
  }, [displayedEdit, rect, splitFraction])
  usePainter({ canvasRef, image, stage, scene, isVisible })
  const gestures = useStageGestures({ stageRef, stage, content, view, onView })
  const canScrollPage = view.zoom === 1 && !crop
  return (
    <section
      ref={stageRef}
      aria-label={imageEditorMessages.image}
      aria-describedby={helpId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: panned and zoomed by keyboard
      tabIndex={0}
      data-zoom={view.zoom.toFixed(2)}
      {...gestures}
      className={`relative stage overflow-hidden rounded border border-line bg-surface-sunken select-none focus-visible:-outline-offset-2 ${canScrollPage ? 'touch-pan-y' : 'touch-none'} ${view.zoom > 1 ? 'cursor-grab active:cursor-grabbing' : ''}`}
    >
      <div aria-hidden="true" style={rect} className="checkerboard absolute" />
      <canvas ref={canvasRef} className="absolute inset-0 size-full" />
      {crop ? (
        <AreaFrame
          label={imageEditorMessages.cropArea}
          help={imageEditorMessages.cropHelp}
          variant="crop"
          rect={rect}
          area={areaOf(edit)}
          aspectRatio={crop.aspectRatio}
          onChange={onCrop}
          onCommit={onCommit}
        />
      ) : null}
      {splitFraction === undefined || crop ? null : (
        <CompareSlider rect={rect} fraction={splitFraction} onChange={onSplit} />
      )}
      <p id={helpId} className="sr-only">
        {imageEditorMessages.stageHelp}
      </p>
    </section>
  )
}

interface CompareSliderProps {
  readonly rect: CanvasRect
  /** Position from 0 to 1 of the image width. */
  readonly fraction: number
  readonly onChange: (fraction: number) => void
}

/** Draggable divider between the original and the edited image. */
function CompareSlider({ rect, fraction, onChange }: CompareSliderProps) {
  const isDragging = useRef(false)
  const percent = Math.round(fraction * 100)
  const handleMove = (event: PointerEvent<HTMLElement>) => {
    const stage = event.currentTarget.offsetParent?.getBoundingClientRect()
    if (!isDragging.current || !stage) return
    onChange(clamp((event.clientX - stage.left - rect.left) / rect.width, 0, 1))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: fraction - keyStep,
      ArrowDown: fraction - keyStep,
      ArrowRight: fraction + keyStep,
      ArrowUp: fraction + keyStep,
      Home: 0,
      End: 1,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onChange(clamp(next, 0, 1))
  }
  return (
    <>
      <div
        role="slider"
        aria-label={imageEditorMessages.compareLine}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={imageEditorMessages.compareValue(percent)}
        tabIndex={0}
        onKeyDown={handleKeyDown}
        onPointerDown={event => {
          event.stopPropagation()
          event.currentTarget.setPointerCapture(event.pointerId)
          isDragging.current = true
        }}
        onPointerMove={handleMove}
        onPointerUp={() => {
          isDragging.current = false
        }}
        style={{ left: rect.left + rect.width * fraction }}
        className="absolute inset-y-0 flex w-11 -translate-x-1/2 cursor-ew-resize touch-none justify-center rounded"
      >
        <span className="compare-line h-full" />
        <span className="absolute top-1/2 grid size-9 -translate-y-1/2 place-items-center rounded-full border border-line-strong bg-surface-raised text-ink shadow-float">
          <Icon of={MoveHorizontal} sizePx={20} />
        </span>
      </div>
      <CornerLabel className="left-2">{imageEditorMessages.before}</CornerLabel>
      <CornerLabel className="right-2">{imageEditorMessages.after}</CornerLabel>
    </>
  )
}

function CornerLabel({ className, children }: { readonly className: string; readonly children: string }) {
  return (
    <span
      aria-hidden="true"
      className={`pointer-events-none absolute top-2 rounded bg-screen px-2 py-0.5 text-xs font-semibold text-[oklch(1_0_0)] ${className}`}
    >
      {children}
    </span>
  )
}

interface PainterOptions {
  readonly canvasRef: RefObject<HTMLCanvasElement | null>
  readonly image: EditorImage
  /** Canvas size in CSS pixels. */
  readonly stage: Size
  /** In CSS pixels. */
  readonly scene: Omit<Scene, 'size'>
  readonly isVisible: boolean
}

/** Redraws the canvas when something changed, at most once per frame. */
function usePainter({ canvasRef, image, stage, scene, isVisible }: PainterOptions): void {
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
