/** Takes one page of a file through preparation and reading, and keeps the picture that shows it. */
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { toAppError } from '@filesmith/contract/errors'
import { recognitionParts } from '@filesmith/contract/schemas/recognition'
import { wordsInPoints } from '../pdf/scans/words-in-points.ts'
import { type OcrJob, partPath } from './ocr-job.ts'
import type { PageOnDisk } from './page/page-source.ts'
import { type FileMemory, type PageReading, readPage } from './page/read-page.ts'
import { createTesseractReader } from './page/tesseract-reader.ts'
import { pageSource } from './page-on-disk.ts'
import type { OpenedPage } from './request.ts'
import type { ReadPage } from './text/read-document.ts'

const viewPixels = 1600
const mostViews = 100
const usualPage = { width: 595, height: 842 }

export interface PageNumber {
  readonly number: number
  readonly of: number
}

export async function readFilePage(
  job: OcrJob,
  page: OpenedPage,
  { number, of }: PageNumber,
  memory: FileMemory,
): Promise<ReadPage> {
  const { file } = job
  const folder = join(file.folder, String(number))
  await mkdir(folder)
  try {
    return page.kind === 'picture'
      ? await readImage(job, number, folder, memory)
      : await takeText(job, page, number, folder)
  } catch (error) {
    // One page of many that cannot be read in time does not take the others with it.
    if (of === 1 || toAppError(error).code !== 'took-too-long' || file.signal.aborted) throw error
    return { ...emptyPage(number, usualPage), isUnread: true }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readImage(job: OcrJob, number: number, folder: string, memory: FileMemory): Promise<ReadPage> {
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
  const source = pageSource(helpers, file, { page: number, folder, viewPixels: viewOf(number) })
  const wish = { isEnhanced: options.enhanceAccuracy, detectsLanguage: options.detectLanguage, languages }
  return keepPage(job, number, await readPage(reader, source, wish, memory))
}

function viewOf(number: number): number {
  return number <= mostViews ? viewPixels : 0
}

async function keepPage(
  job: OcrJob,
  number: number,
  { page, words, languages }: PageReading,
): Promise<ReadPage> {
  const { geometry, pointsPerPixel } = page
  const readPoints = pointsPerPixel / geometry.scale
  return {
    page: number,
    width: geometry.readWidth * readPoints,
    height: geometry.readHeight * readPoints,
    hasTextLayer: false,
    languages,
    words: wordsInPoints(words, readPoints, 0),
    view: await keepView(job, number, page.view),
    place: {
      turn: geometry.turn,
      width: geometry.width * pointsPerPixel,
      height: geometry.height * pointsPerPixel,
      skewDegrees: geometry.skewDegrees,
    },
  }
}

async function keepView(job: OcrJob, number: number, view: PageOnDisk['view']): Promise<ReadPage['view']> {
  if (view === undefined) return undefined
  const name = recognitionParts.page(number)
  const path = partPath(job, name)
  job.parts.push({ name, format: 'jpg', path })
  await rename(view.path, path)
  return { name, width: view.width, height: view.height }
}

/** A page whose words are in the file already only has to be shown. */
async function takeText(
  job: OcrJob,
  page: Extract<OpenedPage, { kind: 'text' }>,
  number: number,
  folder: string,
): Promise<ReadPage> {
  const read = emptyPage(number, page)
  const { turn } = page
  const view = viewOf(number) === 0 ? undefined : await drawView(job, number, turn, folder)
  return {
    ...read,
    hasTextLayer: true,
    words: page.words,
    view: await keepView(job, number, view),
    place: { ...read.place, turn },
  }
}

async function drawView({ engine, file }: OcrJob, number: number, turn: 0 | 90 | 180 | 270, folder: string) {
  const path = join(folder, 'view.jpg')
  const wish = { page: number, isEnhanced: false, turn, viewPixels: viewOf(number), isOnlyView: true }
  const { viewWidth, viewHeight } = await engine.helpers.prepare(file, wish, path)
  return { path, width: viewWidth, height: viewHeight }
}

function emptyPage(
  number: number,
  { width, height }: { readonly width: number; readonly height: number },
): ReadPage {
  return {
    page: number,
    width,
    height,
    hasTextLayer: false,
    languages: [],
    words: [],
    place: { turn: 0, width, height, skewDegrees: 0 },
  }
}
