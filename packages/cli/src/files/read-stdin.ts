/** The input of this program as a file: engines read from several places of it, so it has to be there whole. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FormatId } from '@filesmith/contract/formats'
import { formatExtension } from '@filesmith/contract/formats'
import type { InputFile } from '../work/converter.ts'
import { lookAtFile } from './look-at-file.ts'
import type { TemporaryFolder } from './temporary-folder.ts'

const stdinName = 'stdin'

export async function readStdin(
  folder: TemporaryFolder,
  from: FormatId | undefined,
  signal: AbortSignal,
): Promise<InputFile> {
  const path = join(folder.path, stdinName)
  await pipeline(process.stdin, createWriteStream(path), { signal })
  const file = await lookAtFile(path)
  // Only where the content does not tell: a text of a few words may be anything.
  const format = file.format ?? from
  return {
    ...file,
    format,
    name: format === undefined ? stdinName : `${stdinName}.${formatExtension(format)}`,
  }
}
