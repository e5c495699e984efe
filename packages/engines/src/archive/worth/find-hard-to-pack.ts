/** Finds files that hardly get smaller, pictures and films above all, so that no minutes are spent on them for nothing. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Entry, totalBytes } from '../entries.ts'
import type { PackRun } from '../pack-run.ts'
import { readIndexes } from '../read-answer.ts'
import { runPacker } from '../run-packer.ts'

/** Below, packing everything takes less time than looking. */
const leastBytes = 8 * 1024 * 1024
/** Who asks for "Smaller" gets every effort. */
const mostLevel = 6

export async function findHardToPack(run: PackRun): Promise<Set<Entry>> {
  const { entries, level, signal, context, folder } = run
  if (level > mostLevel || totalBytes(entries) < leastBytes) return new Set()
  const input = join(folder.input, 'samples')
  await mkdir(input)
  let indexes: readonly number[] = []
  await runPacker(
    context,
    { ...folder, input },
    {
      program: 'worth/program.ts',
      entries,
      job: () => ({ level }),
      signal,
      onLine: line => {
        indexes = readIndexes(line) ?? indexes
      },
    },
  )
  return new Set(indexes.map(index => entries[index]).filter(entry => entry !== undefined))
}
