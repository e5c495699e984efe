import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource, runningConversion } from './conversion-events.fixture.ts'
import { followConversion } from './conversion-events.ts'

const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }
const { latest } = FakeEventSource

beforeEach(() => {
  FakeEventSource.opened = []
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('CALL-14 followConversion: every event carries the whole state, and a finished one closes the stream', () => {
  const onState = vi.fn()
  followConversion(job, { onState, onGone: vi.fn() })
  latest().say('state', { percent: 40 })
  latest().say('message', { percent: 60 })
  latest().say('state', { status: 'succeeded', percent: 100 })
  expect(onState.mock.calls.map(([seen]) => seen.percent)).toEqual([40, 60, 100])
  expect(latest().readyState).toBe(FakeEventSource.CLOSED)
})

test('CONV-20 followConversion: reopens a closed stream when the server is back', async () => {
  const onState = vi.fn()
  const answers = [
    new Response('Bad gateway', { status: 502 }),
    Response.json({ ...runningConversion, percent: 55 }),
  ]
  vi.stubGlobal('fetch', async () => answers.shift())
  followConversion(job, { onState, onGone: vi.fn() })
  latest().breakDown()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onState).toHaveBeenCalledWith(expect.objectContaining({ percent: 55 }))
  expect(FakeEventSource.opened).toHaveLength(2)
})

test('CONV-20 followConversion: reports a conversion that finished while disconnected once, without reopening the stream', async () => {
  const onState = vi.fn()
  vi.stubGlobal('fetch', async () =>
    Response.json({ ...runningConversion, status: 'succeeded', percent: 100 }),
  )
  followConversion(job, { onState, onGone: vi.fn() })
  latest().breakDown()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onState).toHaveBeenCalledTimes(1)
  expect(FakeEventSource.opened).toHaveLength(1)
})

test('followConversion: calls onGone when the server does not know the conversion', async () => {
  const onGone = vi.fn()
  const body = { code: 'conversion-not-found', message: 'This conversion does not exist or has expired.' }
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 404 }))
  followConversion(job, { onState: vi.fn(), onGone })
  latest().breakDown()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onGone).toHaveBeenCalledWith(expect.objectContaining({ serverMessage: body.message }))
})

test('followConversion: reports nothing after it was stopped', () => {
  const onState = vi.fn()
  followConversion(job, { onState, onGone: vi.fn() })()
  latest().say('state', { percent: 40 })
  expect(onState).not.toHaveBeenCalled()
})
