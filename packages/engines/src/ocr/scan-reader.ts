/** Recognizes scanned pages with the OCR pipeline, including rotation, deskewing and language detection. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EngineSettings } from '../engine.ts'
import type { RecognizedPages } from '../pdf/recognized-pages.ts'
import type { ScanReader } from '../pdf/start-pdf.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { installedLanguages } from '../tesseract/installed-languages.ts'
import { type OcrFile, startOcrHelpers } from './ocr-helpers.ts'
import { type FileContext, recognizePage } from './page/recognize-page.ts'
import { createTesseractReader } from './page/tesseract-reader.ts'
import { pageSource } from './page-on-disk.ts'
import { createSemaphore } from './semaphore.ts'
import { wordsInPoints } from './words-in-points.ts'

/** Rejects if Tesseract is not installed. Helpers start with the first scan. */
export async function startScanReader(settings: EngineSettings, sandbox: Sandbox): Promise<ScanReader> {
  const installed = await installedLanguages()
  const helpers = await startOcrHelpers({ ...settings, startsWarm: false }, sandbox)
  const semaphore = createSemaphore(settings.helpersPerEngine)
  const options = { isEnhanced: true, detectsLanguage: true, languages: ['eng'] }

  async function readScan(
    file: OcrFile,
    page: number,
    context: FileContext,
  ): Promise<RecognizedPages[number]> {
    const folder = join(file.folder, String(page))
    await mkdir(folder)
    const reader = createTesseractReader({
      sandbox,
      folder,
      installed,
      timeoutMs: settings.pdf.pageTimeoutMs,
      memoryBytes: settings.maxMemoryBytes,
      signal: file.signal,
      identify: texts => helpers.identify(file, texts),
    })
    const source = pageSource(helpers, file, { page, folder, previewPixels: 0 })
    const { page: read, words } = await recognizePage(reader, source, options, context)
    await rm(folder, { recursive: true, force: true })
    const points = read.pointsPerPixel / read.geometry.scale
    return {
      page,
      width: read.geometry.readWidth * points,
      height: read.geometry.readHeight * points,
      words: wordsInPoints(words, points),
    }
  }

  async function readScans(
    file: OcrFile,
    pages: readonly number[],
    onPage: (done: number) => void,
    stopOthers: () => void,
  ): Promise<RecognizedPages> {
    const context: FileContext = { rotation: 0 }
    let done = 0
    const work = pages.map(page =>
      semaphore.run(file.signal, async () => {
        const read = await readScan(file, page, context)
        done += 1
        onPage(done)
        return read
      }),
    )
    // Abort the others on the first failure, and wait for them before the folder is removed.
    return Promise.all(work).catch(async error => {
      stopOthers()
      await Promise.allSettled(work)
      throw error
    })
  }

  return {
    async withWords(run, pages, onPage, work) {
      const folder = `${run.outputPath}-scans`
      const failed = new AbortController()
      const signal = AbortSignal.any([run.signal, failed.signal])
      const { inputPath: path, password } = run
      await mkdir(folder)
      try {
        const recognizedPath = join(folder, 'words.json')
        const file: OcrFile = { path, format: 'pdf', password, folder, signal }
        await writeFile(
          recognizedPath,
          JSON.stringify(await readScans(file, pages, onPage, () => failed.abort())),
        )
        return await work(recognizedPath)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    close: () => helpers.close(),
  }
}
