/** Recognizes scanned pages and images of other pages with the OCR pipeline, including rotation, deskewing and language detection. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EngineSettings } from '../engine.ts'
import type { Box } from '../page-layout/page-model.ts'
import type { RecognizedImage, RecognizedText } from '../pdf/recognized-pages.ts'
import type { UnreadImage } from '../pdf/request.ts'
import type { ScanReader } from '../pdf/start-pdf.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { installedLanguages } from '../tesseract/installed-languages.ts'
import { type OcrFile, startOcrHelpers } from './ocr-helpers.ts'
import { readImageText } from './page/read-image-text.ts'
import { type FileContext, recognizePage } from './page/recognize-page.ts'
import { createTesseractReader } from './page/tesseract-reader.ts'
import { pageSource } from './page-on-disk.ts'
import { createSemaphore } from './semaphore.ts'
import { type WordInPoints, wordsInPoints } from './words-in-points.ts'

const imageTimeoutMs = 10_000
const allImagesMs = 30_000

/** Rejects if Tesseract is not installed. Helpers start with the first scan. */
export async function startScanReader(settings: EngineSettings, sandbox: Sandbox): Promise<ScanReader> {
  const installed = await installedLanguages()
  const helpers = await startOcrHelpers({ ...settings, startsWarm: false }, sandbox)
  const semaphore = createSemaphore(settings.helpersPerEngine)
  const options = { isEnhanced: true, detectsLanguage: true, languages: ['eng'] }

  const readerIn = (folder: string, file: OcrFile, timeoutMs: number) =>
    createTesseractReader({
      sandbox,
      folder,
      installed,
      timeoutMs,
      memoryBytes: settings.maxMemoryBytes,
      signal: file.signal,
      identify: texts => helpers.identify(file, texts),
    })

  async function readScan(
    file: OcrFile,
    page: number,
    context: FileContext,
  ): Promise<RecognizedText['pages'][number]> {
    const folder = join(file.folder, String(page))
    await mkdir(folder)
    const reader = readerIn(folder, file, settings.pdf.pageTimeoutMs)
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
  ): Promise<RecognizedText['pages']> {
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

  /** An image that takes too long is left unread, as are all others once the time for images is over. */
  async function readImage(file: OcrFile, image: UnreadImage, index: number): Promise<RecognizedImage> {
    const folder = join(file.folder, `image-${index}`)
    await mkdir(folder)
    try {
      const { page: number, ...region } = image
      const source = pageSource(helpers, file, { page: number, folder, previewPixels: 0, region })
      const reader = readerIn(folder, file, Math.min(imageTimeoutMs, settings.pdf.pageTimeoutMs))
      const { page, words } = await readImageText(reader, source, ['eng'])
      const points = page.pointsPerPixel / page.geometry.scale
      return { ...image, words: wordsInPoints(words, points).map(word => movedTo(region, word)) }
    } catch (error) {
      if (file.signal.aborted) throw error
      return { ...image, words: [] }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async function readImages(
    file: OcrFile,
    images: readonly UnreadImage[],
    onImage: () => void,
  ): Promise<RecognizedImage[]> {
    const end = performance.now() + allImagesMs
    const read = await Promise.all(
      images.map((image, index) =>
        semaphore.run(file.signal, async () => {
          const found = performance.now() < end ? await readImage(file, image, index) : undefined
          onImage()
          return found
        }),
      ),
    )
    return read.filter(image => image !== undefined && image.words.length > 0) as RecognizedImage[]
  }

  return {
    async withWords(run, parts, onPart, work) {
      const folder = `${run.outputPath}-scans`
      const failed = new AbortController()
      const signal = AbortSignal.any([run.signal, failed.signal])
      const { inputPath: path, password } = run
      await mkdir(folder)
      try {
        const recognizedPath = join(folder, 'words.json')
        const file: OcrFile = { path, format: 'pdf', password, folder, signal }
        const pages = await readScans(file, parts.pages, onPart, () => failed.abort())
        let done = pages.length
        const images = await readImages(file, parts.images, () => {
          done += 1
          onPart(done)
        })
        if (pages.length + images.length === 0) return undefined
        await writeFile(recognizedPath, JSON.stringify({ pages, images } satisfies RecognizedText))
        return await work(recognizedPath)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    close: () => helpers.close(),
  }
}

function movedTo({ left, top }: Box, word: WordInPoints): WordInPoints {
  return {
    ...word,
    left: word.left + left,
    right: word.right + left,
    top: word.top + top,
    bottom: word.bottom + top,
    baseline: word.baseline + top,
  }
}
