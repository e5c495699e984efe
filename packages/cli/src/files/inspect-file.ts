/** Reads size, time and format of a file; the format is sniffed from the content, never taken from the extension. */
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { sniffFormat, sniffHeadBytes, tailStart } from '@filesmith/contract/sniff-format'
import type { InputFile } from '../tasks/converter.ts'

export async function inspectFile(
  path: string,
  { name = basename(path), mayBeEmpty = false } = {},
): Promise<InputFile> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR'
    throw fileError(isMissing ? commandLineMessages.noSuchFile : commandLineMessages.notReadable)
  })
  if (found.isDirectory()) throw fileError(commandLineMessages.isFolder)
  if (found.size === 0 && !mayBeEmpty) throw new AppError('file-empty')
  const format = await sniffFile(path, found.size)
  return { path, name, format, sizeBytes: found.size, modifiedAt: found.mtime }
}

async function sniffFile(path: string, sizeBytes: number): Promise<FormatId | undefined> {
  const file = await open(path).catch(() => {
    throw fileError(commandLineMessages.notReadable)
  })
  try {
    const read = async (start: number) => {
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(Math.min(sniffHeadBytes, sizeBytes)),
        0,
        null,
        start,
      )
      return buffer.subarray(0, bytesRead)
    }
    const head = await read(0)
    const start = tailStart(head, sizeBytes)
    return sniffFormat(head, start === undefined ? head : await read(start))
  } finally {
    await file.close()
  }
}

function fileError(reason: string): AppError {
  return new AppError('invalid-request', { reason })
}
