/** OCR helper process: runs in the sandbox, prepares pages and renders results from bytes, without file access. */

import type { Recognition, RecognizedPage, RecognizedWord } from '@filesmith/contract/schemas/recognition'
import sharp from 'sharp'
import { flowLines } from '../page-layout/flow-lines.ts'
import { buildSegments } from '../page-layout/lines.ts'
import { boxArea, type Fragment, type PageModel, rotatePoint } from '../page-layout/page-model.ts'
import { rotateUpright } from '../page-layout/upright.ts'
import { JobFailure, type Report, type StreamedResult, serveJobs } from '../process/helper-program.ts'
import { prepareFilePage } from './file/prepare-file-page.ts'
import { countPages } from './image/decode-page.ts'
import type { QuarterRotation } from './image/page-image.ts'
import { identifyLanguages } from './languages/identify-languages.ts'
import { writeRecognizedDocx } from './parts/write-recognized-docx.ts'
import {
  type ComposeReport,
  type ComposeRequest,
  type OpenedPage,
  type OpenRequest,
  ocrRequestSchema,
} from './request.ts'
import { writeSearchablePdf } from './searchable-pdf/write-searchable-pdf.ts'
import { type ComposedText, composeText, confidenceOf } from './text/compose-text.ts'
import type { OcrPage, OcrWord } from './text/ocr-page.ts'

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
  if (request.kind === 'write-docx') return writeRecognizedDocx(file, pages, request, report)
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

/** A stamp or page number on a scan does not count as its text. */
const stampCharacters = 200
const scanShare = 0.5
/** Share of characters: a font without Unicode mapping extracts as garbage. */
const maxGarbageShare = 0.2
const garbage = /[\uFFFD\p{Co}\p{Cc}\p{Cn}]/gu

/** Extracts the text layer of a PDF page; a page without a usable one is sent to OCR. */
export function readTextLayer(page: PageModel): OpenedPage {
  const text = page.fragments.map(fragment => fragment.text).join('')
  if (text.trim() === '') return { kind: 'image' }
  const covered = page.images.reduce((sum, image) => sum + boxArea(image), 0) / (page.width * page.height)
  const isSeen = page.fragments.every(({ isInvisible }) => !isInvisible)
  if (covered > scanShare && isSeen && text.length < stampCharacters) return { kind: 'image' }
  if ((text.match(garbage)?.length ?? 0) > maxGarbageShare * text.length) return { kind: 'image' }
  return wordsOf(page)
}

function wordsOf(page: PageModel): OpenedPage {
  const upright = rotateUpright({ ...page, images: [] })
  const first = upright.fragments[0]?.angle ?? 0
  const rotation = (first % 90 === 0 ? (360 - first) % 360 : 0) as QuarterRotation
  const groups: readonly (readonly Fragment[])[] = [upright.fragments, ...upright.otherDirections]
  const words = groups.flatMap((fragments, group) =>
    flowLines(buildSegments(fragments), () => undefined).flatMap((line, at) =>
      line.words.map(({ text, left, right, baseline, size, angle }): OcrWord => {
        const isOtherDirection = group > 0
        const [x, y] = isOtherDirection ? rotatePoint(left, baseline, (360 - angle) % 360) : [left, baseline]
        return {
          text,
          left: x,
          right: x + (right - left),
          top: y - 0.8 * size,
          bottom: y + 0.22 * size,
          baseline: y,
          size,
          confidence: 100,
          line: `${group}.${at}`,
          ...(isOtherDirection && { angle }),
        }
      }),
    ),
  )
  return { kind: 'text', width: upright.width, height: upright.height, rotation, words }
}

/** Writes the recognition result as hOCR, the HTML-based interchange format of OCR programs. */
function writeHocr(recognition: Recognition): string {
  const body = recognition.pages.map(writePage).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en">
<head>
<title></title>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8"/>
<meta name="ocr-system" content="Filesmith, Tesseract"/>
<meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_par ocr_line ocrx_word ocrp_wconf"/>
</head>
<body>
${body}
</body>
</html>
`
}

function writePage(page: RecognizedPage): string {
  const { page: number, width, height, picture, languages } = page
  const image = picture === null ? '' : `image &quot;${picture}&quot;; `
  const language = languages.length === 0 ? '' : ` lang="${escapeXml(languages.join('+'))}"`
  const lines = [...Map.groupBy(page.words, ({ line }) => line).values()]
  const content =
    lines.length === 0
      ? ''
      : `<div class="ocr_carea" id="block_${number}_1" title="${boxOf(page.words)}">
<p class="ocr_par" id="par_${number}_1"${language} title="${boxOf(page.words)}">
${lines.map((line, index) => writeLine(line, `${number}_${index + 1}`)).join('\n')}
</p>
</div>
`
  return `<div class="ocr_page" id="page_${number}" title="${image}bbox 0 0 ${Math.round(width)} ${Math.round(height)}; ppageno ${number - 1}">
${content}</div>`
}

function writeLine(words: readonly RecognizedWord[], id: string): string {
  const spans = words.map(
    (word, index) =>
      `<span class="ocrx_word" id="word_${id}_${index + 1}" title="${boxOf([word])}; x_wconf ${Math.round(word.confidence)}">${escapeXml(word.text)}</span>`,
  )
  return `<span class="ocr_line" id="line_${id}" title="${boxOf(words)}">${spans.join(' ')}</span>`
}

function boxOf(words: readonly RecognizedWord[]): string {
  const left = Math.min(...words.map(({ x }) => x))
  const top = Math.min(...words.map(({ y }) => y))
  const right = Math.max(...words.map(({ x, width }) => x + width))
  const bottom = Math.max(...words.map(({ y, height }) => y + height))
  return `bbox ${[left, top, right, bottom].map(Math.round).join(' ')}`
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, sign => entities[sign] ?? sign).replace(notXml, '')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are not allowed in XML 1.0.
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
