/**
 * Puts drawings on pages by adding content streams to them, so that everything else of the document stays as it is. qpdf's
 * overlays would turn the content of pages into form XObjects, which breaks tags and cuts pages to their TrimBox.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Matrix, multiply } from '../../pdf/read/matrix.ts'
import type { PdfJob } from '../job.ts'
import { readQpdfObjects, updateObjects } from '../qpdf/pdf-document.ts'
import {
  dictOf,
  type IndirectObject,
  isDictionary,
  mapReferences,
  type PdfValue,
  textStream,
} from '../qpdf/pdf-value.ts'
import { type PdfPage, type PdfPages, readPages } from '../qpdf/read-pages.ts'
import type { Drawing, Drawings } from './drawings.ts'
import { seenMatrix, writeMatrix } from './geometry.ts'

export interface Placement {
  readonly drawing: Drawing
  /** From the drawing to the page as seen. */
  readonly matrix: Matrix
}

export interface PutRequest {
  readonly path: string
  readonly document: PdfPages
  readonly drawings: Drawings
  /** Of the page with this index. */
  readonly placementsOf: (page: PdfPage, index: number) => readonly Placement[]
  readonly isBelow: boolean
}

export async function putOnPages(
  { outFolder }: Pick<PdfJob, 'outFolder'>,
  { path, document: { pages, maxId }, drawings, placementsOf, isBelow }: PutRequest,
): Promise<string> {
  const drawingsPath = join(outFolder, 'drawings.pdf')
  await writeFile(drawingsPath, await drawings.save())
  const { forms, changes } = await importDrawings(drawingsPath, maxId)
  let lastId = maxId + forms.lastId
  const shared = new Map<string, string>()
  const stream = (content: string): string => {
    const known = shared.get(content)
    if (known !== undefined) return known
    const reference = `${++lastId} 0 R`
    changes.set(reference, textStream(content))
    shared.set(content, reference)
    return reference
  }
  for (const [index, page] of pages.entries()) {
    const placements = placementsOf(page, index)
    if (placements.length === 0) continue
    const { '/XObject': given } = page.resources
    const xObjects: Record<string, PdfValue> = isDictionary(given) ? { ...given } : {}
    const names = new Map<number, string>()
    for (const { drawing } of placements) {
      if (names.has(drawing.index)) continue
      const name = freeName(xObjects)
      names.set(drawing.index, name)
      xObjects[name] = forms.references[drawing.index] ?? null
    }
    const toPage = seenMatrix(page)
    const content = placements
      .map(
        ({ drawing, matrix }) =>
          `q ${writeMatrix(multiply(toPage, matrix))} cm ${names.get(drawing.index) ?? ''} Do Q\n`,
      )
      .join('')
    // Screen readers skip artifacts.
    const drawn = `/Artifact BMC\n${content}EMC\n`
    changes.set(page.reference, {
      value: {
        ...page.dict,
        '/Resources': { ...page.resources, '/XObject': xObjects },
        '/Contents': isBelow
          ? [stream(drawn), ...page.contents]
          : [stream('q\n'), ...page.contents, stream(`\nQ\n${drawn}`)],
      },
    })
  }
  const resultPath = join(outFolder, 'drawn.pdf')
  await updateObjects({ path, resultPath }, changes)
  return resultPath
}

function freeName(used: object): string {
  for (let number = 1; ; number++) if (!(`/Drawing${number}` in used)) return `/Drawing${number}`
}

/** Objects of the drawings with numbers behind those of the document; each page becomes a form XObject. */
async function importDrawings(drawingsPath: string, maxId: number) {
  const prefix = `${drawingsPath}-data`
  const [{ pages }, { objects, maxId: lastId }] = await Promise.all([
    readPages(drawingsPath),
    readQpdfObjects(drawingsPath, 'all', [
      '--decode-level=none',
      '--json-stream-data=file',
      `--json-stream-prefix=${prefix}`,
    ]),
  ])
  const moved = (reference: string) => `${Number.parseInt(reference, 10) + maxId} 0 R`
  const forms = new Map(pages.map(page => [page.contents[0] ?? '', page]))
  const changes = new Map<string, IndirectObject>()
  for (const [reference, object] of objects) {
    const type = dictOf(object)['/Type']
    if (reference === 'trailer' || type === '/Page' || type === '/Pages' || type === '/Catalog') continue
    if (object.stream === undefined) {
      changes.set(moved(reference), { value: mapReferences(object.value ?? null, moved) })
      continue
    }
    const page = forms.get(reference)
    const { '/Length': _, ...given } = object.stream.dict
    const dict = page === undefined ? given : { ...given, ...formDict(page) }
    changes.set(moved(reference), {
      stream: { dict: asDict(mapReferences(dict, moved)), datafile: object.stream.datafile },
    })
  }
  return { changes, forms: { lastId, references: pages.map(({ contents }) => moved(contents[0] ?? '')) } }
}

function formDict({ mediaBox, resources }: PdfPage) {
  return { '/Type': '/XObject', '/Subtype': '/Form', '/BBox': [...mediaBox], '/Resources': resources }
}

function asDict(value: PdfValue): { [key: string]: PdfValue } {
  return isDictionary(value) ? value : {}
}
