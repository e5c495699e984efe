/** Writes the recognition result as DOCX or Markdown with the layout analysis of the PDF engine. */
import type { RecognizedText } from '../../pdf/recognized-pages.ts'
import type { Report, StreamedResult } from '../../process/helper-program.ts'
import type { OcrWriteRequest } from '../request.ts'
import type { OcrPage } from '../text/ocr-page.ts'

export async function writeRecognizedDocument(
  file: Buffer,
  pages: readonly OcrPage[],
  request: OcrWriteRequest,
  to: 'docx' | 'md',
  report: Report,
): Promise<StreamedResult> {
  if (request.format === 'pdf') {
    const { convertDocument } = await import('../../pdf/convert-document.ts')
    const recognized = pages.filter(({ hasTextLayer }) => !hasTextLayer)
    const text: RecognizedText = {
      pages: recognized.map(({ page, width, height, words }) => ({ page, width, height, words })),
      images: [],
    }
    const words = Buffer.from(JSON.stringify(text))
    const { maxPages, maxPixels, password } = request
    const convert = { to, quality: 'high', images: 'none', name: '', pdfBytes: file.length } as const
    const fileParams = { maxPages, maxPixels, ...(password !== undefined && { password }) }
    return convertDocument(Buffer.concat([file, words]), { ...convert, ...fileParams }, to, report)
  }
  const [{ layOutDocument }, { withRecognizedWords }] = await Promise.all([
    import('../../page-layout/lay-out-document.ts'),
    import('../../page-layout/page-content.ts'),
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
    return withRecognizedWords(bare, read)
  })
  // Markdown has no headers and footers, and the text of a scan must not be lost.
  const document = layOutDocument(contents, { outline: [] }, { keepsRunningLines: to === 'md' })
  if (to === 'md') {
    const { writeMarkdown } = await import('../../pdf/write-markdown/write-markdown.ts')
    return writeMarkdown(document, new Map(), { images: 'none', name: '' })
  }
  const { writeDocx } = await import('../../pdf/write-docx/write-docx.ts')
  const bytes = await writeDocx(document, new Map())
  return { chunks: once(bytes), about: () => ({}) }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
