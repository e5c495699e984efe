/** Dispatches a request of the main process to the function that handles it, inside the sandboxed helper. */
import type { JobHandler, StreamedResult } from '../process/helper-program.ts'
import { openFile } from './file/open-file.ts'
import { prepareFilePage } from './file/prepare-file-page.ts'
import { identifyLanguages } from './languages/identify-languages.ts'
import { describeRecognition } from './parts/describe-recognition.ts'
import { writeHocr } from './parts/write-hocr.ts'
import { writeRecognizedDocx } from './parts/write-recognized-docx.ts'
import type { ComposeReport, ComposeRequest, OcrRequest } from './request.ts'
import { writeSearchablePdf } from './searchable-pdf/write-searchable-pdf.ts'
import { composeText } from './text/compose-text.ts'
import type { OcrPage } from './text/ocr-page.ts'

export const handleOcrRequest: JobHandler<OcrRequest> = async (request, input, report) => {
  if (request.kind === 'open') return json(await openFile(input, request, report))
  if (request.kind === 'prepare') return prepareFilePage(input, request)
  if (request.kind === 'identify') return json(await identifyLanguages(request.texts))
  if (request.kind === 'compose') return compose(JSON.parse(input.toString()) as OcrPage[], request)
  const file = input.subarray(0, request.fileBytes)
  const pages = JSON.parse(input.subarray(request.fileBytes).toString()) as OcrPage[]
  if (request.kind === 'write-docx') return writeRecognizedDocx(file, pages, request, report)
  return writeSearchablePdf(file, pages, request, report)
}

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
