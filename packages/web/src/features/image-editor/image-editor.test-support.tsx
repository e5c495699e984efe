/** For tests of the image editor: a worker that answers at once, and pictures to give it. */
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { answers, dropFiles, json, show } from '../../lib/file-tools.test-support.tsx'
import type { WorkerReply, WorkerRequest } from './image/worker-messages.ts'
import { ImageEditor } from './image-editor.tsx'

const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }
export const path = '/api/edit/image'

const heads = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
  jpg: [0xff, 0xd8, 0xff, 0xe0],
  psd: [0x38, 0x42, 0x50, 0x53, 0, 1],
} as const

/** Begins as such a file does; what follows nobody looks at. */
export function imageOf(name: string, kind: keyof typeof heads, type = 'image/jpeg'): File {
  return new File([Uint8Array.from([...heads[kind], ...Array(40).fill(0)])], name, { type, lastModified: 1 })
}

/** What the worker was asked, in order, and how it answers. */
export const worker = {
  asked: [] as WorkerRequest[],
  ended: 0,
  /** Undefined says nothing: the test speaks. */
  answer: undefined as unknown as (request: WorkerRequest) => readonly WorkerReply[],
  latest: undefined as StandInWorker | undefined,
}

class StandInWorker extends EventTarget {
  isEnded = false
  constructor() {
    super()
    worker.latest = this
  }
  postMessage(request: WorkerRequest) {
    worker.asked.push(request)
    for (const reply of worker.answer(request)) queueMicrotask(() => this.say(reply))
  }
  say(reply: WorkerReply) {
    if (!this.isEnded) this.dispatchEvent(new MessageEvent('message', { data: reply }))
  }
  terminate() {
    this.isEnded = true
    worker.ended += 1
  }
}

const copyOf = (width: number, height: number) => ({ width, height, close() {} }) as ImageBitmap

export const opened: WorkerReply = { reply: 'opened', width: 4000, height: 3000, copy: copyOf(2048, 1536) }

export function written(request: WorkerRequest): WorkerReply & { readonly reply: 'written' } {
  const format = request.ask === 'open' ? 'png' : request.encoding.format
  const type = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }[format]
  return { reply: 'written', file: new Blob(['x'.repeat(2048)], { type }), width: 4000, height: 3000 }
}

export function standInForWorker() {
  beforeEach(() => {
    worker.asked = []
    worker.ended = 0
    worker.answer = request => [request.ask === 'open' ? opened : written(request)]
    vi.stubGlobal('Worker', StandInWorker)
    let made = 0
    vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
      made += 1
      return `blob:picture-${made}`
    })
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
    answers.set(`POST ${path}`, json(job, 202))
  })
  afterEach(() => vi.useRealTimers())
}

export async function showWithImage(file = imageOf('photo.jpg', 'jpg')) {
  show(<ImageEditor isActive />)
  await dropFiles(file)
  await screen.findByText('Brightness')
}

// By their text: looking for roles takes long on a page of this size, and is done where a role is the point.
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
  await screen.findByText('Ready to take home')
}

/** The settings that were rendered last. */
export const rendered = () => worker.asked.findLast(request => request.ask === 'render')
