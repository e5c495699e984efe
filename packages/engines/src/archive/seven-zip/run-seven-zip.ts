/** Packs a ZIP or 7z archive with 7-Zip in the sandbox. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runProcess } from '../../process/run-process.ts'
import { type Entry, totalBytes } from '../entries.ts'
import type { PackRun } from '../pack-run.ts'
import { parseIndexes } from '../parse-packer-output.ts'
import { packFailure, packingLimits, runPacker, toolName } from '../run-packer.ts'
import { stageTree } from '../stage-files.ts'
import { parseShare } from './parse-share.ts'

/** Below this total, compressing everything is faster than sampling. */
const minTotalBytes = 8 * 1024 * 1024
/** Higher levels compress everything. */
const maxLevel = 6

async function findIncompressible(run: PackRun): Promise<Set<Entry>> {
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

export const sevenZipProgram = '/usr/bin/7zz'

/** Progress share of copying, which is quick compared to packing. */
const copyShare = 0.03

/** One 7-Zip run over some of the files: either stored or compressed. */
interface Part {
  readonly folderName: string
  readonly level: number
  readonly entries: readonly Entry[]
}

export async function packSevenZip(run: PackRun): Promise<void> {
  const incompressible = await findIncompressible(run)
  const parts: Part[] = [
    { folderName: 'stored', level: 0, entries: run.entries.filter(entry => incompressible.has(entry)) },
    {
      folderName: 'packed',
      level: run.level,
      entries: run.entries.filter(entry => !incompressible.has(entry)),
    },
  ].filter(({ entries }) => entries.length > 0)
  const total = Math.max(1, totalBytes(run.entries))
  let copiedBytes = 0
  for (const { folderName, entries } of parts) {
    await mkdir(join(run.folder.input, folderName))
    await stageTree(entries, join(run.folder.input, folderName), run.signal, byteCount => {
      copiedBytes += byteCount
      run.progress.update((copiedBytes / total) * copyShare)
    })
  }
  let doneShare = copyShare
  for (const part of parts) {
    const share = (totalBytes(part.entries) / total) * (1 - copyShare)
    await packPart(run, part, partShare => run.progress.update(doneShare + partShare * share))
    doneShare += share
  }
  // An empty archive is valid as well.
  if (parts.length === 0) await packPart(run, { folderName: '.', level: 1, entries: [] }, () => {})
}

async function packPart(run: PackRun, part: Part, onShare: (share: number) => void): Promise<void> {
  const { sandbox, settings } = run.context
  const { password } = run
  await runProcess(sandbox, {
    program: sevenZipProgram,
    tool: toolName,
    input: run.folder.input,
    outFolder: run.folder.output,
    args: ({ input, outFolder }) => [
      ...['a', `-t${run.format}`, `-mx=${part.level}`, '-bso0', '-bsp1', '-y', '-sccUTF-8'],
      ...formatArgs(run.format, password !== undefined),
      ...['--', join(outFolder, run.resultName), join(input, part.folderName, '*')],
    ],
    // 7-Zip asks once to create the archive, and again to add to one with encrypted names.
    ...(password === undefined ? {} : { stdin: `${password}\n`.repeat(3) }),
    ...packingLimits(settings),
    signal: run.signal,
    onOutput: bytes => {
      const share = parseShare(bytes.toString('latin1'))
      if (share !== undefined) onShare(share)
    },
    failure: packFailure,
  })
}

function formatArgs(format: PackRun['format'], isProtected: boolean): string[] {
  // Only the modification time: the other times are those of the staged copies.
  const times = ['-mtm=on', '-mtc=off', '-mta=off']
  // "-p" without a value makes 7-Zip read the password from standard input, where other processes cannot see it.
  const protection = isProtected ? ['-p', format === 'zip' ? '-mem=AES256' : '-mhe=on'] : []
  return [...times, ...(format === 'zip' ? zipNamesAndTimes : []), ...protection]
}

/** UTF-8 names, and UTC timestamps in addition to the local DOS time. */
const zipNamesAndTimes = ['-mcu=on', '-mtp=1']
