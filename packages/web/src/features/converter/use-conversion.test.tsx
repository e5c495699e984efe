import { homeImage } from '@filesmith/contract/tools/home-image'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource, runningConversion } from '../../lib/conversion-events.fixture.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { toasts } from '../../lib/toast-store.ts'
import { readSavedWork, saveWork } from './saved-work.ts'
import { useConversion } from './use-conversion.ts'

const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }
const conversion = { uploadId: 'u1', outputFormat: 'webp', quality: 'low' }
const succeeded = {
  status: 'succeeded',
  percent: 100,
  downloadUrl: '/api/download/c1',
  resultSize: 400,
} as const

const fetchStub = vi.fn<typeof fetch>()
const goTo = vi.fn<(url: string) => void>()

beforeEach(() => {
  FakeEventSource.opened = []
  fetchStub.mockReset()
  goTo.mockReset()
  localStorage.clear()
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('fetch', fetchStub)
  vi.spyOn(window.location, 'assign').mockImplementation(url => goTo(String(url)))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function renderConversion() {
  const queryClient = createQueryClient()
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries')
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useConversion(homeImage), { wrapper })
  return { control: () => result.current, invalidate }
}

async function startConversion() {
  vi.useFakeTimers()
  fetchStub.mockResolvedValueOnce(Response.json(job, { status: 202 }))
  const shown = renderConversion()
  await act(() => shown.control().start(conversion))
  return shown
}

test('CALL-12 CALL-13 useConversion: sends the upload id and the options with "Prefer: respond-async"', async () => {
  await startConversion()
  const [url, init] = fetchStub.mock.calls[0] ?? []
  expect(url).toBe('/api/convert/image')
  expect(init?.headers).toMatchObject({ prefer: 'respond-async' })
  const form = init?.body as FormData
  expect([...form.entries()]).toEqual([
    ['uploadId', 'u1'],
    ['outputFormat', 'webp'],
    ['quality', 'low'],
  ])
})

test('CONV-09 CONV-11 REC-07 useConversion: on success shows a toast, refreshes recent conversions and downloads after 800 ms', async () => {
  const { control, invalidate } = await startConversion()
  act(() => FakeEventSource.latest().say('state', succeeded))
  expect(control().view.phase).toBe('succeeded')
  expect(toasts.current()).toMatchObject({
    title: 'Success!',
    description: 'Your image has been converted successfully.',
    variant: 'default',
  })
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['/api/conversions/recent'] })
  act(() => vi.advanceTimersByTime(799))
  expect(goTo).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1))
  expect(goTo).toHaveBeenCalledExactlyOnceWith('/api/download/c1')
})

test('CONV-07 CONV-08 useConversion: keeps the overlay open for 2500 ms after success', async () => {
  const { control } = await startConversion()
  act(() => FakeEventSource.latest().say('state', succeeded))
  act(() => vi.advanceTimersByTime(2499))
  expect(control().view).toMatchObject({ isOverlayOpen: true })
  act(() => vi.advanceTimersByTime(1))
  expect(control().view).toMatchObject({ phase: 'succeeded', isOverlayOpen: false })
})

test('CONV-13 CONV-15 CONV-18 useConversion: on failure shows the message of the server in a destructive toast and resets after 3 s', async () => {
  const { control } = await startConversion()
  const message = 'This JPG file is damaged or incomplete and cannot be read.'
  act(() =>
    FakeEventSource.latest().say('state', { status: 'failed', error: { code: 'file-damaged', message } }),
  )
  expect(control().view.phase).toBe('failed')
  expect(toasts.current()).toMatchObject({
    title: 'Conversion failed',
    description: message,
    variant: 'destructive',
  })
  act(() => vi.advanceTimersByTime(2999))
  expect(control().view.phase).toBe('failed')
  act(() => vi.advanceTimersByTime(1))
  expect(control().view.phase).toBe('idle')
})

test('CONV-15 useConversion: shows the message of the tool when the server gives none', async () => {
  vi.useFakeTimers()
  fetchStub.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { control } = renderConversion()
  await act(() => control().start(conversion))
  expect(toasts.current()?.description).toBe('There was an error converting your image.')
})

test('CONV-19 useConversion: canceling deletes the job and ignores its late events', async () => {
  const { control } = await startConversion()
  fetchStub.mockResolvedValueOnce(new Response(null, { status: 204 }))
  await act(() => control().cancel())
  expect(fetchStub).toHaveBeenLastCalledWith(job.statusUrl, expect.objectContaining({ method: 'DELETE' }))
  act(() => FakeEventSource.latest().say('state', succeeded))
  expect(control().view.phase).toBe('idle')
  expect(toasts.current()?.title).toBe('Canceled')
  expect(readSavedWork('home-image').job).toBeUndefined()
})

