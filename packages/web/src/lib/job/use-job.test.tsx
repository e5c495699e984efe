import { conversionMessages } from '@filesmith/contract/messages/conversion'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../query-client.ts'
import { toasts } from '../toast-store.ts'
import { conversionJob, type JobSettings } from './job.ts'
import { FakeEventSource, runningConversion } from './job-events.fixture.ts'
import { readSavedWork, saveWork } from './saved-work.ts'
import { useJob } from './use-job.ts'

const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }
const body = { uploadId: 'u1', outputFormat: 'webp', quality: 'low' }
const settings: JobSettings<ConversionState> = {
  toolId: 'home-image',
  purpose: 'convert-image',
  path: '/api/convert/image',
  kind: conversionJob,
  acceptsPassword: true,
  downloadDelayMs: 800,
  texts: {
    failed: conversionMessages.failedToast,
    unanswered: 'There was an error converting your image.',
    succeeded: () => 'Your image has been converted successfully.',
    canceled: () => conversionMessages.canceledToast,
    deleted: conversionMessages.deletedToast,
    downloadMissing: conversionMessages.noDownloadToast,
  },
}
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
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    goTo(this.getAttribute('href') ?? '')
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function renderJob() {
  const queryClient = createQueryClient()
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries')
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useJob(settings), { wrapper })
  return { control: () => result.current, invalidate }
}

async function startRunning() {
  vi.useFakeTimers()
  fetchStub.mockResolvedValueOnce(Response.json(job, { status: 202 }))
  const shown = renderJob()
  await act(() => shown.control().start(() => body))
  return shown
}

test('CALL-12 CALL-13 useJob: sends the upload id and the options with "Prefer: respond-async"', async () => {
  await startRunning()
  const [url, init] = fetchStub.mock.calls[0] ?? []
  expect(url).toBe('/api/convert/image')
  expect(init?.headers).toMatchObject({ prefer: 'respond-async' })
  expect(init?.body).toBe(JSON.stringify(body))
})

