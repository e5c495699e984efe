/** OCR helper process: runs in the sandbox, prepares pages and renders results from bytes, without file access. */

import type { Recognition } from '@filesmith/contract/schemas/recognition'
import sharp from 'sharp'
import { type Report, type StreamedResult, serveJobs } from '../process/helper-program.ts'
import { JobFailure } from '../process/job-failure.ts'
import { prepareFilePage } from './file/prepare-file-page.ts'
import { readTextLayer } from './file/read-text-layer.ts'
import { countPages } from './image/decode-page.ts'
import { identifyLanguages } from './languages/identify-languages.ts'
import { writeHocr } from './parts/write-hocr.ts'
import { writeRecognizedDocument } from './parts/write-recognized-document.ts'
import {
  type ComposeReport,
  type ComposeRequest,
  type OpenedPage,
  type OpenRequest,
  ocrRequestSchema,
} from './request.ts'
import { writeSearchablePdf } from './searchable-pdf/write-searchable-pdf.ts'
import { type ComposedText, composeText, confidenceOf } from './text/compose-text.ts'
import type { OcrPage } from './text/ocr-page.ts'

// Each job is a different page, so the libvips cache would only hold memory.
sharp.cache(false)
// Several helpers run in parallel: more threads per helper would only contend for the same cores.
sharp.concurrency(1)
// pdf.js rejects promises without a handler for malformed documents; do not let that crash the helper.
process.on('unhandledRejection', () => {})
serveJobs(ocrRequestSchema, async (request, input, report) => {
  if (request.kind === 'open') return json(await openFile(input, request, report))
  if (request.kind === 'prepare') return prepareFilePage(input, request)
  if (request.kind === 'identify') return json(await identifyLanguages(request.texts))
  if (request.kind === 'compose') return compose(JSON.parse(input.toString()) as OcrPage[], request)
  const file = input.subarray(0, request.fileBytes)
  const pages = JSON.parse(input.subarray(request.fileBytes).toString()) as OcrPage[]
  if (request.kind === 'write-docx') return writeRecognizedDocument(file, pages, request, 'docx', report)
  if (request.kind === 'write-md') return writeRecognizedDocument(file, pages, request, 'md', report)
  return writeSearchablePdf(file, pages, request, report)
})

function compose(pages: readonly OcrPage[], { options, languageNames }: ComposeRequest): StreamedResult {
  const composed = composeText(pages, options)
  const recognition = describeRecognition(pages, composed, languageNames)
  const files = [composed.text, JSON.stringify(recognition), writeHocr(recognition)].map(text =>
    Buffer.from(text),
  )
  const [textBytes = 0, recognitionBytes = 0, hocrBytes = 0] = files.map(({ length }) => length)
  const about: ComposeReport = { textBytes, recognitionBytes, hocrBytes }
  return { chunks: each(files), about: () => about }
}

function json(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}

async function* each(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

/** Counts the pages of a file and extracts the text layer of PDF pages that need no OCR. */
async function openFile(input: Buffer, request: OpenRequest, report: Report): Promise<OpenedPage[]> {
  if (request.format !== 'pdf') {
    const count = await countPages(input, request.format, request)
    return Array.from({ length: count }, () => ({ kind: 'image' }))
  }
  const { openDocument } = await import('../pdf/read/open-document.ts')
  const { unlessDamaged } = await import('../pdf/damage.ts')
  const document = await openDocument(new Uint8Array(input), request)
  try {
    if (document.pageCount < 1) throw new JobFailure('file-damaged')
    const pages: OpenedPage[] = []
    for (let number = 1; number <= document.pageCount; number += 1) {
      // A page whose content pdf.js cannot read may still be rendered.
      const page = await unlessDamaged(() => document.page(number), undefined)
      pages.push(page ? readTextLayer(page) : { kind: 'image' })
      report(10 + (90 * number) / document.pageCount, 'page')
    }
    return pages
  } finally {
    await document.close()
  }
}

/** Describes the recognition result for clients: words with their positions in the page image and in the text. */
function describeRecognition(
  pages: readonly OcrPage[],
  composed: ComposedText,
  languageNames: Readonly<Record<string, string>>,
): Recognition {
  const byPage = Map.groupBy(composed.words, ({ page }) => page)
  const codes = new Set(pages.flatMap(({ languages }) => languages))
  return {
    languages: [...codes].map(code => ({ code, name: languageNames[code] ?? code })),
    confidence: rounded(composed.confidence),
    pages: pages.map(page => {
      const scale = page.preview ? page.preview.width / page.width : 1
      const lines = new Map<string, number>()
      const numberOf = (line: string) => {
        if (!lines.has(line)) lines.set(line, lines.size)
        return lines.get(line) ?? 0
      }
      return {
        page: page.page,
        width: page.preview?.width ?? tenths(page.width),
        height: page.preview?.height ?? tenths(page.height),
        picture: page.preview?.name ?? null,
        hasTextLayer: page.hasTextLayer,
        confidence: rounded(confidenceOf(page.words)),
        languages: [...page.languages],
        words: (byPage.get(page.page) ?? []).flatMap(({ index, text, start, end }) => {
          const word = page.words[index]
          if (word === undefined) return []
          return {
            text,
            x: tenths(word.left * scale),
            y: tenths(word.top * scale),
            width: tenths((word.right - word.left) * scale),
            height: tenths((word.bottom - word.top) * scale),
            confidence: tenths(word.confidence),
            line: numberOf(word.line),
            start,
            end,
          }
        }),
      }
    }),
  }
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

function rounded(value: number | undefined): number | null {
  return value === undefined ? null : tenths(value)
}
