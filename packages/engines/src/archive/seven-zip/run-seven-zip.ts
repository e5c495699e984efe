/** Packs into a zip or 7z archive by 7-Zip, in the sandbox. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runProcess } from '../../process/run-process.ts'
import { type Entry, totalBytes } from '../entries.ts'
import type { PackRun } from '../pack-run.ts'
import { packFailure, packingLimits, toolName } from '../run-packer.ts'
import { stageTree } from '../stage-files.ts'
import { findHardToPack } from '../worth/find-hard-to-pack.ts'
import { readShare } from './read-percent.ts'

export const sevenZipProgram = '/usr/bin/7zz'

/** Copying is quick beside packing. */
const copyShare = 0.03

/** One run of the program over a part of the files: those stored as they are, and those packed. */
interface Part {
  readonly folderName: string
  readonly level: number
  readonly entries: readonly Entry[]
}

export async function packSevenZip(run: PackRun): Promise<void> {
  const hard = await findHardToPack(run)
  const parts: Part[] = [
    { folderName: 'stored', level: 0, entries: run.entries.filter(entry => hard.has(entry)) },
    { folderName: 'packed', level: run.level, entries: run.entries.filter(entry => !hard.has(entry)) },
  ].filter(({ entries }) => entries.length > 0)
  const total = Math.max(1, totalBytes(run.entries))
  let copiedBytes = 0
  for (const { folderName, entries } of parts) {
    await mkdir(join(run.folder.input, folderName))
    await stageTree(entries, join(run.folder.input, folderName), run.signal, byteCount => {
      copiedBytes += byteCount
      run.progress.tell((copiedBytes / total) * copyShare)
    })
  }
  let doneShare = copyShare
  for (const part of parts) {
    const share = (totalBytes(part.entries) / total) * (1 - copyShare)
    await packPart(run, part, partShare => run.progress.tell(doneShare + partShare * share))
    doneShare += share
  }
  // An archive of nothing is an archive, too.
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
    // It asks once to make the archive, and once more to add to one whose names are encrypted.
    ...(password === undefined ? {} : { stdin: `${password}\n`.repeat(3) }),
    ...packingLimits(settings),
    signal: run.signal,
    onOutput: bytes => {
      const share = readShare(bytes.toString('latin1'))
      if (share !== undefined) onShare(share)
    },
    failure: packFailure,
  })
}

function formatArgs(format: PackRun['format'], isProtected: boolean): string[] {
  // Only when a file was changed: the other times are those of our own copies.
  const times = ['-mtm=on', '-mtc=off', '-mta=off']
  // "-p" without a password makes it ask, and it reads the answer from standard input.
  const protection = isProtected ? ['-p', format === 'zip' ? '-mem=AES256' : '-mhe=on'] : []
  return [...times, ...(format === 'zip' ? zipNamesAndTimes : []), ...protection]
}

/** Names as UTF-8, and times by the world's clock as most programs read them, not only by the local one. */
const zipNamesAndTimes = ['-mcu=on', '-mtp=1']
