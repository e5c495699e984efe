/** Web worker that decodes images, renders the edited image at full size, and encodes it. */
import { formats } from '@filesmith/contract/formats'
import { isOpaque, type Pixels } from '@filesmith/contract/image-edit/pixels'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { renderEdit } from '../render/render-edit.ts'
import type { Encoding, WorkerReply, WorkerRequest } from './worker-messages.ts'

/** Progress after decoding and before encoding, as measured for a large photo. */
const readPercent = 15
const writePercent = 85

/** The last rendered image. */
let renderedCanvas: OffscreenCanvas | undefined
let isRenderedOpaque = false
/** Progress is only reported when the displayed percentage changes. */
let lastPercent = -1

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => void handleRequest(data))

async function handleRequest(request: WorkerRequest): Promise<void> {
  try {
    if (request.ask === 'open') await open(request.image, request.maxSide)
    else if (request.ask === 'render') await render(request.image, request.edit, request.encoding)
    else await encode(request.encoding)
  } catch {
    send({ reply: 'error', kind: 'failed' })
  }
}

function send(reply: WorkerReply, transfer: Transferable[] = []): void {
  self.postMessage(reply, { transfer })
}

/** Undefined if this browser cannot decode it. Applies the EXIF orientation. */
async function decode(image: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(image, { imageOrientation: 'from-image' })
  } catch {
    send({ reply: 'error', kind: 'unreadable' })
    return undefined
  }
}

async function open(image: Blob, maxSide: number): Promise<void> {
  const bitmap = await decode(image)
  if (!bitmap) return
  const { width, height } = bitmap
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const previewBitmap =
    scale === 1
      ? bitmap
      : await createImageBitmap(bitmap, {
          resizeWidth: Math.max(1, Math.round(width * scale)),
          resizeHeight: Math.max(1, Math.round(height * scale)),
          resizeQuality: 'high',
        })
  if (previewBitmap !== bitmap) bitmap.close()
  send({ reply: 'opened', width, height, previewBitmap }, [previewBitmap])
}

async function render(image: Blob, edit: ImageEdit, encoding: Encoding): Promise<void> {
  lastPercent = -1
  report('reading', 0)
  const bitmap = await decode(image)
  if (!bitmap) return
  const source = pixelsOf(bitmap)
  report('rendering', readPercent)
  const result = follow(renderEdit(source, edit))
  isRenderedOpaque = isOpaque(result)
  renderedCanvas = new OffscreenCanvas(result.width, result.height)
  const context = renderedCanvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas of this size')
  context.putImageData(new ImageData(result.data, result.width, result.height), 0, 0)
  report('writing', writePercent)
  await encode(encoding)
}

/** Closes the bitmap: at full size every copy counts. */
function pixelsOf(bitmap: ImageBitmap): Pixels {
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas of this size')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  const { data } = context.getImageData(0, 0, width, height)
  return { width, height, data }
}

function follow(steps: Generator<number, Pixels>): Pixels {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value as Pixels
    report('rendering', readPercent + (value as number) * (writePercent - readPercent))
  }
}

function report(step: 'reading' | 'rendering' | 'writing', percent: number): void {
  const rounded = Math.floor(percent)
  if (rounded === lastPercent) return
  lastPercent = rounded
  send({ reply: 'progress', step, percent: rounded })
}

async function encode({ format, quality }: Encoding): Promise<void> {
  if (!renderedCanvas) throw new Error('nothing was rendered')
  const { width, height } = renderedCanvas
  const type = formats[format].mime
  const canvas = format === 'jpg' && !isRenderedOpaque ? onWhite(renderedCanvas) : renderedCanvas
  const file = await canvas.convertToBlob({ type, quality: quality / 100 })
  // convertToBlob silently falls back to PNG for formats the browser cannot encode.
  if (file.type === type) send({ reply: 'encoded', file, width, height })
  else send({ reply: 'unsupported' })
}

/** JPG has no alpha channel; transparent pixels become white, as on the server. */
function onWhite(image: OffscreenCanvas): OffscreenCanvas {
  const canvas = new OffscreenCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas of this size')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0)
  return canvas
}
