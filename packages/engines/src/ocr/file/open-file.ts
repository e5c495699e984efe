/** Counts the pages of a file and extracts the text layer of PDF pages that need no OCR. */
import { JobFailure, type Report } from '../../process/helper-program.ts'
import { countPages } from '../image/decode-page.ts'
import type { OpenedPage, OpenRequest } from '../request.ts'
import { readTextLayer } from './read-text-layer.ts'

export async function openFile(input: Buffer, request: OpenRequest, report: Report): Promise<OpenedPage[]> {
  if (request.format !== 'pdf') {
    const count = await countPages(input, request.format, request)
    return Array.from({ length: count }, () => ({ kind: 'image' }))
  }
  const { openDocument } = await import('../../pdf/read/open-document.ts')
  const document = await openDocument(new Uint8Array(input), request)
  try {
    if (document.pageCount < 1) throw new JobFailure('file-damaged')
    const pages: OpenedPage[] = []
    for (let number = 1; number <= document.pageCount; number += 1) {
      pages.push(readTextLayer(await document.page(number)))
      report(10 + (90 * number) / document.pageCount, 'page')
    }
    return pages
  } finally {
    await document.close()
  }
}
