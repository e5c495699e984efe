/** Recognizes one page of a file, or takes its text layer, and stores its preview. */
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { toAppError } from '@filesmith/contract/errors'
import { recognitionParts } from '@filesmith/contract/schemas/recognition'
import { type OcrJob, partPath } from './ocr-job.ts'
import type { PageOnDisk } from './page/page-source.ts'
import { type FileContext, type PageReading, recognizePage } from './page/recognize-page.ts'
import { createTesseractReader } from './page/tesseract-reader.ts'
import { pageSource } from './page-on-disk.ts'
import type { OpenedPage } from './request.ts'
import type { OcrPage } from './text/ocr-page.ts'
import { wordsInPoints } from './words-in-points.ts'

const previewPixels = 1600
const maxPreviews = 100
const defaultPageSize = { width: 595, height: 842 }

export interface PageNumber {
  readonly number: number
  readonly of: number
}

/** `onStep` is called after every preparation of the page and every run of Tesseract. */
export async function recognizeFilePage(
  job: OcrJob,
  page: OpenedPage,
  { number, of }: PageNumber,
  context: FileContext,
  onStep: () => void,
): Promise<OcrPage> {
  const { file } = job
  const folder = join(file.folder, String(number))
  await mkdir(folder)
  try {
    return page.kind === 'image'
      ? await recognizeImage(job, number, folder, context, onStep)
      : await useTextLayer(job, page, number, folder)
  } catch (error) {
    // A single page that times out does not fail the whole document.
    if (of === 1 || toAppError(error).code !== 'took-too-long' || file.signal.aborted) throw error
    return { ...emptyPage(number, defaultPageSize), isUnread: true }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function recognizeImage(
  job: OcrJob,
  number: number,
  folder: string,
  context: FileContext,
  onStep: () => void,
): Promise<OcrPage> {
  const { engine, file, options, languages } = job
  const { sandbox, installed, settings, helpers } = engine
  const reader = createTesseractReader({
    sandbox,
    folder,
    installed,
    timeoutMs: settings.ocr.pageTimeoutMs,
    memoryBytes: settings.maxMemoryBytes,
    signal: file.signal,
    identify: texts => helpers.identify(file, texts),
  })
  const source = pageSource(helpers, file, { page: number, folder, previewPixels: previewPixelsFor(number) })
  const readingOptions = {
    isEnhanced: options.enhanceAccuracy,
    detectsLanguage: options.detectLanguage,
    languages,
  }
  const counted = <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) => {
    return async (...args: Args) => {
      const result = await work(...args)
      onStep()
      return result
    }
  }
  const reading = await recognizePage(
    { ...reader, read: counted(reader.read) },
    { ...source, prepare: counted(source.prepare) },
    readingOptions,
    context,
  )
  return toOcrPage(job, number, reading)
}

function previewPixelsFor(number: number): number {
  return number <= maxPreviews ? previewPixels : 0
}

async function toOcrPage(
  job: OcrJob,
  number: number,
  { page, words, languages }: PageReading,
): Promise<OcrPage> {
  const { geometry, pointsPerPixel } = page
  const readPoints = pointsPerPixel / geometry.scale
  return {
    page: number,
    width: geometry.readWidth * readPoints,
    height: geometry.readHeight * readPoints,
    hasTextLayer: false,
    ...(page.isDamaged && { isDamaged: true }),
    languages,
    words: wordsInPoints(words, readPoints, 0),
    preview: await storePreview(job, number, page.preview),
    placement: {
      rotation: geometry.rotation,
      width: geometry.width * pointsPerPixel,
      height: geometry.height * pointsPerPixel,
      skewDegrees: geometry.skewDegrees,
    },
  }
}

async function storePreview(
  job: OcrJob,
  number: number,
  preview: PageOnDisk['preview'],
): Promise<OcrPage['preview']> {
  if (preview === undefined) return undefined
  const name = recognitionParts.page(number)
  const path = partPath(job, name)
  job.parts.push({ name, format: 'jpg', path })
  await rename(preview.path, path)
  return { name, width: preview.width, height: preview.height }
}

/** A page with a usable text layer needs no OCR, only a preview. */
async function useTextLayer(
  job: OcrJob,
  page: Extract<OpenedPage, { kind: 'text' }>,
  number: number,
  folder: string,
): Promise<OcrPage> {
  const read = emptyPage(number, page)
  const { rotation } = page
  const preview =
    previewPixelsFor(number) === 0 ? undefined : await renderPreview(job, number, rotation, folder)
  return {
    ...read,
    hasTextLayer: true,
    words: page.words,
    preview: await storePreview(job, number, preview),
    placement: { ...read.placement, rotation },
  }
}

async function renderPreview(
  { engine, file }: OcrJob,
  number: number,
  rotation: 0 | 90 | 180 | 270,
  folder: string,
) {
  const path = join(folder, 'view.jpg')
  const readingOptions = {
    page: number,
    isEnhanced: false,
    rotation,
    previewPixels: previewPixelsFor(number),
    isPreviewOnly: true,
  }
  const { previewWidth, previewHeight } = await engine.helpers.prepare(file, readingOptions, path)
  return { path, width: previewWidth, height: previewHeight }
}

function emptyPage(
  number: number,
  { width, height }: { readonly width: number; readonly height: number },
): OcrPage {
  return {
    page: number,
    width,
    height,
    hasTextLayer: false,
    languages: [],
    words: [],
    placement: { rotation: 0, width, height, skewDegrees: 0 },
  }
}
