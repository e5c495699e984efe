/** Software painter: renders the edit with the same code as the final image, on scaled-down copies. */

import { editGeometry } from '@filesmith/contract/image-edit/geometry'
import type { Pixels } from '@filesmith/contract/image-edit/pixels'
import { defaultImageEdit, type ImageEdit } from '@filesmith/contract/image-edit/settings'
import { renderEditSync } from '../render/render-edit.ts'
import type { Painter, Scene } from './painter.ts'

/** Longest sides, finest first; each takes half the time of the one before. */
export const levelSides = [2036, 1440, 1018, 720, 509, 360, 255, 180, 127] as const

/** Leaves time for the rest of the page within a frame of 16 ms. */
const slowMs = 8

/** Fast enough that the next finer level, which takes twice as long, is not slow. */
const fastMs = 3

const coarsest: PreviewLevel = levelSides.length - 1

/** After this long without a change the full resolution is drawn. */
const idleMs = 150

export function createCanvasPainter(canvas: HTMLCanvasElement): Painter | undefined {
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const scratchCanvas = document.createElement('canvas')
  let bitmap: ImageBitmap | undefined
  let scaledCopies = new Map<PreviewLevel, ScaledCopy>()
  /** Level this machine can draw in time; starts with the finest. */
  let movingLevel: PreviewLevel = 0
  let restTimer: ReturnType<typeof setTimeout> | undefined

  /** Returns the duration, without the first read of a copy. */
  function drawAt(level: PreviewLevel, scene: Scene): number {
    if (!context || !bitmap) return 0
    const scaledCopy = scaledCopies.get(level) ?? readCopy(bitmap, levelSides[level] ?? 1)
    scaledCopies.set(level, scaledCopy)
    const startedAt = performance.now()
    drawScene(context, scratchCanvas, scaledCopy, scene)
    return performance.now() - startedAt
  }

  return {
    kind: 'canvas',
    maxSide: levelSides[0],
    setImage(next) {
      bitmap = next
      scaledCopies = new Map()
    },
    paint(scene) {
      clearTimeout(restTimer)
      const restLevel = restLevelFor(scene)
      const level = Math.max(movingLevel, restLevel)
      movingLevel = nextLevel(level, drawAt(level, scene), restLevel)
      if (level > restLevel) restTimer = setTimeout(() => drawAt(restLevel, scene), idleMs)
    },
    dispose() {
      clearTimeout(restTimer)
      bitmap = undefined
      scaledCopies = new Map()
    },
  }
}

interface ScaledCopy {
  readonly source: Pixels
  /** Working copy: rendering modifies its source. */
  readonly scratch: Pixels
}

function readCopy(bitmap: ImageBitmap, side: number): ScaledCopy {
  const source = readPixels(bitmap, side)
  return { source, scratch: { ...source, data: source.data.slice() } }
}

function drawScene(
  context: CanvasRenderingContext2D,
  scratchCanvas: HTMLCanvasElement,
  scaledCopy: ScaledCopy,
  scene: Scene,
): void {
  const { width, height } = context.canvas
  context.clearRect(0, 0, width, height)
  draw(context, scratchCanvas, scaledCopy, scene, scene.edit)
  if (scene.splitX === undefined) return
  const { brightness, contrast, saturation, blur, filter } = defaultImageEdit
  context.save()
  context.beginPath()
  context.rect(0, 0, Math.max(0, scene.splitX), height)
  context.clip()
  context.clearRect(0, 0, width, height)
  draw(context, scratchCanvas, scaledCopy, scene, {
    ...scene.edit,
    brightness,
    contrast,
    saturation,
    blur,
    filter,
  })
  context.restore()
}

function draw(
  context: CanvasRenderingContext2D,
  scratchCanvas: HTMLCanvasElement,
  { source, scratch }: ScaledCopy,
  scene: Scene,
  edit: ImageEdit,
): void {
  scratch.data.set(source.data)
  // The output size does not matter here, because the result is scaled to its rectangle.
  const rendered = renderEditSync(scratch, { ...edit, resizeWidth: 0, resizeHeight: 0 })
  if (scratchCanvas.width !== rendered.width) scratchCanvas.width = rendered.width
  if (scratchCanvas.height !== rendered.height) scratchCanvas.height = rendered.height
  scratchCanvas
    .getContext('2d')
    ?.putImageData(new ImageData(rendered.data, rendered.width, rendered.height), 0, 0)
  const { left, top, width, height } = scene.rect
  context.drawImage(scratchCanvas, left, top, width, height)
}

export function readPixels(bitmap: ImageBitmap, longestSide: number): Pixels {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const scratchCanvas = document.createElement('canvas')
  scratchCanvas.width = Math.max(1, Math.round(bitmap.width * scale))
  scratchCanvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = scratchCanvas.getContext('2d', { willReadFrequently: true })
  if (!context) return { width: 1, height: 1, data: new Uint8ClampedArray(4) }
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, scratchCanvas.width, scratchCanvas.height)
  const { width, height, data } = context.getImageData(0, 0, scratchCanvas.width, scratchCanvas.height)
  return { width, height, data }
}

/** Index into `levelSides`. */
type PreviewLevel = number

/** The coarsest level with at least one pixel per displayed pixel. */
export function restLevelFor({ size, edit, rect }: Scene): PreviewLevel {
  const scale = rect.width / editGeometry(size, edit).crop.width
  const displayedSide = scale * Math.max(size.width, size.height)
  const level = levelSides.findLastIndex(side => side >= displayedSide)
  return Math.max(0, level)
}

/** Level for the next frame, given how long the last one took; never finer than at rest. */
export function nextLevel(level: PreviewLevel, durationMs: number, restLevel: PreviewLevel): PreviewLevel {
  const next = durationMs > slowMs ? level + 1 : durationMs < fastMs ? level - 1 : level
  return Math.max(restLevel, Math.min(coarsest, next))
}
