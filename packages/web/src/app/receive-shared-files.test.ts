import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeSharedFiles } from '../lib/share-target.ts'
import { toasts } from '../lib/toast-store.ts'
import { receiveSharedFiles } from './receive-shared-files.ts'
import { createCaches } from './service-worker/caches.fixture.ts'

/** Stubs, because happy-dom has no writable DataTransfer. */
class FakeDataTransfer {
  readonly files: File[] = []
  readonly types = ['Files']
  readonly items = { add: (file: File) => this.files.push(file) }
}
class FakeDragEvent extends Event {
  readonly dataTransfer: FakeDataTransfer
  constructor(name: string, { dataTransfer, ...init }: EventInit & { dataTransfer: FakeDataTransfer }) {
    super(name, init)
    this.dataTransfer = dataTransfer
  }
}

const dropped = vi.fn<(names: string[]) => void>()
const listen = () => window.addEventListener('drop', handleDrop)
function handleDrop(event: DragEvent) {
  event.preventDefault()
  dropped([...(event.dataTransfer?.files ?? [])].map(file => file.name))
}

beforeEach(() => {
  dropped.mockReset()
  vi.stubGlobal('DataTransfer', FakeDataTransfer)
  vi.stubGlobal('DragEvent', FakeDragEvent)
  vi.stubGlobal('caches', createCaches())
  toasts.show({ title: 'An older toast' })
})
afterEach(() => {
  window.removeEventListener('drop', handleDrop)
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

async function openWithShared(query: string, ...names: readonly string[]) {
  await storeSharedFiles(
    caches,
    names.map(name => new File(['bytes'], name, { type: 'image/png' })),
    '',
  )
  window.history.replaceState(null, '', `/?keep=this&${query}`)
  await receiveSharedFiles()
}

test('receiveSharedFiles: drops shared files on the visible tool and removes the query parameter', async () => {
  listen()
  await openWithShared('shared=image', 'Ä one.png', 'two.png')
  expect(dropped.mock.calls).toEqual([[['Ä one.png', 'two.png']]])
  expect(window.location.search).toBe('?keep=this')
  expect(toasts.current()?.title).toBe('An older toast')
})

test('receiveSharedFiles: delivers the files once when a tool appears later', async () => {
  await openWithShared('shared=image', 'one.png')
  expect(dropped).not.toHaveBeenCalled()
  listen()
  document.body.append(document.createElement('section'))
  await vi.waitFor(() => expect(dropped.mock.calls).toEqual([[['one.png']]]))
  document.body.append(document.createElement('section'))
  await new Promise(resolve => queueMicrotask(() => resolve(undefined)))
  expect(dropped).toHaveBeenCalledTimes(1)
})

test('receiveSharedFiles: does nothing after a reload', async () => {
  listen()
  await openWithShared('shared=image')
  expect(dropped).not.toHaveBeenCalled()
  expect(toasts.current()?.title).toBe('An older toast')
})

test('receiveSharedFiles: shows a toast when the shared file was lost', async () => {
  await openWithShared('shared=lost')
  expect(toasts.current()).toMatchObject({
    title: 'The shared file did not arrive',
    description: 'Please choose it here instead.',
    variant: 'destructive',
  })
})
