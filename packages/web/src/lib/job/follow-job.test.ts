import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followJob } from './follow-job.ts'
import { conversionJob } from './job.ts'
import { FakeEventSource, runningConversion } from './job-events.fixture.ts'

const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }
const { latest } = FakeEventSource
const { read } = conversionJob

beforeEach(() => {
  FakeEventSource.opened = []
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('CALL-14 followJob: every event carries the whole state, and a finished one closes the stream', () => {
  const onState = vi.fn()
  followJob(job, { read, onState, onGone: vi.fn() })
  latest().say('state', { percent: 40 })
  latest().say('message', { percent: 60 })
  latest().say('state', { status: 'succeeded', percent: 100 })
  expect(onState.mock.calls.map(([seen]) => seen.percent)).toEqual([40, 60, 100])
  expect(latest().readyState).toBe(FakeEventSource.CLOSED)
})

test('CONV-20 followJob: reopens a closed stream when the server is back', async () => {
  const onState = vi.fn()
  const answers = [
    new Response('Bad gateway', { status: 502 }),
    Response.json({ ...runningConversion, percent: 55 }),
  ]
  vi.stubGlobal('fetch', async () => answers.shift())
  followJob(job, { read, onState, onGone: vi.fn() })
  latest().breakDown()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onState).toHaveBeenCalledWith(expect.objectContaining({ percent: 55 }))
  expect(FakeEventSource.opened).toHaveLength(2)
})

test('CONV-20 followJob: reports a conversion that finished while disconnected once, without reopening the stream', async () => {
  const onState = vi.fn()
  vi.stubGlobal('fetch', async () =>
    Response.json({ ...runningConversion, status: 'succeeded', percent: 100 }),
  )
  followJob(job, { read, onState, onGone: vi.fn() })
  latest().breakDown()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onState).toHaveBeenCalledTimes(1)
  expect(FakeEventSource.opened).toHaveLength(1)
})

test('followJob: calls onGone when the server does not know the conversion', async () => {
  const onGone = vi.fn()
  const body = { code: 'conversion-not-found', message: 'This conversion does not exist or has expired.' }
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 404 }))
  followJob(job, { read, onState: vi.fn(), onGone })
  latest().breakDown()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onGone).toHaveBeenCalledWith(expect.objectContaining({ serverMessage: body.message }))
})

test('followJob: reports nothing after it was stopped', () => {
  const onState = vi.fn()
  followJob(job, { read, onState, onGone: vi.fn() })()
  latest().say('state', { percent: 40 })
  expect(onState).not.toHaveBeenCalled()
})

test('CONV-20 followJob: fetches the state of a resumed job first, again and again until the server answers', async () => {
  const onState = vi.fn()
  const answers = [
    new Response('Bad gateway', { status: 502 }),
    Response.json({ ...runningConversion, percent: 55 }),
  ]
  vi.stubGlobal('fetch', async () => answers.shift())
  followJob(job, { read, isResumed: true, onState, onGone: vi.fn() })
  expect(FakeEventSource.opened).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onState).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ percent: 55 }))
  expect(FakeEventSource.opened).toHaveLength(1)
})
