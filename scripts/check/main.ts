/** Runs every step of the check, however the earlier ones ended, and says plainly what failed. */
import { say, secondsSince } from '../setup/say.mjs'
import { steps } from './steps.ts'

const failed: string[] = []
for (const { name, run } of steps) {
  const startedAtMs = performance.now()
  const problems = await run()
  say(`${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name} (${secondsSince(startedAtMs)})`)
  for (const problem of problems) say(problem.replaceAll(/^/gm, '       '))
  if (problems.length > 0) failed.push(name)
}
say(failed.length === 0 ? 'Everything is in order.' : `Failed: ${failed.join('; ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
