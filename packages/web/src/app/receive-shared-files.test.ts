import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepSharedFiles } from '../lib/share-target.ts'
import { toasts } from '../lib/toast-store.ts'
import { receiveSharedFiles } from './receive-shared-files.ts'
import { createCaches } from './service-worker/caches.fixture.ts'

/** happy-dom has none that can be filled. */
class FilledTransfer {
  readonly files: File[] = []
  readonly types = ['Files']
  readonly items = { add: (file: File) => this.files.push(file) }
}
class FilledDrop extends Event {
  readonly dataTransfer: FilledTransfer
  constructor(name: string, { dataTransfer, ...init }: EventInit & { dataTransfer: FilledTransfer }) {
    super(name, init)
    this.dataTransfer = dataTransfer
  }
}

const taken = vi.fn<(names: string[]) => void>()
const listen = () => window.addEventListener('drop', take)
function take(event: DragEvent) {
  event.preventDefault()
  taken([...(event.dataTransfer?.files ?? [])].map(file => file.name))
}

beforeEach(() => {
  taken.mockReset()
  vi.stubGlobal('DataTransfer', FilledTransfer)
  vi.stubGlobal('DragEvent', FilledDrop)
  vi.stubGlobal('caches', createCaches())
  toasts.show({ title: 'An older toast' })
})
afterEach(() => {
  window.removeEventListener('drop', take)
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

async function arrive(query: string, ...names: readonly string[]) {
  await keepSharedFiles(
    caches,
    names.map(name => new File(['bytes'], name, { type: 'image/png' })),
  )
  window.history.replaceState(null, '', `/?keep=this&${query}`)
  await receiveSharedFiles()
}

test('shared files are dropped on the tool in sight, and the address forgets them', async () => {
  listen()
  await arrive('shared=image', 'Ä one.png', 'two.png')
  expect(taken.mock.calls).toEqual([[['Ä one.png', 'two.png']]])
  expect(window.location.search).toBe('?keep=this')
  expect(toasts.current()?.title).toBe('An older toast')
})

test('a tool that is still on its way gets them when it appears, once', async () => {
  await arrive('shared=image', 'one.png')
  expect(taken).not.toHaveBeenCalled()
  listen()
  document.body.append(document.createElement('section'))
  await vi.waitFor(() => expect(taken.mock.calls).toEqual([[['one.png']]]))
  document.body.append(document.createElement('section'))
  await new Promise(resolve => queueMicrotask(() => resolve(undefined)))
  expect(taken).toHaveBeenCalledTimes(1)
})

test('loaded again, the page drops nothing and complains about nothing', async () => {
  listen()
  await arrive('shared=image')
  expect(taken).not.toHaveBeenCalled()
  expect(toasts.current()?.title).toBe('An older toast')
})

test('a file that was lost on the way is asked for again', async () => {
  await arrive('shared=lost')
  expect(toasts.current()).toMatchObject({
    title: 'The shared file did not arrive',
    description: 'Please choose it here instead.',
    variant: 'destructive',
  })
})
