/** Runs one benchmark, prints its table and writes it to bench/results. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Bench } from '../../bench/bench.ts'
import { rootFolder } from '../root-folder.mjs'
import { formatRows } from './format-rows.ts'

const {
  positionals: [file = ''],
  values: { folder, from, seeds },
} = parseArgs({
  allowPositionals: true,
  options: { folder: { type: 'string' }, from: { type: 'string' }, seeds: { type: 'string' } },
})
const { bench }: { bench: Bench } = await import(pathToFileURL(join(rootFolder, file)).href)
const rows = await bench.run({ folder, from, seeds: seeds?.split(/\s+/).map(Number) })
console.log(formatRows(rows))

const resultsFolder = join(rootFolder, 'bench', 'results')
mkdirSync(resultsFolder, { recursive: true })
const result = { name: bench.name, date: new Date().toISOString(), machine: describeMachine(), rows }
writeFileSync(join(resultsFolder, `${bench.name}.json`), `${JSON.stringify(result, null, 2)}\n`)

/** Enough to compare two results, without identifying the machine. */
function describeMachine() {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    arch: process.arch,
    node: process.version,
  }
}
