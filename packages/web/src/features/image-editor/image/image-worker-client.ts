/** Client of the image web worker. Aborting a call terminates the worker and its work. */
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import type { Encoding, RenderStep, WorkerReply, WorkerRequest } from './worker-messages.ts'

export interface OpenedImage {
  readonly width: number
  readonly height: number
  readonly previewBitmap: ImageBitmap
}

/** Undefined if this browser cannot decode it. */
export async function readImage(
  image: Blob,
  maxSide: number,
  signal?: AbortSignal,
): Promise<OpenedImage | undefined> {
  const worker = startWorker()
  try {
    const reply = await callWorker(worker, { ask: 'open', image, maxSide }, undefined, signal)
    return reply.reply === 'opened' ? reply : undefined
  } finally {
    worker.terminate()
  }
}

export interface EncodedImage {
  readonly file: Blob
  readonly width: number
  readonly height: number
}

/** 'unsupported' if this browser cannot encode the format. */
export type EncodeResult = EncodedImage | 'unsupported'

/** A rendered image that can be encoded any number of times. */
export interface RenderedImage {
  readonly first: EncodeResult
  encode(encoding: Encoding, signal: AbortSignal): Promise<EncodeResult>
  /** Releases its memory. */
  close(): void
}

interface RenderRequest {
  readonly image: Blob
  readonly edit: ImageEdit
  readonly encoding: Encoding
  readonly onProgress: (step: RenderStep, percent: number) => void
}

/** Throws the abort reason of the signal, or an error if the browser cannot render it. */
export async function renderImage(renderRequest: RenderRequest, signal: AbortSignal): Promise<RenderedImage> {
  const { image, edit, encoding, onProgress } = renderRequest
  const worker = startWorker()
  try {
    const reply = await callWorker(worker, { ask: 'render', image, edit, encoding }, onProgress, signal)
    return {
      first: toEncodeResult(reply),
      encode: async (next, stop) =>
        toEncodeResult(await callWorker(worker, { ask: 'encode', encoding: next }, undefined, stop)),
      close: () => worker.terminate(),
    }
  } catch (error) {
    worker.terminate()
    throw error
  }
}

function toEncodeResult(reply: WorkerReply): EncodeResult {
  if (reply.reply === 'encoded') return reply
  if (reply.reply === 'unsupported') return reply.reply
  throw new Error('the image cannot be rendered in this browser')
}

function startWorker(): Worker {
  return new Worker(new URL('./image-worker.ts', import.meta.url), { type: 'module' })
}

/** Resolves with the next reply other than progress. */
function callWorker(
  worker: Worker,
  request: WorkerRequest,
  onProgress?: RenderRequest['onProgress'],
  signal?: AbortSignal,
): Promise<WorkerReply> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkerReply>()
  const abortController = new AbortController()
  const listenerOptions = { signal: abortController.signal }
  const stop = () => reject(signal?.reason)
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, listenerOptions)
  worker.addEventListener(
    'message',
    ({ data }: MessageEvent<WorkerReply>) => {
      if (data.reply === 'progress') onProgress?.(data.step, data.percent)
      else resolve(data)
    },
    listenerOptions,
  )
  worker.addEventListener('error', () => reject(new Error('the image worker crashed')), listenerOptions)
  worker.postMessage(request)
  return promise.finally(() => abortController.abort())
}
