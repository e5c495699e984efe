/**
 * Hostile corpus: every file through every operation, declared type and output; counts connections, leaks and
 * errors. Results are kept for each file, so that an interrupted run continues where it stopped.
 */
import { join } from 'node:path'
import { rootFolder } from '../scripts/root-folder.mjs'
import { type Attack, chooseAttacks } from '../tests/corpus/hostile/choose-attacks.ts'
import { hostileNames } from '../tests/corpus/hostile/names.ts'
import { packAll } from '../tests/corpus/hostile/pack-all.ts'
import { startAttackRunner } from '../tests/corpus/hostile/run-attacks.ts'
import { sandboxUnderTest } from '../tests/support/sandbox-under-test.ts'
import type { Bench } from './bench.ts'
import { openKeptResults } from './support/kept-results.ts'

const archives = ['zip', '7z', 'tar', 'rar'] as const
const bytesPerMegabyte = 1024 ** 2
const name = sandboxUnderTest === 'required' ? 'hostile' : `hostile-${sandboxUnderTest}`

/** Every fault is a failure; its text says what happened. */
const none = { goal: 'none', unit: '' } as const

/** All runs of one file, or one archive of all files. */
interface FileResult {
  readonly runs: readonly {
    readonly operation: string
    readonly code: string
    readonly elapsedMs: number
    readonly faults: readonly string[]
  }[]
  /** What was connected, running or left in folders after the runs of the file. */
  readonly faultsAfter: readonly string[]
  readonly peakBytes: number
}

export const bench: Bench = {
  name,
  async run({ from }) {
    const runner = await startAttackRunner()
    const attacksByFile = attacksOf(chooseAttacks(runner.files, 'whole'))
    const packed = new Map(archives.map(format => [`all files in one ${format}`, format]))
    const names = [...attacksByFile.keys(), ...packed.keys()]
    const path = join(rootFolder, 'bench', 'results', 'hostile', `${name}.jsonl`)
    const kept = await openKeptResults<FileResult>(path, names, from)
    if (kept.all().size > 0) console.error(`${kept.all().size} of ${names.length} files are kept from before`)
    for (const missing of kept.missing) {
      const format = packed.get(missing)
      const results = await runner.runAll(attacksByFile.get(missing) ?? [])
      if (format !== undefined) await packAll(runner, format, hostileNames)
      const runs = results.map(({ attack: { operation, from: input, to }, code, elapsedMs, faults }) => ({
        operation: `${operation}, ${input} to ${to}`,
        code,
        elapsedMs,
        faults,
      }))
      const faultsAfter = await runner.faultsAfterAll()
      for (const { operation, faults } of runs)
        for (const fault of faults) console.error(`${operation}, ${missing}: ${fault}`)
      for (const fault of faultsAfter) console.error(`after ${missing}: ${fault}`)
      await kept.keep(missing, { runs, faultsAfter, peakBytes: runner.peakProcessBytes })
    }
    const afterAll = await runner.close()
    for (const fault of afterAll) console.error(fault)
    const files = [...kept.all().values()]
    const runs = files.flatMap(file => file.runs)
    const faults = [
      ...runs.flatMap(run => run.faults),
      ...files.flatMap(({ faultsAfter }) => faultsAfter),
      ...afterAll,
    ]
    const count = (what: string, isCounted: (fault: string) => boolean) => {
      const value = faults.filter(isCounted).length
      return { what, value, isMet: value === 0, ...none }
    }
    const isConnection = (fault: string) => fault.startsWith('connected')
    const isLeaked = (fault: string) => fault.startsWith('leaked')
    const isInternal = (fault: string) => /^(?:internal|unavailable|storage-full|not an AppError)/.test(fault)
    const operations = new Set(runs.map(({ operation }) => operation.slice(0, operation.indexOf(',')))).size
    return [
      { what: 'hostile files', value: runner.files.length, unit: '' },
      { what: 'operations', value: operations + 1, unit: '' },
      { what: 'runs', value: runs.length + archives.length, unit: '' },
      { what: 'results', value: runs.filter(({ code }) => code === 'made').length, unit: '' },
      { what: 'refusals', value: runs.filter(({ code }) => code !== 'made').length, unit: '' },
      count('outgoing connections and packets', isConnection),
      count('secrets leaked', isLeaked),
      count('internal errors', isInternal),
      count('anything else', fault => ![isConnection, isLeaked, isInternal].some(is => is(fault))),
      { what: 'longest run', value: Math.max(...runs.map(({ elapsedMs }) => elapsedMs)) / 1000, unit: 's' },
      {
        what: 'largest process',
        value: Math.max(...files.map(({ peakBytes }) => peakBytes)) / bytesPerMegabyte,
        unit: 'MB',
      },
    ]
  },
}

/** By the name of the file; a name that several files have is numbered from the second on. */
function attacksOf(attacks: readonly Attack[]): Map<string, Attack[]> {
  const byFile = Map.groupBy(attacks, ({ file }) => file)
  const seen = new Map<string, number>()
  return new Map(
    [...byFile].map(([{ what }, ofFile]) => {
      const count = (seen.get(what) ?? 0) + 1
      seen.set(what, count)
      return [count === 1 ? what : `${what} (${count})`, ofFile]
    }),
  )
}
