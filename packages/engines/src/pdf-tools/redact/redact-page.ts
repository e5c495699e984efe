/** Finds the marks of a page and removes what is under them; a page that is uncertain becomes an image of itself. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { redactPdf } from '@filesmith/contract/operations/pdf/redact-pdf'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { z } from 'zod'
import { isMatrix, type Matrix, multiply, transformPoint } from '../../pdf/read/matrix.ts'
import { openForRendering, renderPage } from '../../pdf/render/render-page.ts'
import { writeNumber } from '../content-tokens.ts'
import type { PdfJob } from '../job.ts'
import type { PdfDict } from '../qpdf/pdf-value.ts'
import type { TouchedIds } from './clean-structure.ts'
import { UncertainContent } from './content-writer.ts'
import { drawBoxes } from './draw-boxes.ts'
import type { EditedDocument, StreamObject } from './edited-document.ts'
import { findInGlyphs, type GlyphMatch, glyphLines } from './find-glyphs.ts'
import type { HiddenLayers } from './hidden-layers.ts'
import { shownBy } from './images-aside.ts'
import { boundsOfMark, inverted, type Mark, overlaps, rectangle } from './mark.ts'
import { type ImageEvent, type PageEvent, type PlacedGlyph, readPageEvents } from './page-events.ts'
import { paintImage, paintStencil } from './paint-image.ts'
import { ResourceEditor } from './pdf-objects.ts'
import { annotationsUnder } from './prove-annotations.ts'
import { pageContent } from './prune-resources.ts'
import { rewritePage } from './rewrite-content.ts'
import type { TextSearch } from './search-text.ts'

/** What was removed from a page. */
export interface PageRedaction {
  /** How often each word or pattern was found. */
  readonly words: Readonly<Record<string, number>>
  readonly areas: number
  readonly characters: number
  readonly images: number
  readonly annotations: number
  /** The page was replaced by an image. */
  readonly isImage: boolean
}

export interface RedactedPage {
  readonly redaction: PageRedaction
  readonly marks: readonly Mark[]
  readonly touchedIds: TouchedIds
  /** What was under the areas. */
  readonly areaLines: readonly string[]
  /** Words may be in images, or in text without character codes. */
  readonly hasUnreadText: boolean
  /** Of the redacted page; undefined for a page without areas. */
  readonly leftUnder: ((page: PDFPageProxy) => Promise<LeftUnder>) | undefined
}

interface LeftUnder {
  readonly characters: number
  readonly annotations: number
}

interface RedactorContext {
  readonly document: EditedDocument
  readonly source: PDFDocumentProxy
  readonly search: TextSearch
  /** Also parts of words, for pages on which other readers find more. */
  readonly wideSearch: TextSearch
  readonly options: z.output<typeof redactPdf.options>
  /** Undefined if they stay. */
  readonly hiddenLayers: HiddenLayers | undefined
  /** Images whose bytes stay on disk. */
  readonly aside: ReadonlySet<number>
  readonly job: PdfJob
}

interface ImagePage {
  readonly node: PdfDict
  readonly number: number
  readonly marks: readonly Mark[]
  /** From the unit square of the image. */
  readonly matrix: Matrix
}

/** Share of a box that is cut off on each side: neighbors touch, and descenders reach into the next line. */
const [removalInset, proofInset] = [0.1, 0.25]
const renderDpi = 200
const rgbKind = 2
/** Nothing of the content of the page is left. */
const everyId: TouchedIds = { has: () => true }

export class PageRedactor {
  readonly #context: RedactorContext
  readonly #imagePages: ImagePage[] = []
  /** Images that were set aside, and that the redaction changes or shows. */
  readonly neededImages = new Set<number>()
  #isVisible: (layer: unknown) => boolean = () => true

  constructor(context: RedactorContext) {
    this.#context = context
  }

