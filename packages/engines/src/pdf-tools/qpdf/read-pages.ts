/** Pages of a document with what they inherit: boxes, rotation, resources. */
import { stat } from 'node:fs/promises'
import { type PageRotation, rotationOf } from '@filesmith/contract/pdf/page-list'
import { z } from 'zod'
import { readQpdfObjects, selectObjects } from './pdf-document.ts'
import { dictOf, isReference, type PdfDict, type PdfValue } from './pdf-value.ts'
import { readQpdfJson, runQpdf } from './run-qpdf.ts'

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

const labelsSchema = z.object({
  pagelabels: z.array(z.object({ index: z.int(), label: z.record(z.string(), z.json()) })),
})

interface ListedPage {
  readonly object: string
  readonly contents: readonly string[]
}

/** From the list that qpdf prints: its JSON of pages would follow bookmarks, in a cycle forever. */
function parsePageList(text: string): ListedPage[] {
  const pages: { object: string; contents: string[] }[] = []
  for (const line of text.split('\n')) {
    const object = /^page \d+: (\d+ \d+ R)$/.exec(line)?.[1]
    if (object !== undefined) pages.push({ object, contents: [] })
    const content = /^ {4}(\d+ \d+ R)$/.exec(line)?.[1]
    if (content !== undefined) pages.at(-1)?.contents.push(content)
  }
  return pages
}

/** The label of a page, from the range that it is in; qpdf starts the first range at the first page. */
function labelOf(index: number, ranges: z.infer<typeof labelsSchema>['pagelabels']): PdfDict | null {
  const range = ranges.findLast(each => each.index <= index)
  if (range === undefined) return null
  const { '/St': start = 1 } = range.label
  return { ...range.label, '/St': (typeof start === 'number' ? start : 1) + index - range.index }
}

/** All objects of a small file are read at once: each run of qpdf takes longer than that. */
const smallFileBytes = 1024 * 1024

/** US Letter, as qpdf assumes for a page without a box. */
const defaultBox: PageBox = [0, 0, 612, 792]

export async function readPages(path: string): Promise<PdfPages> {
  const isSmall = (await stat(path)).size <= smallFileBytes
  const keys = ['pagelabels', ...(isSmall ? ['qpdf'] : [])].map(key => `--json-key=${key}`)
  const [{ stdout }, json] = await Promise.all([
    runQpdf([path, '--show-pages']),
    readQpdfJson([path, '--json=2', ...keys]),
  ])
  const listed = parsePageList(stdout)
  const labels = labelsSchema.parse(json).pagelabels
  const all = isSmall ? selectObjects(json) : undefined
  const known = new Map(all?.objects)
  const load = async (references: readonly string[]) => {
    const missing = [...new Set(references)].filter(reference => !known.has(reference))
    if (missing.length === 0 || all !== undefined) return all?.maxId ?? 0
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
  const inheritable = ['/MediaBox', '/CropBox', '/Rotate', '/UserUnit', '/Resources']
  await load(
    listed.flatMap(({ object }) => inheritable.map(key => inherited(object, key))).filter(isReference),
  )
  const resolved = (value: PdfValue | undefined) => (isReference(value) ? known.get(value)?.value : value)
  const resourcesOf = (object: string) => resolved(inherited(object, '/Resources'))
  // Dictionaries of kinds of resources can be separate objects.
  await load(
    listed.flatMap(({ object }) => Object.values(dictOf({ value: resourcesOf(object) }))).filter(isReference),
  )
  const pages = listed.map(({ object, contents }, index): PdfPage => {
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
      label: labelOf(index, labels),
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
