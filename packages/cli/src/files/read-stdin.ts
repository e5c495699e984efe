/** Saves stdin as a file, because engines need random access to their input. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FormatId } from '@filesmith/contract/formats'
import { formatExtension } from '@filesmith/contract/formats'
import type { InputFile } from '../tasks/converter.ts'
import { inspectFile } from './inspect-file.ts'
import type { TemporaryFolder } from './temporary-folder.ts'

const stdinName = 'stdin'

export async function readStdin(
  folder: TemporaryFolder,
  from: FormatId | undefined,
  signal: AbortSignal,
): Promise<InputFile> {
  const path = join(folder.path, stdinName)
  await pipeline(process.stdin, createWriteStream(path), { signal })
  const file = await inspectFile(path)
  // `--from` is only a fallback: short text, for example, has no recognizable signature.
  const format = file.format ?? from
  return {
    ...file,
    format,
    name: format === undefined ? stdinName : `${stdinName}.${formatExtension(format)}`,
  }
}
