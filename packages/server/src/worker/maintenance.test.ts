import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runMaintenance } from './maintenance.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function start(tasks: Parameters<typeof runMaintenance>[0]) {
  const ended: string[] = []
  const lines: string[] = []
  const write = (fields: object, message: string) => {
    lines.push(`${message} ${JSON.stringify(fields)}`)
  }
  const { stop } = runMaintenance(tasks, {
    intervalMs: 1_000,
    log: { debug: write, info: write, warn: write, error: write },
    metrics: { maintenanceEnded: (task, outcome) => ended.push(`${task} ${outcome}`) },
  })
  return { stop, ended, lines }
}

test('runMaintenance: a task that fails does not stop the others, and is tried again', async () => {
  let failures = 1
  const { stop, ended, lines } = start([
    {
      name: 'broken',
      async run() {
        if (failures-- > 0) throw new Error('no database')
        return 0
      },
    },
    { name: 'working', run: async () => 3 },
  ])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ended).toEqual(['broken failed', 'working done'])
  expect(lines[0]).toContain('maintenance task failed, retrying')
  expect(lines[1]).toBe('maintenance task changed items {"task":"working","count":3}')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ended.slice(2)).toEqual(['broken done', 'working done'])
  await stop()
})

test('runMaintenance: a slow task delays no other and never overlaps itself', async () => {
  let running = 0
  let most = 0
  const gate = Promise.withResolvers<void>()
  const { stop, ended } = start([
    {
      name: 'slow',
      async run() {
        running += 1
        most = Math.max(most, running)
        await gate.promise
        running -= 1
        return 0
      },
    },
    { name: 'quick', run: async () => 0 },
  ])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ended).toEqual(Array.from({ length: 5 }, () => 'quick done'))
  expect(most).toBe(1)
  gate.resolve()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(most).toBe(1)
  expect(ended.filter(end => end === 'slow done').length).toBeGreaterThanOrEqual(2)
  await stop()
})

test('runMaintenance: stop waits for running tasks and starts no others', async () => {
  const gate = Promise.withResolvers<void>()
  const { stop, ended } = start([
    {
      name: 'slow',
      async run() {
        await gate.promise
        return 0
      },
    },
  ])
  await vi.advanceTimersByTimeAsync(1_000)
  let isStopped = false
  const stopping = stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isStopped).toBe(false)
  gate.resolve()
  await stopping
  expect(ended).toEqual(['slow done'])
})
