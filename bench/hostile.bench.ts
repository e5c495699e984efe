/**
 * Hostile corpus: every file through every operation, declared type and output; counts connections, leaks and
 * errors.
 */

import { chooseAttacks } from '../tests/corpus/hostile/choose-attacks.ts'
import { hostileNames } from '../tests/corpus/hostile/names.ts'
import { packAll } from '../tests/corpus/hostile/pack-all.ts'
import { type AttackResult, startAttackRunner } from '../tests/corpus/hostile/run-attacks.ts'
import type { Bench } from './bench.ts'

const archives = ['zip', '7z', 'tar', 'rar'] as const
const bytesPerMegabyte = 1024 ** 2

/** Every fault is a failure; its text says what happened. */
const none = { goal: 'none', unit: '' } as const

export const bench: Bench = {
  name: 'hostile',
  async run() {
    const runner = await startAttackRunner()
    const attacks = chooseAttacks(runner.files, 'whole')
    const results = await runner.runAll(attacks, result => {
      for (const fault of result.faults) console.error(`${nameOf(result)}: ${fault}`)
    })
    for (const format of archives) await packAll(runner, format, hostileNames)
    const peakBytes = runner.peakProcessBytes
    const after = [...(await runner.faultsAfterAll()), ...(await runner.close())]
    for (const fault of after) console.error(fault)
    const faults = [...results.flatMap(result => result.faults), ...after]
    const count = (what: string, isCounted: (fault: string) => boolean) => {
      const value = faults.filter(isCounted).length
      return { what, value, isMet: value === 0, ...none }
    }
    const isConnection = (fault: string) => fault.startsWith('connected')
    const isLeaked = (fault: string) => fault.startsWith('leaked')
    const isInternal = (fault: string) => /^(?:internal|unavailable|storage-full|not an AppError)/.test(fault)
    const operations = new Set(attacks.map(({ operation }) => operation)).size + 1
    return [
      { what: 'hostile files', value: runner.files.length, unit: '' },
      { what: 'operations', value: operations, unit: '' },
      { what: 'runs', value: attacks.length + archives.length, unit: '' },
      { what: 'results', value: results.filter(({ code }) => code === 'made').length, unit: '' },
      { what: 'refusals', value: results.filter(({ code }) => code !== 'made').length, unit: '' },
      count('outgoing connections and packets', isConnection),
      count('secrets leaked', isLeaked),
      count('internal errors', isInternal),
      count('anything else', fault => ![isConnection, isLeaked, isInternal].some(is => is(fault))),
      {
        what: 'longest run',
        value: Math.max(...results.map(({ elapsedMs }) => elapsedMs)) / 1000,
        unit: 's',
      },
      { what: 'largest process', value: peakBytes / bytesPerMegabyte, unit: 'MB' },
    ]
  },
}

function nameOf({ attack: { operation, from, to, file } }: AttackResult): string {
  return `${operation}, ${from} to ${to}, ${file.what}`
}
