/** Compares two documents page by page: words by pdf.js, looks by PDFium. */
import { readFile } from 'node:fs/promises'
import type { ComparedPage, PdfComparison } from '@filesmith/contract/pdf/comparison'
import sharp from 'sharp'
import { elementAt } from '../../element-at.ts'
import { openDocument } from '../../pdf/read/open-document.ts'
import { openForRendering, type PdfiumDocument, renderPage } from '../../pdf/render/render-page.ts'
import type { PdfJob } from '../job.ts'
import { alignPages, fewWords, type PagePair, type PageSketch, sketchPage } from './align-pages.ts'
import { type ComparedWord, comparedWords } from './compared-words.ts'
import { diffPixels, type PagePixels } from './diff-pixels.ts'
import { areaOf, diffPages } from './diff-words.ts'

/** Fine enough for a comma. */
const maxDpi = 96
/** Of each page; a poster is compared at a lower resolution. */
const maxComparedPixels = 4_000_000
const thumbnailDpi = 18
const thumbnailSide = 32
const pointsPerInch = 72

export interface ComparedPaths {
  readonly before: string
  readonly after: string
}

type Limits = Pick<PdfJob, 'maxPages' | 'maxPixels'>

/** Reports 0 to 1. */
export async function compareDocuments(
  { before, after }: ComparedPaths,
  limits: Limits,
  report: (share: number) => void,
): Promise<PdfComparison> {
  const oldWords = await readWords(before, limits, share => report(0.2 * share))
  const newWords = await readWords(after, limits, share => report(0.2 + 0.2 * share))
  const oldPages = await openForRendering(await readFile(before), limits)
  const newPages = await openForRendering(await readFile(after), limits)
  try {
    const needsThumbnails = [...oldWords, ...newWords].some(words => words.length < fewWords)
    const pairs = alignPages(
      await sketchesOf(oldPages, oldWords, needsThumbnails, limits),
      await sketchesOf(newPages, newWords, needsThumbnails, limits),
    )
    report(0.5)
    const texts = diffPages(
      pairs,
      page => elementAt(oldWords, page),
      page => elementAt(newWords, page),
    )
    const changedOld = new Set(texts.flatMap(text => text.old?.spots.map(({ page }) => page) ?? []))
    const changedNew = new Set(texts.flatMap(text => text.new?.spots.map(({ page }) => page) ?? []))
    const pages: ComparedPage[] = []
    for (const pair of pairs) {
      const page = await comparePage(pair, oldPages, newPages, limits)
      const hasOtherWords = changedOld.has(page.old?.page ?? 0) || changedNew.has(page.new?.page ?? 0)
      pages.push(page.state === 'same' && hasOtherWords ? { ...page, state: 'changed' } : page)
      report(0.5 + (0.5 * pages.length) / pairs.length)
    }
    return summarize(pages, texts, { oldPages: oldWords.length, newPages: newWords.length })
  } finally {
    oldPages.destroy()
    newPages.destroy()
  }
}

async function readWords(
  path: string,
  limits: Limits,
  report: (share: number) => void,
): Promise<(readonly ComparedWord[])[]> {
  // Without the pixels of images.
  const document = await openDocument(new Uint8Array(await readFile(path)), { ...limits, maxPixels: 1 })
  try {
    const pages: (readonly ComparedWord[])[] = []
    for (let number = 1; number <= document.pageCount; number++) {
      const { fragments } = await document.page(number)
      pages.push(comparedWords(fragments))
      report(number / document.pageCount)
    }
    return pages
  } finally {
    await document.close()
  }
}

async function sketchesOf(
  document: PdfiumDocument,
  words: readonly (readonly ComparedWord[])[],
  needsThumbnails: boolean,
  limits: Limits,
): Promise<PageSketch[]> {
  const sketches: PageSketch[] = []
  for (const [index, ofPage] of words.entries())
    sketches.push(
      sketchPage(ofPage, needsThumbnails ? await thumbnailOf(document, index, limits) : undefined),
    )
  return sketches
}

async function thumbnailOf(
  document: PdfiumDocument,
  index: number,
  { maxPixels }: Limits,
): Promise<Uint8Array> {
  const image = await renderPage(document.getPage(index), thumbnailDpi, maxPixels)
  const small = await image.raw().toBuffer({ resolveWithObject: true })
  return sharp(small.data, { raw: small.info })
    .resize(thumbnailSide, thumbnailSide, { fit: 'fill' })
    .grayscale()
    .raw()
    .toBuffer()
}

async function comparePage(
  pair: PagePair,
  oldPages: PdfiumDocument,
  newPages: PdfiumDocument,
  limits: Limits,
): Promise<ComparedPage> {
  const { isMoved } = pair
  const before = pair.old === undefined ? null : sideOf(oldPages, pair.old)
  const after = pair.new === undefined ? null : sideOf(newPages, pair.new)
  if (before === null || after === null)
    return {
      state: before === null ? 'added' : 'removed',
      isMoved,
      old: before,
      new: after,
      changedPercent: 100,
      areas: [],
    }
  const largest = Math.max(1, before.width * before.height, after.width * after.height)
  const dpi = Math.min(maxDpi, pointsPerInch * Math.sqrt(maxComparedPixels / largest))
  const { changedPercent, areas } = diffPixels(
    await pixelsOf(oldPages, before.page, dpi, limits),
    await pixelsOf(newPages, after.page, dpi, limits),
    pointsPerInch / dpi,
  )
  return {
    state: areas.length > 0 ? 'changed' : 'same',
    isMoved,
    old: before,
    new: after,
    changedPercent,
    areas: areas.map(areaOf),
  }
}

function sideOf(document: PdfiumDocument, index: number): ComparedPage['old'] {
  const { originalWidth, originalHeight } = document.getPage(index).getOriginalSize()
  return { page: index + 1, width: originalWidth, height: originalHeight }
}

async function pixelsOf(
  document: PdfiumDocument,
  page: number,
  dpi: number,
  { maxPixels }: Limits,
): Promise<PagePixels> {
  const image = await renderPage(document.getPage(page - 1), dpi, maxPixels)
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function summarize(
  pages: ComparedPage[],
  texts: PdfComparison['texts'],
  counts: { readonly oldPages: number; readonly newPages: number },
): PdfComparison {
  const countOf = (state: ComparedPage['state']) => pages.filter(page => page.state === state).length
  const wordsOf = (side: 'old' | 'new') =>
    texts.reduce((sum, text) => sum + (text[side]?.text.split(' ').length ?? 0), 0)
  const movedPages = pages.filter(({ isMoved }) => isMoved).length
  return {
    isSame: texts.length === 0 && movedPages === 0 && pages.every(({ state }) => state === 'same'),
    summary: {
      ...counts,
      changedPages: countOf('changed'),
      addedPages: countOf('added'),
      removedPages: countOf('removed'),
      movedPages,
      addedWords: wordsOf('new'),
      removedWords: wordsOf('old'),
    },
    pages,
    texts,
  }
}
