/** Writes what was read as DOCX, by the layout that PDFs are converted with. */
import type { Report, StreamedResult } from '../../process/helper-program.ts'
import type { WriteRequest } from '../request.ts'
import type { ReadPage } from '../text/read-document.ts'

export async function writeReadDocx(
  file: Buffer,
  pages: readonly ReadPage[],
  request: WriteRequest,
  report: Report,
): Promise<StreamedResult> {
  if (request.format === 'pdf') {
    const { convertDocument } = await import('../../pdf/convert-document.ts')
    const recognised = pages.filter(({ hasTextLayer }) => !hasTextLayer)
    const words = Buffer.from(
      JSON.stringify(recognised.map(({ page, width, height, words }) => ({ page, width, height, words }))),
    )
    const { maxPages, maxPixels, password } = request
    const convert = { kind: 'convert', to: 'docx', quality: 'high', name: '', pdfBytes: file.length } as const
    const frame = { maxPages, maxPixels, ...(password !== undefined && { password }) }
    return convertDocument(Buffer.concat([file, words]), { ...convert, ...frame }, 'docx', report)
  }
  const [{ layOutDocument }, { withRecognisedWords }, { writeDocx }] = await Promise.all([
    import('../../pdf/layout/lay-out-document.ts'),
    import('../../pdf/layout/page-content.ts'),
    import('../../pdf/write-docx/write-docx.ts'),
  ])
  const contents = pages.map(read => {
    const { page, width, height } = read
    const bare = {
      number: page,
      width,
      height,
      fragments: [],
      images: [],
      rules: [],
      fills: [],
      strokes: [],
    }
    return withRecognisedWords(bare, read)
  })
  const bytes = await writeDocx(layOutDocument(contents, { outline: [] }), new Map())
  return { chunks: once(bytes), about: () => ({}) }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
