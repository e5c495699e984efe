import { expect, test } from 'vitest'
import type { Log } from './ports/log.ts'
import { ProcessFailedError, superviseProcess } from './supervise-process.ts'

test('superviseProcess: restarts a process that stalls three times, then says that it stopped', {
  timeout: 120_000,
}, async () => {
  const restarts: object[] = []
  const note = () => undefined
  const log: Log = { debug: note, info: note, warn: note, error: fields => restarts.push(fields) }
  const supervised = superviseProcess({
    program: new URL('stalling-process.fixture.ts', import.meta.url),
    args: ['stall'],
    env: process.env,
    log,
    drainSeconds: 1,
  })
  await supervised.ready
  const failure = await supervised.failed.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ProcessFailedError)
  expect(String(failure)).toContain('stalled again after 3 restarts within 10 minutes')
  expect(restarts).toEqual(
    Array(3).fill({ code: null, signal: 'SIGVTALRM', program: 'stalling-process.fixture.ts' }),
  )
  await supervised.stop(new AbortController().signal)
})
