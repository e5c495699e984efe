import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { killGroup } from './kill-group.ts'
import { watchMemory } from './watch-process-tree.ts'

const megabyte = 1024 * 1024

/** On each line of input a shell starts a child that holds that many megabytes. */
const shell = `
while read megabytes; do
  perl -e '$held = "x" x ($ARGV[0] * 1048576); $| = 1; print "held\\n"; sleep 600' $megabytes &
done
wait`

test('watchMemory: counts children that are started while it watches, and nothing after it was stopped', async () => {
  const child = spawn('bash', ['-c', shell], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    const exceeded = { low: 0, high: 0, stopped: 0 }
    const low = Promise.withResolvers<void>()
    const stops = [
      watchMemory(child.pid ?? 0, 150 * megabyte, () => {
        exceeded.low += 1
        low.resolve()
      }),
      watchMemory(child.pid ?? 0, 1000 * megabyte, () => (exceeded.high += 1)),
    ]
    watchMemory(child.pid ?? 0, 150 * megabyte, () => (exceeded.stopped += 1))()
    for (let count = 0; count < 2; count++) {
      child.stdin.write('60\n')
      await once(child.stdout, 'data')
    }
    expect(exceeded).toEqual({ low: 0, high: 0, stopped: 0 })
    child.stdin.write('60\n')
    await low.promise
    expect(exceeded).toEqual({ low: 1, high: 0, stopped: 0 })
    for (const stop of stops) stop()
  } finally {
    killGroup(child)
  }
})
