/** Reads a text in Markdown that is packed with its images, as a ZIP file or a TextPack. */
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { decodedAddress, isPackedText } from '@filesmith/contract/packed-text'
import { JobFailure } from '../../process/job-failure.ts'
import { openBookZip } from './book-zip.ts'

interface TextPackage {
  readonly text: Buffer
  /** The image at an address of the text; undefined if the package does not contain it. */
  image(source: string): Buffer | undefined
}

export async function readTextPackage(path: string, maxUnpackedBytes: number): Promise<TextPackage> {
  const { names, read } = openBookZip(await readFile(path), maxUnpackedBytes)
  const name = names.find(isPackedText)
  const text = name === undefined ? undefined : read(name)
  if (name === undefined || text === undefined) throw new JobFailure('file-damaged')
  const folder = posix.dirname(name)
  // Looked up among the names of the package: no path leads out of it.
  return { text, image: source => read(posix.join(folder, decodedAddress(source))) }
}
