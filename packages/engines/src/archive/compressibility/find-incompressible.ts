/** Finds incompressible files, mostly images and videos, which are stored instead of compressed. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Entry, totalBytes } from '../entries.ts'
import type { PackRun } from '../pack-run.ts'
import { parseIndexes } from '../parse-packer-output.ts'
import { runPacker } from '../run-packer.ts'

/** Below this total, compressing everything is faster than sampling. */
const minTotalBytes = 8 * 1024 * 1024
/** Higher levels compress everything. */
const maxLevel = 6

export async function findIncompressible(run: PackRun): Promise<Set<Entry>> {
  const { entries, level, signal, context, folder } = run
  if (level > maxLevel || totalBytes(entries) < minTotalBytes) return new Set()
  const input = join(folder.input, 'samples')
  await mkdir(input)
  let indexes: readonly number[] = []
  await runPacker(
    context,
    { ...folder, input },
    {
      program: 'compressibility/program.ts',
      entries,
      job: () => ({ level }),
      signal,
      onLine: line => {
        indexes = parseIndexes(line) ?? indexes
      },
    },
  )
  return new Set(indexes.map(index => entries[index]).filter(entry => entry !== undefined))
}
