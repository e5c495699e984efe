/** Test support of the image editor: a fake web worker that responds at once, and image files. */
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { answers, dropFiles, json, show } from '../../lib/file-tools.test-support.tsx'
import { RecognitionWorker } from '../../lib/recognize/recognition-worker.test-support.ts'
import type { WorkerReply, WorkerRequest } from './image/worker-messages.ts'
import { ImageEditor } from './image-editor.tsx'

const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }
export const path = '/api/edit/image'

const magicBytes = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
  jpg: [0xff, 0xd8, 0xff, 0xe0],
  psd: [0x38, 0x42, 0x50, 0x53, 0, 1],
} as const

/** A file with the magic bytes of the format; the rest is never read. */
export function imageFile(name: string, kind: keyof typeof magicBytes, type = 'image/jpeg'): File {
  return new File([Uint8Array.from([...magicBytes[kind], ...Array(40).fill(0)])], name, {
    type,
    lastModified: 1,
  })
}

/** Requests sent to the worker, in order, and its responses. */
export const worker = {
  requests: [] as WorkerRequest[],
  terminatedCount: 0,
  /** An empty array sends nothing: the test replies itself. */
  respond: undefined as unknown as (request: WorkerRequest) => readonly WorkerReply[],
  latest: undefined as FakeWorker | undefined,
}

class FakeWorker extends EventTarget {
  isTerminated = false
  constructor() {
    super()
    worker.latest = this
  }
  postMessage(request: WorkerRequest) {
    worker.requests.push(request)
    for (const reply of worker.respond(request)) queueMicrotask(() => this.say(reply))
  }
  say(reply: WorkerReply) {
    if (!this.isTerminated) this.dispatchEvent(new MessageEvent('message', { data: reply }))
  }
  terminate() {
    this.isTerminated = true
    worker.terminatedCount += 1
  }
}

const bitmapOf = (width: number, height: number) => ({ width, height, close() {} }) as ImageBitmap

export const opened: WorkerReply = {
  reply: 'opened',
  width: 4000,
  height: 3000,
  previewBitmap: bitmapOf(2048, 1536),
}

export function encodedReply(request: WorkerRequest): WorkerReply & { readonly reply: 'encoded' } {
  const format = request.ask === 'open' ? 'png' : request.encoding.format
  const type = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }[format]
  return { reply: 'encoded', file: new Blob(['x'.repeat(2048)], { type }), width: 4000, height: 3000 }
}

export function stubImageWorker() {
  beforeEach(() => {
    worker.requests = []
    worker.terminatedCount = 0
    worker.respond = request => [request.ask === 'open' ? opened : encodedReply(request)]
    vi.stubGlobal('Worker', function startWorker({ pathname }: URL) {
      return pathname.endsWith('recognize.worker.ts') ? new RecognitionWorker() : new FakeWorker()
    })
    let made = 0
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      made += 1
      return `blob:image-${made}`
    })
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
    answers.set(`POST ${path}`, json(job, 202))
  })
  afterEach(() => vi.useRealTimers())
}

export async function showWithImage(file = imageFile('photo.jpg', 'jpg')) {
  show(<ImageEditor isActive />)
  await dropFiles(file)
  await screen.findByText('Brightness')
}

// By text: role queries are slow on a page of this size and are used only where the role is under test.
export const tab = (name: string) => screen.getByText<HTMLButtonElement>(name, { selector: '[role=tab]' })
export const openTab = (name: string) => fireEvent.mouseDown(tab(name), { button: 0 })
export const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))
export const pressNamed = (name: string) =>
  fireEvent.click(screen.getByLabelText(name, { selector: 'button' }))
export const slider = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: '[type=range]' })
export const field = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(name, { selector: '[type=number]' })
export const slide = (name: string, value: number) => {
  fireEvent.change(slider(name), { target: { value: String(value) } })
  fireEvent.pointerUp(slider(name))
}

export async function apply() {
  await act(async () => press('Apply Changes'))
  await screen.findByText('Your image is ready')
}

/** The last render request. */
export const rendered = () => worker.requests.findLast(request => request.ask === 'render')
