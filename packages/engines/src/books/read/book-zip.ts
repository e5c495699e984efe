/** Files of a zipped book, unpacked on demand within a limit for all of them. */
import { JobFailure } from '../../process/job-failure.ts'
import {
  type PackagePart,
  readPackage,
  unpack,
} from '../../translation/documents/docx/package/read-package.ts'

export interface BookZip {
  readonly names: readonly string[]
  /** Undefined if there is no such file, or it is damaged. */
  read(name: string): Buffer | undefined
}

export function openBookZip(file: Buffer, maxUnpackedBytes: number): BookZip {
  const parts = new Map(readPackage(file).map(part => [part.name, part]))
  const read = new Map<string, Buffer | undefined>()
  let unpackedBytes = 0
  return {
    names: [...parts.keys()],
    read(name) {
      if (read.has(name)) return read.get(name)
      const part = parts.get(name)
      unpackedBytes += part?.bytes ?? 0
      if (unpackedBytes > maxUnpackedBytes) throw new JobFailure('needs-too-much-memory')
      const bytes = part && unlessBroken(part)
      read.set(name, bytes)
      return bytes
    },
  }
}

function unlessBroken(part: PackagePart): Buffer | undefined {
  try {
    return unpack(part)
  } catch {
    return undefined
  }
}
