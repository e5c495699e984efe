/** A watched process that does what its argument says: how the watchdog and the supervisor are tested. */
import { activityTracker } from './activity-tracker.ts'
import { watchEventLoop } from './watch-event-loop.ts'

const cpuSeconds = 0.5
const waitMs = 2_500

watchEventLoop('fixture', { cpuSeconds })
process.send?.('ready')

const behaviors: Record<string, () => void> = {
  stall: () => {
    const activity = { requestId: 'request-7', method: 'POST', route: '/api/uploads' }
    activityTracker.run(activity, () => setImmediate(matchExponentially))
  },
  wait: () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs)
    finish()
  },
  work: () => {
    const until = performance.now() + waitMs
    const work = () => {
      const sliceEnd = performance.now() + 100
      while (performance.now() < sliceEnd);
      if (performance.now() < until) setTimeout(work, 1)
      else finish()
    }
    work()
  },
}

function matchExponentially(): void {
  // Built at run time: the check refuses such an expression.
  new RegExp(['^(a', 'a)*$'].join('|')).test(`${'a'.repeat(60)}b`)
}

function finish(): void {
  process.send?.('finished', () => process.exit(0))
}

setTimeout(behaviors[process.argv[2] ?? ''] ?? finish, 100)
