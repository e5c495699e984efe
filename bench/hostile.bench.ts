/** Every hostile file through every operation, by every lie, into every output: what was heard, what leaked, what broke. */
import { hostileNames } from '../tests/corpus/hostile/names.ts'
import { packAll } from '../tests/corpus/hostile/pack-all.ts'
import { planAttacks } from '../tests/corpus/hostile/plan-attacks.ts'
import { type Ending, openField } from '../tests/corpus/hostile/run-attacks.ts'
import type { Bench } from './bench.ts'

const archives = ['zip', '7z', 'tar', 'rar'] as const
const bytesPerMegabyte = 1024 ** 2

/** Any of them is a failure; the rest of a fault says what happened. */
const none = { goal: 'none', unit: '' } as const

export const bench: Bench = {
  name: 'hostile',
  async run() {
    const field = await openField()
    const attacks = planAttacks(field.files, 'whole')
    const extensions = await field.runAll(attacks, ending => {
      for (const fault of ending.faults) console.error(`${nameOf(ending)}: ${fault}`)
    })
    for (const format of archives) await packAll(field, format, hostileNames)
    const peakBytes = field.peakProcessBytes
    const after = [...(await field.faultsAfterAll()), ...(await field.close())]
    for (const fault of after) console.error(fault)
    const faults = [...extensions.flatMap(ending => ending.faults), ...after]
    const count = (what: string, isCounted: (fault: string) => boolean) => {
      const value = faults.filter(isCounted).length
      return { what, value, isMet: value === 0, ...none }
    }
    const isHeard = (fault: string) => fault.startsWith('heard')
    const isLeaked = (fault: string) => fault.startsWith('leaked')
    const isInternal = (fault: string) => /^(?:internal|unavailable|storage-full|not an error)/.test(fault)
    const operations = new Set(attacks.map(({ operation }) => operation)).size + 1
    return [
      { what: 'hostile files', value: field.files.length, unit: '' },
      { what: 'operations', value: operations, unit: '' },
      { what: 'runs', value: attacks.length + archives.length, unit: '' },
      { what: 'results', value: extensions.filter(({ code }) => code === 'made').length, unit: '' },
      { what: 'refusals', value: extensions.filter(({ code }) => code !== 'made').length, unit: '' },
      count('connections and packets heard', isHeard),
      count('secrets leaked', isLeaked),
      count('internal errors', isInternal),
      count('anything else', fault => ![isHeard, isLeaked, isInternal].some(is => is(fault))),
      {
        what: 'longest run',
        value: Math.max(...extensions.map(({ elapsedMs }) => elapsedMs)) / 1000,
        unit: 's',
      },
      { what: 'largest process', value: peakBytes / bytesPerMegabyte, unit: 'MB' },
    ]
  },
}

function nameOf({ attack: { operation, from, to, file } }: Ending): string {
  return `${operation}, ${from} to ${to}, ${file.what}`
}
