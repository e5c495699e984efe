/** Draws the edited picture without a graphics card: the same pixels as the finished picture has, made of smaller copies of it. */
import type { Pixels } from '@filesmith/contract/image-edit/pixels'
import { type ImageEdit, usualImageEdit } from '@filesmith/contract/image-edit/settings'
import { renderAtOnce } from '../render/render-edit.ts'
import { type CopyLevel, copySides, levelAtRest, nextLevel } from './drawn-copies.ts'
import type { Painter, Scene } from './painter.ts'

/** After so long without a change it is drawn finely. */
const restMs = 150

export function createCanvasPainter(canvas: HTMLCanvasElement): Painter | undefined {
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const drawing = document.createElement('canvas')
  let bitmap: ImageBitmap | undefined
  let copies = new Map<CopyLevel, DrawnCopy>()
  /** What this machine keeps up with; finer than anything until something was drawn. */
  let movingLevel: CopyLevel = 0
  let rest: ReturnType<typeof setTimeout> | undefined

  /** Answers how long it took; reading a copy for the first time does not count. */
  function drawAt(level: CopyLevel, scene: Scene): number {
    if (!context || !bitmap) return 0
    const copy = copies.get(level) ?? readCopy(bitmap, copySides[level] ?? 1)
    copies.set(level, copy)
    const begunAt = performance.now()
    drawScene(context, drawing, copy, scene)
    return performance.now() - begunAt
  }

  return {
    kind: 'canvas',
    maxSide: copySides[0],
    setImage(next) {
      bitmap = next
      copies = new Map()
    },
    paint(scene) {
      clearTimeout(rest)
      const atRest = levelAtRest(scene)
      const level = Math.max(movingLevel, atRest)
      movingLevel = nextLevel(level, drawAt(level, scene), atRest)
      if (level > atRest) rest = setTimeout(() => drawAt(atRest, scene), restMs)
    },
    dispose() {
      clearTimeout(rest)
      bitmap = undefined
      copies = new Map()
    },
  }
}

interface DrawnCopy {
  readonly source: Pixels
  /** What is worked on: rendering changes its source. */
  readonly scratch: Pixels
}

function readCopy(bitmap: ImageBitmap, side: number): DrawnCopy {
  const source = readPixels(bitmap, side)
  return { source, scratch: { ...source, data: source.data.slice() } }
}

function drawScene(
  context: CanvasRenderingContext2D,
  drawing: HTMLCanvasElement,
  copy: DrawnCopy,
  scene: Scene,
): void {
  const { width, height } = context.canvas
  context.clearRect(0, 0, width, height)
  draw(context, drawing, copy, scene, scene.edit)
  if (scene.splitAt === undefined) return
  const { brightness, contrast, saturation, blur, filter } = usualImageEdit
  context.save()
  context.beginPath()
  context.rect(0, 0, Math.max(0, scene.splitAt), height)
  context.clip()
  context.clearRect(0, 0, width, height)
  draw(context, drawing, copy, scene, { ...scene.edit, brightness, contrast, saturation, blur, filter })
  context.restore()
}

function draw(
  context: CanvasRenderingContext2D,
  drawing: HTMLCanvasElement,
  { source, scratch }: DrawnCopy,
  scene: Scene,
  edit: ImageEdit,
): void {
  scratch.data.set(source.data)
  // Its own size does not matter here: it is stretched to its place.
  const rendered = renderAtOnce(scratch, { ...edit, resizeWidth: 0, resizeHeight: 0 })
  if (drawing.width !== rendered.width) drawing.width = rendered.width
  if (drawing.height !== rendered.height) drawing.height = rendered.height
  drawing.getContext('2d')?.putImageData(new ImageData(rendered.data, rendered.width, rendered.height), 0, 0)
  const { left, top, width, height } = scene.place
  context.drawImage(drawing, left, top, width, height)
}

export function readPixels(bitmap: ImageBitmap, longestSide: number): Pixels {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const drawing = document.createElement('canvas')
  drawing.width = Math.max(1, Math.round(bitmap.width * scale))
  drawing.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = drawing.getContext('2d', { willReadFrequently: true })
  if (!context) return { width: 1, height: 1, data: new Uint8ClampedArray(4) }
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, drawing.width, drawing.height)
  const { width, height, data } = context.getImageData(0, 0, drawing.width, drawing.height)
  return { width, height, data }
}
