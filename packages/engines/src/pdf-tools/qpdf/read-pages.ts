/** Pages of a document with what they inherit: boxes, rotation, resources. */
import { type PageRotation, rotationOf } from '@filesmith/contract/pdf/page-list'
import { z } from 'zod'
import { dictOf, isReference, type QpdfObject, readQpdfObjects } from './objects.ts'
import type { PdfDict, PdfValue } from './pdf-value.ts'
import { runQpdf } from './run-qpdf.ts'

/** Left, bottom, right, top. */
export type PageBox = readonly [number, number, number, number]

export interface PdfPage {
  readonly reference: string
  readonly dict: PdfDict
  /** References of its content streams. */
  readonly contents: readonly string[]
  readonly resources: PdfDict
  readonly mediaBox: PageBox
  /** What is shown of the page. */
  readonly cropBox: PageBox
  /** Clockwise. */
  readonly rotation: PageRotation
  readonly userUnit: number
  /** Dictionary of its label, if the document has labels. */
  readonly label: PdfDict | null
}

export interface PdfPages {
  readonly pages: readonly PdfPage[]
  readonly maxId: number
}

const pagesSchema = z.object({
  pages: z.array(
    z.object({
      object: z.string(),
      contents: z.array(z.string()),
      label: z.record(z.string(), z.json()).nullable(),
    }),
  ),
})

/** US Letter, as qpdf assumes for a page without a box. */
const defaultBox: PageBox = [0, 0, 612, 792]

export async function readPages(path: string): Promise<PdfPages> {
  const { stdout } = await runQpdf([path, '--json=2', '--json-key=pages'])
  const listed = pagesSchema.parse(JSON.parse(stdout)).pages
  const known = new Map<string, QpdfObject>()
  const load = async (references: readonly string[]) => {
    const missing = [...new Set(references)].filter(reference => !known.has(reference))
    if (missing.length === 0) return 0
    const { objects, maxId } = await readQpdfObjects(path, missing)
    for (const reference of missing) known.set(reference, objects.get(reference) ?? {})
    return maxId
  }
  const maxId = await load(listed.map(({ object }) => object))
  // The nodes of the page tree, level by level.
  for (let size = -1; size !== known.size; ) {
    size = known.size
    await load([...known.values()].map(object => dictOf(object)['/Parent']).filter(isReference))
  }
  const inherited = (object: string, key: string): PdfValue | undefined => {
    const visited = new Set<string>()
    for (let at: PdfValue | undefined = object; isReference(at) && !visited.has(at); ) {
      visited.add(at)
      const dict: PdfDict = dictOf(known.get(at))
      if (dict[key] !== undefined) return dict[key]
      at = dict['/Parent']
    }
    return undefined
  }
  const keys = ['/MediaBox', '/CropBox', '/Rotate', '/UserUnit', '/Resources']
  await load(listed.flatMap(({ object }) => keys.map(key => inherited(object, key))).filter(isReference))
  const resolved = (value: PdfValue | undefined) => (isReference(value) ? known.get(value)?.value : value)
  const resourcesOf = (object: string) => resolved(inherited(object, '/Resources'))
  // Dictionaries of kinds of resources can be separate objects.
  await load(
    listed.flatMap(({ object }) => Object.values(dictOf({ value: resourcesOf(object) }))).filter(isReference),
  )
  const pages = listed.map(({ object, contents, label }): PdfPage => {
    const mediaBox = boxOf(resolved(inherited(object, '/MediaBox'))) ?? defaultBox
    const cropBox = boxOf(resolved(inherited(object, '/CropBox'))) ?? mediaBox
    const rotation = resolved(inherited(object, '/Rotate'))
    const userUnit = resolved(dictOf(known.get(object))['/UserUnit'])
    const resources = dictOf({ value: resourcesOf(object) })
    return {
      reference: object,
      dict: dictOf(known.get(object)),
      contents,
      resources: Object.fromEntries(
        Object.entries(resources).map(([key, value]) => [key, resolved(value) ?? value]),
      ),
      mediaBox,
      cropBox: intersection(cropBox, mediaBox) ?? mediaBox,
      rotation: typeof rotation === 'number' ? rotationOf(rotation) : 0,
      userUnit: typeof userUnit === 'number' && userUnit > 0 ? userUnit : 1,
      label,
    }
  })
  return { pages, maxId }
}

function boxOf(value: PdfValue | undefined): PageBox | undefined {
  if (!Array.isArray(value)) return undefined
  const [x0, y0, x1, y1] = value
  if (typeof x0 !== 'number' || typeof y0 !== 'number' || typeof x1 !== 'number' || typeof y1 !== 'number')
    return undefined
  const box: PageBox = [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]
  return box[2] > box[0] && box[3] > box[1] ? box : undefined
}

function intersection(a: PageBox, b: PageBox): PageBox | undefined {
  const box: PageBox = [
    Math.max(a[0], b[0]),
    Math.max(a[1], b[1]),
    Math.min(a[2], b[2]),
    Math.min(a[3], b[3]),
  ]
  return box[2] > box[0] && box[3] > box[1] ? box : undefined
}
