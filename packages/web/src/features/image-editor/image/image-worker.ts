/** Beside the page, so that it never waits: reads pictures, makes the edited one at full size, and writes it. */
import { formats } from '@filesmith/contract/formats'
import { isOpaque, type Pixels } from '@filesmith/contract/image-edit/pixels'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { renderEdit } from '../render/render-edit.ts'
import type { Encoding, WorkerReply, WorkerRequest } from './worker-messages.ts'

/** Shares of the bar, as they are on a large photo. */
const readPercent = 15
const writePercent = 85

/** What was rendered last. */
let drawing: OffscreenCanvas | undefined
let isDrawingOpaque = false
/** Reports that nobody can see apart are not sent. */
let lastPercent = -1

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => void answer(data))

async function answer(request: WorkerRequest): Promise<void> {
  try {
    if (request.ask === 'open') await open(request.image, request.maxSide)
    else if (request.ask === 'render') await render(request.image, request.edit, request.encoding)
    else await write(request.encoding)
  } catch {
    say({ reply: 'trouble', kind: 'failed' })
  }
}

function say(reply: WorkerReply, transfer: Transferable[] = []): void {
  self.postMessage(reply, { transfer })
}

/** Undefined when this browser cannot read it. Turned upright as the camera meant it. */
async function read(image: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(image, { imageOrientation: 'from-image' })
  } catch {
    say({ reply: 'trouble', kind: 'unreadable' })
    return undefined
  }
}

async function open(image: Blob, maxSide: number): Promise<void> {
  const whole = await read(image)
  if (!whole) return
  const { width, height } = whole
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const copy =
    scale === 1
      ? whole
      : await createImageBitmap(whole, {
          resizeWidth: Math.max(1, Math.round(width * scale)),
          resizeHeight: Math.max(1, Math.round(height * scale)),
          resizeQuality: 'high',
        })
  if (copy !== whole) whole.close()
  say({ reply: 'opened', width, height, copy }, [copy])
}

async function render(image: Blob, edit: ImageEdit, encoding: Encoding): Promise<void> {
  lastPercent = -1
  report('reading', 0)
  const bitmap = await read(image)
  if (!bitmap) return
  const source = pixelsOf(bitmap)
  report('rendering', readPercent)
  const result = follow(renderEdit(source, edit))
  isDrawingOpaque = isOpaque(result)
  drawing = new OffscreenCanvas(result.width, result.height)
  const context = drawing.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas of this size')
  context.putImageData(new ImageData(result.data, result.width, result.height), 0, 0)
  report('writing', writePercent)
  await write(encoding)
}

/** The bitmap is closed: at full size every copy counts. */
function pixelsOf(bitmap: ImageBitmap): Pixels {
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas of this size')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  const { data } = context.getImageData(0, 0, width, height)
  return { width, height, data }
}

function follow(work: Generator<number, Pixels>): Pixels {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value as Pixels
    report('rendering', readPercent + (value as number) * (writePercent - readPercent))
  }
}

function report(step: 'reading' | 'rendering' | 'writing', percent: number): void {
  const whole = Math.floor(percent)
  if (whole === lastPercent) return
  lastPercent = whole
  say({ reply: 'progress', step, percent: whole })
}

async function write({ format, quality }: Encoding): Promise<void> {
  if (!drawing) throw new Error('nothing was rendered')
  const { width, height } = drawing
  const type = formats[format].mime
  const canvas = format === 'jpg' && !isDrawingOpaque ? onWhite(drawing) : drawing
  const file = await canvas.convertToBlob({ type, quality: quality / 100 })
  // A browser that does not know the format writes PNG and says nothing.
  if (file.type === type) say({ reply: 'written', file, width, height })
  else say({ reply: 'not-writable' })
}

/** JPG has no opacity; what is see-through becomes white, as it does on the server. */
function onWhite(image: OffscreenCanvas): OffscreenCanvas {
  const canvas = new OffscreenCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas of this size')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0)
  return canvas
}
