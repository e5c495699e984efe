/** Takes one request to the part of the engine that can answer it. */
import type { JobHandler } from '../process/helper-program.ts'
import { convertDocument } from './convert-document.ts'
import { isScan } from './layout/page-content.ts'
import { openDocument } from './read/open-document.ts'
import { convertPages } from './render/convert-pages.ts'
import { renderPage } from './render/render-page.ts'
import type { PdfRequest } from './request.ts'

export const answer: JobHandler<PdfRequest> = async (request, input, report) => {
  if (request.kind === 'render-page') return renderPage(input, request)
  if (request.kind === 'find-scans') return findScans(input, request)
  if (request.to === 'jpg' || request.to === 'png') return convertPages(input, request, request.to, report)
  return convertDocument(input, request, request.to, report)
}

async function findScans(input: Buffer, request: PdfRequest): Promise<Uint8Array> {
  const document = await openDocument(new Uint8Array(input.buffer, input.byteOffset, input.length), request)
  try {
    const scans: number[] = []
    for (let number = 1; number <= document.pageCount; number++) {
      const page = await document.page(number)
      if (isScan({ ...page, pictures: page.pictures.map(picture => ({ ...picture, id: '' })) }))
        scans.push(number)
    }
    return Buffer.from(JSON.stringify(scans))
  } finally {
    await document.close()
  }
}
