/** Opens PDFs and draws their pages in a web worker, one after another; tests inject a fake. */
import type { PageSize } from '../placing/place.ts'
import type { DrawingReply, DrawingRequest, OpenResult } from './drawing-messages.ts'
import { type FormReading, noForm } from './form-fields.ts'

export interface PageImage {
  readonly source: string
  /** From 1. */
  readonly page: number
  readonly maxSidePx: number
}

export interface PageDrawing {
  /** Loads PDFium before the first file is there. */
  start(): void
  open(source: string, file: Blob, password: string): Promise<OpenResult>
  close(source: string): void
  /** Fields of the form of an open file. */
  form(source: string): Promise<FormReading>
  /** Undefined if the page cannot be drawn, or the signal was aborted before. */
  draw(image: PageImage, signal: AbortSignal): Promise<ImageBitmap | undefined>
  /** What was drawn lately. */
  drawn(image: PageImage): ImageBitmap | undefined
  /** Size of a page in points, as its file shows it: rotated, and cut to its CropBox. */
  measure(source: string, page: number): Promise<PageSize | undefined>
  stop(): void
}

/** About 100 MB of thumbnails. */
const maxKept = 300
const maxKeptSidePx = 640

interface Waiting {
  readonly image: PageImage
  readonly signal: AbortSignal
  readonly resolve: (bitmap: ImageBitmap | undefined) => void
}

type Answer = (reply: DrawingReply | undefined) => void

interface OpenFile {
  readonly file: Blob
  readonly password: string
}

export function createPageDrawing(): PageDrawing {
  const files = new Map<string, OpenFile>()
  const kept = new Map<string, ImageBitmap>()
  const answers = new Map<number, Answer>()
  let waiting: Waiting[] = []
  let isDrawing = false
  let lastId = 0
  let worker: Worker | undefined

  function startWorker(): Worker {
    const started = new Worker(new URL('./pdfium.worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', ({ data }: MessageEvent<DrawingReply>) => {
      const answer = answers.get(data.id)
      answers.delete(data.id)
      answer?.(data)
    })
    started.addEventListener('error', restart)
    for (const [source, { file, password }] of files) {
      lastId += 1
      started.postMessage({ ask: 'open', id: lastId, source, file, password } satisfies DrawingRequest)
    }
    return started
  }

  function send(request: DrawingRequest): void {
    worker ??= startWorker()
    worker.postMessage(request)
  }

  /** A page that exhausts the memory ends the worker: the others are still drawn. */
  function restart(): void {
    worker?.terminate()
    worker = undefined
    const failed = [...answers.values()]
    answers.clear()
    for (const fail of failed) fail(undefined)
  }

  function ask(makeRequest: (id: number) => DrawingRequest): Promise<DrawingReply | undefined> {
    const { promise, resolve } = Promise.withResolvers<DrawingReply | undefined>()
    lastId += 1
    answers.set(lastId, resolve)
    send(makeRequest(lastId))
    return promise
  }

  async function drawNext(): Promise<void> {
    if (isDrawing) return
    for (const { signal, resolve } of waiting) if (signal.aborted) resolve(undefined)
    waiting = waiting.filter(({ signal }) => !signal.aborted)
    const next = waiting.shift()
    if (next === undefined) return
    isDrawing = true
    const reply = await ask(id => ({ ask: 'draw', id, ...next.image }))
    isDrawing = false
    const bitmap = reply && 'bitmap' in reply ? reply.bitmap : undefined
    if (bitmap) keep(next.image, bitmap)
    next.resolve(bitmap)
    void drawNext()
  }

  function keep(image: PageImage, bitmap: ImageBitmap): void {
    if (image.maxSidePx > maxKeptSidePx) return
    kept.set(keyOf(image), bitmap)
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  }

  return {
    start() {
      worker ??= startWorker()
    },
    async open(source, file, password) {
      const reply = await ask(id => ({ ask: 'open', id, source, file, password }))
      const opened: OpenResult = reply && 'opened' in reply ? reply.opened : { result: 'damaged' }
      if (opened.result === 'opened') files.set(source, { file, password })
      return opened
    },
    close(source) {
      files.delete(source)
      if (worker) send({ ask: 'close', source })
    },
    async form(source) {
      const reply = await ask(id => ({ ask: 'form', id, source }))
      return reply && 'form' in reply ? reply.form : noForm
    },
    draw(image, signal) {
      const { promise, resolve } = Promise.withResolvers<ImageBitmap | undefined>()
      waiting.push({ image, signal, resolve })
      void drawNext()
      return promise
    },
    drawn(image) {
      const bitmap = kept.get(keyOf(image))
      if (bitmap) {
        kept.delete(keyOf(image))
        kept.set(keyOf(image), bitmap)
      }
      return bitmap
    },
    async measure(source, page) {
      const reply = await ask(id => ({ ask: 'measure', id, source, page }))
      return reply && 'size' in reply ? reply.size : undefined
    },
    stop: restart,
  }
}

function keyOf({ source, page, maxSidePx }: PageImage): string {
  return `${source}/${page}/${maxSidePx}`
}
