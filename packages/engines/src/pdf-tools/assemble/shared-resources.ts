/** Finds resources, such as a list of images, that pages of the result share with removed pages. */
import { type PdfValue, referenceTo } from '../qpdf/pdf-value.ts'
import type { Assembly } from './assembly.ts'
import type { SourcePage } from './page-tree.ts'

/** Such a list leads to the images of removed pages, until qpdf leaves out what the pages do not use. */
export function hasSharedResources({ document, sources, removed }: Assembly): boolean {
  return sources.some(({ pages, isWhole }) => {
    if (isWhole) return false
    const ofRemoved = new Set<PdfValue>()
    const ofKept = new Set<PdfValue>()
    for (const page of pages)
      for (const list of resourceLists({ document }, page))
        (removed.has(page.number) ? ofRemoved : ofKept).add(list)
    return [...ofKept].some(list => ofRemoved.has(list))
  })
}

/** Inherited dictionaries, and references. */
function resourceLists(
  { document }: Pick<Assembly, 'document'>,
  { number, inherited }: SourcePage,
): PdfValue[] {
  const page = document.dictionary(referenceTo(number))
  const resources = page?.['/Resources'] ?? inherited['/Resources'] ?? null
  const lists = Object.values(document.dictionary(resources) ?? {}).filter(list => typeof list === 'string')
  return [...(resources === null ? [] : [resources]), ...lists]
}
