/** Hands work on pictures to a worker. Whoever no longer wants the answer ends the worker, and with it the work. */
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import type { Encoding, RenderStep, WorkerReply, WorkerRequest } from './worker-messages.ts'

export interface OpenedImage {
  readonly width: number
  readonly height: number
  readonly copy: ImageBitmap
}

/** Undefined when this browser cannot read it. */
export async function readImage(
  image: Blob,
  maxSide: number,
  signal?: AbortSignal,
): Promise<OpenedImage | undefined> {
  const worker = startWorker()
  try {
    const reply = await ask(worker, { ask: 'open', image, maxSide }, undefined, signal)
    return reply.reply === 'opened' ? reply : undefined
  } finally {
    worker.terminate()
  }
}

export interface WrittenImage {
  readonly file: Blob
  readonly width: number
  readonly height: number
}

/** 'not-writable' when this browser does not write the format. */
export type Written = WrittenImage | 'not-writable'

/** A picture that was rendered, and can be written as often as wanted. */
export interface RenderedImage {
  readonly first: Written
  encode(encoding: Encoding, signal: AbortSignal): Promise<Written>
  /** Lets go of its memory. */
  close(): void
}

interface RenderOrder {
  readonly image: Blob
  readonly edit: ImageEdit
  readonly encoding: Encoding
  readonly onProgress: (step: RenderStep, percent: number) => void
}

/** Throws what ended it: the signal's reason, or that it cannot be done here. */
export async function renderImage(order: RenderOrder, signal: AbortSignal): Promise<RenderedImage> {
  const { image, edit, encoding, onProgress } = order
  const worker = startWorker()
  try {
    const reply = await ask(worker, { ask: 'render', image, edit, encoding }, onProgress, signal)
    return {
      first: toWritten(reply),
      encode: async (next, stop) =>
        toWritten(await ask(worker, { ask: 'encode', encoding: next }, undefined, stop)),
      close: () => worker.terminate(),
    }
  } catch (error) {
    worker.terminate()
    throw error
  }
}

function toWritten(reply: WorkerReply): Written {
  if (reply.reply === 'written') return reply
  if (reply.reply === 'not-writable') return reply.reply
  throw new Error('the picture cannot be made here')
}

function startWorker(): Worker {
  return new Worker(new URL('./image-worker.ts', import.meta.url), { type: 'module' })
}

/** The next answer that is no report of progress. */
function ask(
  worker: Worker,
  request: WorkerRequest,
  onProgress?: RenderOrder['onProgress'],
  signal?: AbortSignal,
): Promise<WorkerReply> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkerReply>()
  const listening = new AbortController()
  const settings = { signal: listening.signal }
  const stop = () => reject(signal?.reason)
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, settings)
  worker.addEventListener(
    'message',
    ({ data }: MessageEvent<WorkerReply>) => {
      if (data.reply === 'progress') onProgress?.(data.step, data.percent)
      else resolve(data)
    },
    settings,
  )
  worker.addEventListener('error', () => reject(new Error('the worker stopped')), settings)
  worker.postMessage(request)
  return promise.finally(() => listening.abort())
}
