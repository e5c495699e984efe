/** Test helpers of tools with several files: fake server, drops and events. */

import { operationIds } from '@filesmith/contract/operations/registry'
import type { BatchState } from '@filesmith/contract/schemas/batch'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { someUsage } from './account.fixture.ts'
import { FakeEventSource, runningConversion } from './job/job-events.fixture.ts'
import { createQueryClient } from './query-client.ts'
import { toasts } from './toast-store.ts'
import { FakeTusXhr, tusServer } from './tus.fixture.ts'

type Answer = () => Response | Promise<Response>

/** Fake responses by method and path. */
export const answers = new Map<string, Answer>()
export const goTo = vi.fn<(url: string) => void>()
const fetchStub = vi.fn<typeof fetch>()

export const json =
  (body: unknown, status = 200): Answer =>
  () =>
    Response.json(body, { status })

export function onPlan(
  plan: 'free' | 'basic' | 'pro',
  unavailable: Readonly<Record<string, string>> = {},
  missingPairs: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {},
) {
  const operations = operationIds.map(id => [
    id,
    {
      isAvailable: !(id in unavailable),
      reason: unavailable[id] ?? null,
      missingPairs: missingPairs[id],
    },
  ])
  const capabilities = { operations: Object.fromEntries(operations), plan, signInWith: [] }
  answers.set('GET /api/capabilities', json(capabilities))
}

export function standInForServer() {
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    tusServer.reset()
    FakeEventSource.opened = []
    answers.clear()
    onPlan('free')
    answers.set('GET /api/usage', json(someUsage))
    goTo.mockReset()
    fetchStub.mockReset()
    fetchStub.mockImplementation(async (url, init) => {
      if (init?.method === 'HEAD')
        return new Response(null, { headers: { 'upload-length': '9', 'upload-offset': '9' } })
      const answer = answers.get(`${init?.method} ${url}`)
      return answer ? answer() : Response.json({ code: 'not-found', message: 'Nothing.' }, { status: 404 })
    })
    vi.stubGlobal('fetch', fetchStub)
    vi.stubGlobal('EventSource', FakeEventSource)
    vi.stubGlobal('XMLHttpRequest', FakeTusXhr)
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      goTo(this.getAttribute('href') ?? '')
    })
    toasts.show({ title: 'An older toast' })
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

export function show(tool: ReactNode) {
  const queryClient = createQueryClient()
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries')
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{tool}</MemoryRouter>
    </QueryClientProvider>,
  )
  return { invalidate }
}

/** Large files report their size without allocating it. */
export function fileOf(name: string, sizeBytes = 10, type = 'image/png'): File {
  const isLarge = sizeBytes > 64 * 1024
  const file = new File(['x'.repeat(isLarge ? 1 : sizeBytes)], name, { type, lastModified: 1 })
  if (isLarge) Object.defineProperty(file, 'size', { value: sizeBytes })
  return file
}

/** What the server finds in an upload that has several pages. */
export function inspected(uploadId: string, pages: number) {
  const previewUrl = `/api/uploads/${uploadId}/preview`
  const details = { format: 'tiff', media: null, pages, previewUrl, problem: null }
  answers.set(`GET /api/uploads/${uploadId}/details`, json(details))
}

/** Drops files or folders on the page. */
export async function drop(dataTransfer: object) {
  await act(async () => {
    fireEvent.drop(document.body, { dataTransfer })
  })
}

export const dropFiles = (...files: readonly File[]) => drop({ types: ['Files'], files })

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
export const choose = (name: string | RegExp) => fireEvent.click(screen.getByRole('radio', { name }))

/** Names in the file list, in order. */
export const listedNames = () =>
  screen.queryAllByRole('listitem').map(row => row.querySelector('[dir=auto]')?.getAttribute('title') ?? '')

/** Request bodies sent to a path. */
export const sentTo = (path: string) =>
  fetchStub.mock.calls
    .filter(([url, init]) => url === path && init?.method === 'POST')
    .map(([, init]): unknown => JSON.parse(String(init?.body ?? 'null')))

export const callsTo = (method: string, path: string) =>
  fetchStub.mock.calls.filter(([url, init]) => url === path && init?.method === method).length

/** Dispatches a state event of the server. */
export function say(state: BatchState | ConversionState) {
  act(() => {
    FakeEventSource.latest().dispatchEvent(new MessageEvent('state', { data: JSON.stringify(state) }))
  })
}

export function conversionOf(change: Partial<ConversionState>): ConversionState {
  return { ...runningConversion, ...change }
}
