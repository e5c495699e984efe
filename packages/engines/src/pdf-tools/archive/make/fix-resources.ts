/** Every page, form, pattern and Type 3 font gets separate resources, with fonts that are objects. */
import { readPageTree } from '../../assemble/page-tree.ts'
import type { PdfDocument } from '../../qpdf/pdf-document.ts'
import {
  isDictionary,
  type PdfDict,
  type PdfValue,
  referencedNumber,
  referenceTo,
} from '../../qpdf/pdf-value.ts'
import type { ArchiveEdit } from './archive-edit.ts'

const maxDepth = 20

export function fixResources({ document, changes }: ArchiveEdit): void {
  const catalog = document.dictionary(document.trailer()['/Root'])
  const seen = new Set<number>()
  for (const { number, inherited } of readPageTree(document, catalog?.['/Pages']).pages) {
    const page: PdfDict = { ...inherited, ...document.dictionary(referenceTo(number)) }
    const resources = indirect(document, page['/Resources'] ?? {})
    document.set(number, { ...page, '/Resources': resources })
    passOn(document, resources, seen, 0)
  }
  mapResources(document, resources => {
    const objects = document.dictionary(resources['/XObject'])
    const kept =
      objects &&
      Object.entries(objects).filter(([, value]) => document.dictionary(value)?.['/Subtype'] !== '/PS')
    if (objects !== undefined && kept?.length !== Object.keys(objects).length)
      changes.add('PostScript parts were removed.')
    const fonts = document.dictionary(resources['/Font'])
    return {
      ...resources,
      ...(kept !== undefined && { '/XObject': Object.fromEntries(kept) }),
      ...(fonts !== undefined && {
        '/Font': Object.fromEntries(
          Object.entries(fonts).map(([name, font]) => [name, indirect(document, font)]),
        ),
      }),
    }
  })
}

function indirect(document: PdfDocument, value: PdfValue): PdfValue {
  return isDictionary(value) ? document.add(value) : value
}

/** Forms without resources use those of what draws them. */
function passOn(document: PdfDocument, resources: PdfValue, seen: Set<number>, depth: number): void {
  const dict = document.dictionary(resources)
  if (dict === undefined || depth > maxDepth) return
  const drawn = ['/XObject', '/Pattern'].flatMap(kind => Object.values(document.dictionary(dict[kind]) ?? {}))
  for (const number of drawn.map(referencedNumber)) {
    const form = number === undefined ? undefined : document.object(number)?.stream?.dict
    if (number === undefined || form === undefined || !hasContent(form) || seen.has(number)) continue
    seen.add(number)
    if (document.dictionary(form['/Resources']) === undefined)
      document.set(number, { ...form, '/Resources': resources })
    else passOn(document, form['/Resources'] ?? null, seen, depth + 1)
  }
}

/** The resources of all pages, forms, patterns and Type 3 fonts, each once. */
export function mapResources(document: PdfDocument, change: (resources: PdfDict) => PdfDict): void {
  const changed = new Set<number>()
  document.walk(document.trailer(), number => {
    const object = document.object(number)
    const owner = object?.stream?.dict ?? object?.value ?? null
    if (!isDictionary(owner) || !hasContent(owner)) return
    const resourcesNumber = referencedNumber(owner['/Resources'])
    const resources = document.dictionary(owner['/Resources']) ?? {}
    if (resourcesNumber === undefined) document.set(number, { ...owner, '/Resources': change(resources) })
    else if (!changed.has(resourcesNumber)) {
      changed.add(resourcesNumber)
      document.set(resourcesNumber, change(resources))
    }
  })
}

function hasContent(dict: PdfDict): boolean {
  return (
    dict['/Type'] === '/Page' ||
    dict['/Subtype'] === '/Form' ||
    dict['/PatternType'] === 1 ||
    dict['/Subtype'] === '/Type3'
  )
}