test('CONV-09 CONV-11 REC-07 useJob: on success shows a toast, refreshes recent conversions and downloads after 800 ms', async () => {
  const { control, invalidate } = await startRunning()
  act(() => FakeEventSource.latest().say('state', succeeded))
  expect(control().view).toMatchObject({ phase: 'finished', isRestored: false })
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

test('CONV-11 useJob: the download starts on a machine without a network, and cannot replace the page', async () => {
  await startRunning()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => FakeEventSource.latest().say('state', succeeded))
  act(() => vi.advanceTimersByTime(1000))
  const [link] = vi.mocked(HTMLAnchorElement.prototype.click).mock.contexts
  expect(link).toMatchObject({ download: '' })
  expect((link as HTMLAnchorElement).hasAttribute('download')).toBe(true)
})

test('CONV-15 CONV-18 useJob: on failure shows the message of the server in a destructive toast and returns to the options', async () => {
  const { control } = await startRunning()
  const message = 'This JPG file is damaged or incomplete and cannot be read.'
  act(() =>
    FakeEventSource.latest().say('state', { status: 'failed', error: { code: 'file-damaged', message } }),
  )
  expect(control().view).toEqual({
    phase: 'idle',
    failure: { message, needsPlan: false, percent: 0 },
  })
  expect(toasts.current()).toMatchObject({
    title: 'Conversion failed',
    description: message,
    variant: 'destructive',
  })
})

test('CONV-15 useJob: shows the message of the tool when the server gives none', async () => {
  vi.useFakeTimers()
  fetchStub.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { control } = renderJob()
  await act(() => control().start(() => body))
  expect(toasts.current()?.description).toBe('There was an error converting your image.')
})

test('CONV-19 useJob: canceling deletes the job and ignores its late events', async () => {
  const { control } = await startRunning()
  fetchStub.mockResolvedValueOnce(new Response(null, { status: 204 }))
  await act(() => control().cancel())
  expect(fetchStub).toHaveBeenCalledWith(job.statusUrl, expect.objectContaining({ method: 'DELETE' }))
  act(() => FakeEventSource.latest().say('state', succeeded))
  expect(control().view.phase).toBe('idle')
  expect(toasts.current()?.title).toBe('Canceled')
  expect(readSavedWork('home-image').job).toBeUndefined()
})

test('CONV-19 useJob: deletes a job that is accepted only after it was canceled', async () => {
  vi.useFakeTimers()
  const response = Promise.withResolvers<Response>()
  fetchStub.mockReturnValueOnce(response.promise)
  const { control } = renderJob()
  let started: Promise<boolean> | undefined
  act(() => {
    started = control().start(() => body)
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

test('CONV-20 useJob: resumes a running conversion after a reload', async () => {
  saveWork('home-image', { job })
  fetchStub.mockResolvedValueOnce(Response.json({ ...runningConversion, percent: 42 }))
  const { control } = renderJob()
  await waitFor(() => expect(control().view).toMatchObject({ phase: 'working', percent: 42 }))
  act(() => FakeEventSource.latest().say('state', { percent: 70 }))
  expect(control().view).toMatchObject({ percent: 70 })
})

test('CONV-20 useJob: shows a finished conversion after a reload without starting a download', async () => {
  saveWork('home-image', { job })
  fetchStub.mockResolvedValueOnce(Response.json({ ...runningConversion, ...succeeded }))
  const { control } = renderJob()
  await waitFor(() => expect(control().view).toMatchObject({ phase: 'finished', isRestored: true }))
  expect(goTo).not.toHaveBeenCalled()
})

test('CONV-20 useJob: forgets a saved conversion that has expired', async () => {
  saveWork('home-image', { job })
  const reply = { code: 'conversion-not-found', message: 'This conversion does not exist or has expired.' }
  fetchStub.mockResolvedValueOnce(Response.json(reply, { status: 404 }))
  const { control } = renderJob()
  await waitFor(() => expect(readSavedWork('home-image').job).toBeUndefined())
  expect(control().view.phase).toBe('idle')
})

const allowanceUsed =
  "You've used all 10 of today's conversions. Your limit resets in 5 hours, at midnight UTC."

test('ALLOW-13 ALLOW-14 useJob: when the allowance is used up shows the message of the server with a link to the plans and no overlay', async () => {
  fetchStub.mockResolvedValueOnce(
    Response.json({ code: 'allowance-used', message: allowanceUsed }, { status: 429 }),
  )
  const { control, invalidate } = renderJob()
  await act(() => control().start(() => body))
  expect(toasts.current()).toMatchObject({
    title: 'Conversion failed',
    description: allowanceUsed,
    variant: 'destructive',
    action: { label: 'See plans', to: '/premium/plans' },
  })
  expect(control().view).toEqual({
    phase: 'idle',
    failure: { message: allowanceUsed, needsPlan: true, percent: 0 },
  })
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['/api/usage'] })
})

test('ALLOW-14 useJob: other failures have no link to the plans', async () => {
  vi.useFakeTimers()
  const reply = { code: 'too-many-requests', message: 'Too many requests.' }
  fetchStub.mockResolvedValueOnce(Response.json(reply, { status: 429 }))
  const { control } = renderJob()
  await act(() => control().start(() => body))
  expect(toasts.current()).toMatchObject({ description: 'Too many requests.', action: undefined })
  expect(control().view).toMatchObject({ phase: 'idle', failure: { needsPlan: false } })
})

test('ALLOW-07 useJob: refreshes the usage when a conversion is accepted and when it ends', async () => {
  const { invalidate } = await startRunning()
  const usageRefreshes = () =>
    invalidate.mock.calls.filter(([filter]) => filter?.queryKey?.[0] === '/api/usage').length
  expect(usageRefreshes()).toBe(1)
  act(() => FakeEventSource.latest().say('state', { status: 'failed', error: null }))
  expect(usageRefreshes()).toBe(2)
})

test('ALLOW-07 useJob: refreshes the usage when a conversion is canceled', async () => {
  const { control, invalidate } = await startRunning()
  invalidate.mockClear()
  fetchStub.mockResolvedValueOnce(new Response(null, { status: 204 }))
  await act(() => control().cancel())
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['/api/usage'] })
})

test('CONV-19 useJob: a failed cancellation can be retried', async () => {
  const { control } = await startRunning()
  act(() => FakeEventSource.latest().say('state', { percent: 20 }))
  fetchStub.mockResolvedValueOnce(new Response('', { status: 503 }))
  await act(() => control().cancel())
  expect(control().view).toMatchObject({ phase: 'working', step: 'running', percent: 20 })
  expect(toasts.current()).toMatchObject({ title: 'Could not cancel', variant: 'destructive' })
})

test('useJob: a protected file asks for a password and reports a wrong one; a restart begins at 0', async () => {
  const { control } = await startRunning()
  act(() => FakeEventSource.latest().say('state', { percent: 20 }))
  const needed = { code: 'password-needed', message: 'This file is protected.' }
  act(() => FakeEventSource.latest().say('state', { status: 'failed', error: needed }))
  expect(control().view).toEqual({ phase: 'idle', lock: { problem: undefined } })

  fetchStub.mockResolvedValueOnce(Response.json(job, { status: 202 }))
  await act(() => control().start(() => ({ ...body, password: 'wrong' })))
  expect(control().view).toMatchObject({ phase: 'working', percent: 0 })
  const wrong = { code: 'password-wrong', message: 'It does not open.' }
  act(() => FakeEventSource.latest().say('state', { status: 'failed', error: wrong }))
  expect(control().view).toEqual({ phase: 'idle', lock: { problem: 'It does not open.' } })
})

test('TOOL-07 useJob: a result without a download returns to the options with the reason', async () => {
  const { control } = await startRunning()
  act(() => FakeEventSource.latest().say('state', { status: 'succeeded', percent: 100, downloadUrl: null }))
  expect(control().view).toMatchObject({
    phase: 'idle',
    failure: { message: "Couldn't download the converted file" },
  })
  expect(readSavedWork('home-image').job).toBeUndefined()
})

test('useJob: deleting a result offers the deletion receipt', async () => {
  const { control } = await startRunning()
  act(() => FakeEventSource.latest().say('state', succeeded))
  fetchStub.mockResolvedValueOnce(new Response(null, { status: 204 }))
  await act(() => control().deleteResult())
  expect(control().view.phase).toBe('idle')
  expect(toasts.current()).toMatchObject({ title: 'Deleted', action: { label: 'Receipt' } })
})

test('useJob: resumes a job written by the previous version', async () => {
  localStorage.setItem('filesmith.work.home-image', JSON.stringify({ job }))
  fetchStub.mockResolvedValueOnce(Response.json({ ...runningConversion, percent: 42 }))
  const { control } = renderJob()
  await waitFor(() => expect(control().view).toMatchObject({ phase: 'working', percent: 42 }))
})