  async prepare(): Promise<void> {
    const layers = await this.#context.source.getOptionalContentConfig().catch(() => undefined)
    this.#isVisible = layer => {
      try {
        return layers?.isVisible(Object(layer)) ?? true
      } catch {
        return true
      }
    }
  }

  async redact(node: PdfDict, number: number, isForcedImage: boolean): Promise<RedactedPage> {
    const page = await this.#context.source.getPage(number)
    try {
      return await this.#redactPage(node, page, isForcedImage)
    } finally {
      page.cleanup()
    }
  }

  async #redactPage(node: PdfDict, page: PDFPageProxy, isForcedImage: boolean): Promise<RedactedPage> {
    const { options, search, wideSearch, hiddenLayers } = this.#context
    const { transform, width, height } = page.getViewport({ scale: 1 })
    const toPage = (isMatrix(transform) && inverted(transform)) || rectangle(0, 0, 1, 1)
    const areas: Mark[] = options.areas.flatMap(area => {
      if (area.page !== page.pageNumber) return []
      const [unitX, unitY] = area.unit === 'percent' ? [width / 100, height / 100] : [1, 1]
      const seen = rectangle(
        area.x * unitX,
        (area.y + area.height) * unitY,
        (area.x + area.width) * unitX,
        area.y * unitY,
      )
      return [{ frame: multiply(toPage, seen), isArea: true }]
    })
    const events = await readPageEvents(page, this.#isVisible)
    const glyphs = events.flatMap(event => (event.kind === 'show' ? event.glyphs : []))
    const matches = findInGlyphs(glyphs, isForcedImage ? wideSearch : search, isForcedImage)
    const covered = glyphs.filter(glyph => isUnder(glyph, areas, removalInset))
    const hidden = hiddenLayers ? glyphs.filter(({ isHidden }) => isHidden) : []
    const removed = new Set([...matches.flatMap(match => match.glyphs), ...covered, ...hidden])
    const marks = [...areas, ...matches.flatMap(marksOf)]
    const redacted = {
      marks,
      touchedIds: new Set<number>(),
      hasUnreadText:
        options.words.length + options.patterns.length > 0 && isUnread(events, glyphs, [width, height]),
      areaLines: glyphLines(covered),
      leftUnder: areas.length > 0 ? (result: PDFPageProxy) => this.#leftUnder(result, areas) : undefined,
    }
    const redaction = {
      words: countTerms(matches),
      areas: areas.length,
      characters: removed.size,
      images: 0,
      annotations: 0,
      isImage: false,
    }
    if (marks.length === 0 && !isForcedImage && !hiddenLayers) return { ...redacted, redaction }
    const visible = marks.filter(({ isHidden }) => isHidden !== true)
    try {
      if (isForcedImage) throw new UncertainContent('another reader finds words')
      const { touchedIds, images } = await this.#rewrite(node, events, removed, visible)
      return { ...redacted, touchedIds, redaction: { ...redaction, images } }
    } catch {
      const { document, aside } = this.#context
      for (const number of shownBy(document, node)) if (aside.has(number)) this.neededImages.add(number)
      const matrix = multiply(toPage, [width, 0, 0, -height, 0, height])
      this.#imagePages.push({ node, number: page.pageNumber, marks: visible, matrix })
      return { ...redacted, touchedIds: everyId, redaction: { ...redaction, isImage: true } }
    }
  }

  async #rewrite(
    node: PdfDict,
    events: readonly PageEvent[],
    removed: ReadonlySet<PlacedGlyph>,
    marks: readonly Mark[],
  ): Promise<{ readonly touchedIds: ReadonlySet<number>; readonly images: number }> {
    const { document, options, hiddenLayers } = this.#context
    const resources = new ResourceEditor(document, node['/Resources'])
    let images = 0
    const { content, touchedIds } = await rewritePage(
      {
        document,
        events,
        marks,
        isRemoved: glyph => removed.has(glyph),
        hiddenLayers,
        repaint: async (event, image) => {
          const painted = await this.#repaint(event, image, marks)
          if (painted !== undefined) images++
          return painted
        },
      },
      pageContent(document, node),
      resources,
    )
    const boxes = drawBoxes(resources, marks, options)
    node['/Contents'] = document.addStream({}, `q\n${content}Q\n${boxes}`)
    node['/Resources'] = resources.dict
    return { touchedIds, images }
  }

  async #repaint(
    event: ImageEvent,
    image: StreamObject,
    marks: readonly Mark[],
  ): Promise<string | undefined> {
    const { document, options, aside } = this.#context
    const touching = marks.filter(({ frame }) => overlaps(frame, event.matrix))
    if (touching.length === 0) return undefined
    if (aside.has(image.number)) {
      this.neededImages.add(image.number)
      return undefined
    }
    const decoded = await event.load()
    if (decoded?.data === undefined) throw new UncertainContent('image that cannot be decoded')
    const paint = { matrix: event.matrix, marks: touching, color: colorOf(options.color) }
    return event.isMask
      ? paintStencil(document, image.dict, decoded, paint)
      : paintImage(document, image.dict, decoded, paint)
  }

  /** Texts and images on hidden layers of the redacted page. */
  async hiddenOn(page: PDFPageProxy): Promise<number> {
    const events = await readPageEvents(page, this.#isVisible)
    const isHidden = (event: PageEvent) =>
      event.kind === 'show'
        ? event.glyphs.some(glyph => glyph.isHidden)
        : event.kind === 'image' && event.isHidden
    return events.filter(isHidden).length
  }

  async #leftUnder(page: PDFPageProxy, areas: readonly Mark[]): Promise<LeftUnder> {
    const events = await readPageEvents(page, this.#isVisible)
    const isLabel = (glyphs: readonly PlacedGlyph[]) =>
      this.#context.options.label !== '' &&
      glyphs.map(({ text }) => text).join('') === this.#context.options.label
    const left = events
      .flatMap(event => (event.kind === 'show' && !isLabel(event.glyphs) ? event.glyphs : []))
      .filter(glyph => isUnder(glyph, areas, proofInset))
    return { characters: left.length, annotations: await annotationsUnder(page, areas) }
  }

  /** After everything else is removed, because the image shows the annotations that stay. */
  async drawPagesAsImages(): Promise<void> {
    if (this.#imagePages.length === 0) return
    const { document, job, options, aside } = this.#context
    const path = join(job.outFolder, 'rendered.pdf')
    await document.write(path, aside)
    const rendered = await openForRendering(await readFile(path), job)
    try {
      for (const { node, number, marks, matrix } of this.#imagePages) {
        const image = await renderPage(rendered.getPage(number - 1), renderDpi, job.maxPixels)
        const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
        const painted = await paintImage(
          document,
          { '/Filter': '/DCTDecode' },
          { data, width: info.width, height: info.height, kind: rgbKind },
          { matrix, marks, color: colorOf(options.color) },
          true,
        )
        const resources = new ResourceEditor(document, undefined)
        const name = painted === undefined ? '' : resources.add('XObject', painted)
        const boxes = drawBoxes(resources, marks, options)
        const content = `q\n${matrix.map(writeNumber).join(' ')} cm\n/${name} Do\nQ\n${boxes}`
        node['/Contents'] = document.addStream({}, content)
        node['/Resources'] = resources.dict
        for (const key of ['/StructParents', '/Group']) delete node[key]
      }
    } finally {
      rendered.destroy()
    }
  }
}

function colorOf(color: string): readonly [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function isUnder(glyph: PlacedGlyph, areas: readonly Mark[], inset: number): boolean {
  const [x, y] = transformPoint(glyph.em, 0, 0)
  // Glyphs without a size have a place.
  const frame = inverted(glyph.reach) === undefined ? rectangle(x, y, x + 0.01, y + 0.01) : glyph.reach
  // A drawing may reach much farther than its letter.
  const size = Math.hypot(glyph.em[2], glyph.em[3])
  const insetX = inset * Math.min(1, size / Math.hypot(frame[0], frame[1]))
  const insetY = inset * Math.min(1, size / Math.hypot(frame[2], frame[3]))
  const core = multiply(frame, [1 - 2 * insetX, 0, 0, 1 - 2 * insetY, insetX, insetY])
  return areas.some(area => overlaps(area.frame, core))
}

/** One box for each line of a match. */
function marksOf({ glyphs }: GlyphMatch): Mark[] {
  const isHidden = glyphs.every(glyph => glyph.isHidden)
  const lines: PlacedGlyph[][] = []
  for (const glyph of glyphs) {
    const first = lines.at(-1)?.[0]
    const inverse = first && inverted(first.em)
    const [, bottom, , top] = inverse ? boundsOfMark(multiply(inverse, glyph.em)) : [0, 0, 0, 0]
    const isSameLine = inverse !== undefined && Math.abs(bottom) < 0.5 && Math.abs(top - 1) < 0.5
    if (isSameLine || glyph.isVertical) lines.at(-1)?.push(glyph) ?? lines.push([glyph])
    else lines.push([glyph])
  }
  return lines.flatMap(line => {
    const em = line[0]?.em
    const inverse = em && inverted(em)
    if (em === undefined || inverse === undefined) return []
    const boxes = line.map(({ frame }) => boundsOfMark(multiply(inverse, frame)))
    const around = rectangle(
      Math.min(...boxes.map(([left]) => left)),
      Math.min(...boxes.map(([, bottom]) => bottom)),
      Math.max(...boxes.map(([, , right]) => right)),
      Math.max(...boxes.map(([, , , top]) => top)),
    )
    return [{ frame: multiply(em, around), isHidden }]
  })
}

function countTerms(matches: readonly GlyphMatch[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { term } of matches) counts[term] = (counts[term] ?? 0) + 1
  return counts
}

const unmapped = /^[\p{Cc}\p{Co}\ufffd]*$/u

function isUnread(
  events: readonly PageEvent[],
  glyphs: readonly PlacedGlyph[],
  [width, height]: readonly [number, number],
): boolean {
  const isScan = events.some((event, index) => {
    if (event.kind !== 'image') return false
    const [left, bottom, right, top] = boundsOfMark(event.matrix)
    if ((right - left) * (top - bottom) <= 0.3 * width * height) return false
    // The text layer of a scan is invisible, or behind the image.
    const behind = new Set(
      events.slice(0, index).flatMap(shown => (shown.kind === 'show' ? shown.glyphs : [])),
    )
    return !glyphs.some(
      glyph => (glyph.isInvisible || behind.has(glyph)) && overlaps(event.matrix, glyph.frame),
    )
  })
  const unknown = glyphs.filter(({ text }) => unmapped.test(text)).length
  return isScan || unknown > Math.max(10, glyphs.length / 5)
}
