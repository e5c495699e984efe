import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { stallSignal } from './watch-event-loop.ts'

const fixture = new URL('stalling-process.fixture.ts', import.meta.url)

function run(behavior: string) {
  const child = fork(fixture, [behavior], { silent: true })
  const output = text(child.stdout ?? process.stdin)
  return { child, output }
}

test.concurrent('watchEventLoop: ends a process whose event loop stalls, and logs the request and the code', async () => {
  const { child, output } = run('stall')
  const [code, signal] = await once(child, 'exit')
  expect({ code, signal }).toEqual({ code: null, signal: stallSignal })
  const line = JSON.parse(await output)
  expect(line).toMatchObject({
    level: 60,
    role: 'fixture',
    msg: 'event loop stalled, killing the process',
    activity: { requestId: 'request-7', method: 'POST', route: '/api/uploads' },
  })
  expect(line.stack[0]).toMatch(/^matchExponentially .*stalling-process\.fixture\.ts:\d+:\d+/)
  expect(line.cpuSeconds).toBeGreaterThan(0)
})

test.concurrent.each(['wait', 'work'])(
  'watchEventLoop: a process that waits, or works with a turning event loop, is not ended (%s)',
  async behavior => {
    const { child, output } = run(behavior)
    const [code, signal] = await once(child, 'exit')
    expect({ code, signal }).toEqual({ code: 0, signal: null })
    expect(await output).toBe('')
  },
)

test.concurrent('watchEventLoop: a process that was suspended is not ended', async () => {
  const { child } = run('work')
  await once(child, 'message')
  child.kill('SIGSTOP')
  const waiting = run('wait')
  await once(waiting.child, 'exit')
  child.kill('SIGCONT')
  const [code, signal] = await once(child, 'exit')
  expect({ code, signal }).toEqual({ code: 0, signal: null })
})
