/** Fuzzes all targets round robin for a given time and writes the findings to bench/results/fuzz.json. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rootFolder } from '../../scripts/root-folder.mjs'
import { describeInput, FuzzFinding } from './fuzz-target.ts'
import { createRandom } from './random.ts'
import { fuzzTargets } from './targets.ts'

const inputsPerRound = 200
const shownInputChars = 2000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    target: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const seed = Number(values.seed)
const minutes = Number(values.minutes)
const names = Object.keys(fuzzTargets).filter(name => values.target === undefined || name === values.target)
if (names.length === 0 || !Number.isFinite(seed) || !(minutes > 0)) {
  console.error(`Targets: ${Object.keys(fuzzTargets).join(', ')}`)
  process.exit(2)
}

const results = names.map(name => ({ name, inputs: 0, slowestMs: 0, findings: [] as string[] }))
const endsAtMs = performance.now() + minutes * 60_000
for (let round = 0; performance.now() < endsAtMs; round += 1) {
  for (const result of results) {
    // Each round has its own seed, so that a finding is reproduced without the rounds before it.
    const random = createRandom(seed + round)
    for (let count = 0; count < inputsPerRound; count += 1) {
      const startedAtMs = performance.now()
      try {
        fuzzTargets[result.name]?.runOnce(random)
      } catch (error) {
        const input = error instanceof FuzzFinding ? describeInput(error.input).slice(0, shownInputChars) : ''
        if (result.findings.length < 5)
          result.findings.push(`seed ${seed + round}, input ${count}: ${String(error)} ${input}`)
      }
      result.slowestMs = Math.max(result.slowestMs, Math.round(performance.now() - startedAtMs))
      result.inputs += 1
    }
  }
}

for (const { name, inputs, slowestMs, findings } of results) {
  console.log(
    `${name.padEnd(18)} ${String(inputs).padStart(9)} inputs, slowest ${slowestMs} ms, ${findings.length} findings`,
  )
  for (const finding of findings) console.log(`  ${finding}`)
}
const largestMemoryMb = Math.round(process.resourceUsage().maxRSS / 1024)
console.log(`seed ${seed}, ${minutes} minutes, at most ${largestMemoryMb} MB`)
const folder = join(rootFolder, 'bench/results')
await mkdir(folder, { recursive: true })
const report = { at: new Date().toISOString(), seed, minutes, largestMemoryMb, targets: results }
await writeFile(join(folder, 'fuzz.json'), `${JSON.stringify(report, null, 2)}\n`)
process.exitCode = results.some(({ findings }) => findings.length > 0) ? 1 : 0
