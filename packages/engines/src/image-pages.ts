/** Pages of an image where the target format has none: numbered files in a ZIP archive. */
import { formatExtension } from '@filesmith/contract/formats'
import type { ImageReport } from './image-notes.ts'
import type { ImageRequest } from './image-request.ts'
import type { Report, StreamedResult } from './process/helper-program.ts'
import { JobFailure } from './process/job-failure.ts'
import { pageFileName, writeZip, type ZipEntry } from './write-zip.ts'

const maxPages = 1000

export function checkPageCount(count: number, most = maxPages): void {
  if (count > most) throw new JobFailure('document-too-long', { pages: most })
}

/** Pages are encoded one after the other while the archive is sent. */
export function zipPages(
  { name, to }: Pick<ImageRequest, 'name' | 'to'>,
  count: number,
  report: Report,
  encodePage: (index: number) => Promise<Uint8Array>,
): StreamedResult {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let index = 0; index < count; index++) {
      const data = await encodePage(index)
      report(10 + (85 * (index + 1)) / count, 'page')
      yield { name: pageFileName(name, index + 1, count, formatExtension(to)), data }
    }
  }
  const about: ImageReport = { isArchive: true, pages: count }
  return { chunks: writeZip(entries()), about: () => about }
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Splits PNG files that follow each other: the intermediate form of an image with several pages. */
export function splitPngs(input: Buffer): Buffer[] {
  const pages: Buffer[] = []
  let start = 0
  let at = pngSignature.length
  while (at + 12 <= input.length) {
    const isEnd = input.toString('latin1', at + 4, at + 8) === 'IEND'
    at += input.readUInt32BE(at) + 12
    if (!isEnd || !input.subarray(at, at + pngSignature.length).equals(pngSignature)) continue
    pages.push(input.subarray(start, at))
    start = at
    at += pngSignature.length
  }
  return [...pages, input.subarray(start)]
}
