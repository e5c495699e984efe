/** The thread of the watchdog: measures the processor time of the main thread since its event loop last turned. */
import { readFileSync, writeSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { currentActivityExpression } from './activity-tracker.ts'
import { stallSignal, type WatchdogSettings } from './watch-event-loop.ts'

/** Unit of the times in /proc, on every architecture of Linux. */
const ticksPerSecond = 100
/** The main thread answers between two steps of JavaScript, also of a regular expression; not inside of native code. */
const answerMs = 1_000
const shownFrames = 8
const standardOutput = 1

const { beats, role, cpuSeconds, checkMs }: WatchdogSettings = workerData
const counter = new Int32Array(beats)
let lastBeat = -1
let cpuAtLastBeat = 0

setInterval(() => {
  const beat = Atomics.load(counter, 0)
  if (beat !== lastBeat) {
    lastBeat = beat
    cpuAtLastBeat = mainThreadCpuSeconds()
    return
  }
  const usedSeconds = mainThreadCpuSeconds() - cpuAtLastBeat
  if (usedSeconds >= cpuSeconds) endProcess(usedSeconds)
}, checkMs)

/** User and system time: fields 14 and 15. The name in field 2 may contain spaces and parentheses. */
function mainThreadCpuSeconds(): number {
  const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

let isKilling = false

async function endProcess(usedSeconds: number): Promise<void> {
  if (isKilling) return
  isKilling = true
  const unknown = { activity: null, stack: [] }
  const answer = askMainThread().catch(() => unknown)
  const { activity, stack } = await Promise.race([answer, delay(answerMs, unknown)])
  const line = {
    level: 60,
    time: Date.now(),
    role,
    cpuSeconds: Math.round(usedSeconds),
    activity,
    stack,
    msg: 'event loop stalled, killing the process',
  }
  try {
    // The log of the main thread cannot write any more.
    writeSync(standardOutput, `${JSON.stringify(line)}\n`)
  } finally {
    process.kill(process.pid, stallSignal)
  }
}

interface MainThreadState {
  readonly activity: unknown
  readonly stack: readonly string[]
}

async function askMainThread(): Promise<MainThreadState> {
  const session = new Session()
  session.connectToMainThread()
  const { result } = await session.post('Runtime.evaluate', { expression: currentActivityExpression })
  const urls = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url))
  const paused = new Promise<readonly string[]>(resolve => {
    session.on('Debugger.paused', ({ params }) =>
      resolve(
        params.callFrames.slice(0, shownFrames).map(({ functionName, location }) => {
          const url = urls.get(location.scriptId)
          return `${functionName} (${url}:${location.lineNumber + 1}:${(location.columnNumber ?? 0) + 1})`
        }),
      ),
    )
  })
  await session.post('Debugger.enable')
  await session.post('Debugger.pause')
  const activity: unknown = typeof result.value === 'string' ? JSON.parse(result.value) : null
  return { activity, stack: await paused }
}
