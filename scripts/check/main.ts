/** Runs all steps of the check, also after a failed one, and reports the failures. */
import { say, secondsSince } from '../setup/say.mjs'
import { steps } from './steps.ts'

const failed: string[] = []
const notAsked: string[] = []
for (const { name, run } of steps) {
  const startedAtMs = performance.now()
  const found = await run()
  if ('notAsked' in found) {
    say(`NOT ASKED ${name} (${secondsSince(startedAtMs)}): ${found.notAsked}`)
    notAsked.push(name)
    continue
  }
  const problems = found
  say(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name} (${secondsSince(startedAtMs)})`)
  for (const problem of problems) say(problem.replaceAll(/^/gm, '       '))
  if (problems.length > 0) failed.push(name)
}
const asked =
  notAsked.length === 0 ? 'Everything is' : `Not asked: ${notAsked.join('; ')}. Everything else is`
say(failed.length === 0 ? `${asked} in order.` : `Failed: ${failed.join('; ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