test('CONV-19 useConversion: deletes a job that is accepted only after it was canceled', async () => {
  vi.useFakeTimers()
  const response = Promise.withResolvers<Response>()
  fetchStub.mockReturnValueOnce(response.promise)
  const { control } = renderConversion()
  let started: Promise<void> | undefined
  act(() => {
    started = control().start(conversion)
  })
  await act(() => control().cancel())
  fetchStub.mockResolvedValueOnce(new Response(null, { status: 204 }))
  await act(async () => {
    response.resolve(Response.json(job, { status: 202 }))
    await started
  })
  expect(fetchStub).toHaveBeenLastCalledWith(job.statusUrl, expect.objectContaining({ method: 'DELETE' }))
  expect(FakeEventSource.opened).toHaveLength(0)
  expect(control().view.phase).toBe('idle')
})

test('CONV-20 useConversion: resumes a running conversion after a reload', async () => {
  saveWork('home-image', { job })
  fetchStub.mockResolvedValueOnce(Response.json({ ...runningConversion, percent: 42 }))
  const { control } = renderConversion()
  await waitFor(() => expect(control().view).toMatchObject({ phase: 'working', percent: 42 }))
  act(() => FakeEventSource.latest().say('state', { percent: 70 }))
  expect(control().view).toMatchObject({ percent: 70 })
})

test('CONV-20 useConversion: shows a finished conversion after a reload without starting a download', async () => {
  saveWork('home-image', { job })
  fetchStub.mockResolvedValueOnce(Response.json({ ...runningConversion, ...succeeded }))
  const { control } = renderConversion()
  await waitFor(() => expect(control().view).toMatchObject({ phase: 'succeeded', isOverlayOpen: false }))
  expect(goTo).not.toHaveBeenCalled()
})

test('CONV-20 useConversion: forgets a saved conversion that has expired', async () => {
  saveWork('home-image', { job })
  const body = { code: 'conversion-not-found', message: 'This conversion does not exist or has expired.' }
  fetchStub.mockResolvedValueOnce(Response.json(body, { status: 404 }))
  const { control } = renderConversion()
  await waitFor(() => expect(readSavedWork('home-image').job).toBeUndefined())
  expect(control().view.phase).toBe('idle')
})

const allowanceUsed =
  "You've used all 10 of today's conversions. Your limit resets in 5 hours, at midnight UTC."

test('ALLOW-13 ALLOW-14 useConversion: when the allowance is used up shows the message of the server with a link to the plans and no overlay', async () => {
  fetchStub.mockResolvedValueOnce(
    Response.json({ code: 'allowance-used', message: allowanceUsed }, { status: 429 }),
  )
  const { control, invalidate } = renderConversion()
  await act(() => control().start(conversion))
  expect(toasts.current()).toMatchObject({
    title: 'Conversion failed',
    description: allowanceUsed,
    variant: 'destructive',
    action: { label: 'See plans', to: '/premium/plans' },
  })
  expect(control().view).toEqual({ phase: 'idle', failure: allowanceUsed, isAllowanceUsed: true })
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['/api/usage'] })
})

test('ALLOW-14 useConversion: other failures have no link to the plans', async () => {
  vi.useFakeTimers()
  const body = { code: 'too-many-requests', message: 'Too many requests.' }
  fetchStub.mockResolvedValueOnce(Response.json(body, { status: 429 }))
  const { control } = renderConversion()
  await act(() => control().start(conversion))
  expect(toasts.current()).toMatchObject({ description: 'Too many requests.', action: undefined })
  expect(control().view.phase).toBe('failed')
})

test('ALLOW-07 useConversion: refreshes the usage when a conversion is accepted and when it ends', async () => {
  const { invalidate } = await startConversion()
  const usageRefreshes = () =>
    invalidate.mock.calls.filter(([filter]) => filter?.queryKey?.[0] === '/api/usage').length
  expect(usageRefreshes()).toBe(1)
  act(() => FakeEventSource.latest().say('state', { status: 'failed', error: null }))
  expect(usageRefreshes()).toBe(2)
})

test('ALLOW-07 useConversion: refreshes the usage when a conversion is canceled', async () => {
  const { control, invalidate } = await startConversion()
  invalidate.mockClear()
  fetchStub.mockResolvedValueOnce(new Response(null, { status: 204 }))
  await act(() => control().cancel())
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['/api/usage'] })
})
