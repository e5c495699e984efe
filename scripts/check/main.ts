/** Runs all steps of the check, two at a time and also after a failed one, and reports the failures. */
import { say, secondsSince } from '../setup/say.mjs'
import { type CheckStep, steps } from './steps.ts'

const failed: string[] = []
const notAsked: string[] = []
const waiting = [...steps]

async function work(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await runAndReport(step)
}

async function runAndReport({ name, run }: CheckStep): Promise<void> {
  const startedAtMs = performance.now()
  const found = await run()
  if ('notAsked' in found) {
    say(`NOT ASKED ${name} (${secondsSince(startedAtMs)}): ${found.notAsked}`)
    notAsked.push(name)
    return
  }
  say(`${found.length === 0 ? 'ok    ' : 'FAILED'} ${name} (${secondsSince(startedAtMs)})`)
  for (const problem of found) say(problem.replaceAll(/^/gm, '       '))
  if (found.length > 0) failed.push(name)
}

// The tools use one core most of the time.
await Promise.all([work(), work()])
const asked =
  notAsked.length === 0 ? 'Everything is' : `Not asked: ${notAsked.join('; ')}. Everything else is`
say(failed.length === 0 ? `${asked} in order.` : `Failed: ${failed.join('; ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
