/** Removes images, forms, patterns and graphics states from resources that no content stream uses: they may be the marked ones. */
import {
  PDFArray,
  type PDFContext,
  type PDFDict,
  PDFName,
  type PDFPageLeaf,
  PDFRawStream,
} from '@cantoo/pdf-lib'
import { readOperations } from '../content-tokens.ts'
import { dictEntry, entryOf, nameOf, ResourceEditor, streamText } from './pdf-objects.ts'

export function pruneResources(context: PDFContext, pages: readonly PDFPageLeaf[]): void {
  const visited = new Set<PDFRawStream>()
  for (const page of pages) {
    const resources = new ResourceEditor(context, page.Resources())
    keepDrawn(resources, namesDrawn(pageContent(page), resources, visited))
    page.set(PDFName.of('Resources'), resources.dict)
  }
  // No page inherits them any more.
  for (const page of pages)
    for (let node: PDFDict | undefined = page.Parent(); node !== undefined; node = dictEntry(node, 'Parent'))
      node.delete(PDFName.of('Resources'))
}

/** One character for each byte. */
export function pageContent(page: PDFPageLeaf): string {
  const contents = page.Contents()
  const streams =
    contents instanceof PDFArray ? contents.asArray().map(item => page.context.lookup(item)) : [contents]
  return streams.map(stream => (stream instanceof PDFRawStream ? streamText(stream) : '')).join('\n')
}

const drawnCategories = ['XObject', 'Pattern', 'ExtGState'] as const
type DrawnCategory = (typeof drawnCategories)[number]
type DrawnNames = Readonly<Record<DrawnCategory, Set<string>>>

const categoryOf: Readonly<Partial<Record<string, DrawnCategory>>> = {
  Do: 'XObject',
  scn: 'Pattern',
  SCN: 'Pattern',
  gs: 'ExtGState',
}
const maxDepth = 30

function keepDrawn(resources: ResourceEditor, names: DrawnNames): void {
  for (const category of drawnCategories) resources.keepOnly(category, names[category])
}

/** Names of what a stream and its forms without resources draw. */
function namesDrawn(
  content: string,
  resources: ResourceEditor,
  visited: Set<PDFRawStream>,
  depth = 0,
): DrawnNames {
  const names: DrawnNames = { XObject: new Set(), Pattern: new Set(), ExtGState: new Set() }
  for (const { operator, operands } of readOperations(content)) {
    const category = categoryOf[operator]
    const name = nameOf(operands.at(-1))
    if (category === undefined || name === '' || names[category].has(name)) continue
    names[category].add(name)
    const form = drawnForm(category, name, resources)
    if (form === undefined || visited.has(form) || depth > maxDepth) continue
    const inner = resources.ofForm(form)
    if (form.dict.has(PDFName.of('Resources'))) {
      visited.add(form)
      keepDrawn(inner, namesDrawn(streamText(form), inner, visited, depth + 1))
      form.dict.set(PDFName.of('Resources'), inner.dict)
      continue
    }
    const inherited = namesDrawn(streamText(form), inner, visited, depth + 1)
    for (const other of drawnCategories) for (const drawn of inherited[other]) names[other].add(drawn)
  }
  return names
}

/** A form XObject, a tiling pattern, or the group of a soft mask. */
function drawnForm(
  category: DrawnCategory,
  name: string,
  resources: ResourceEditor,
): PDFRawStream | undefined {
  if (category === 'ExtGState') {
    const state = resources.find(category, name)
    const mask = state && dictEntry(state, 'SMask')
    const group = mask && entryOf(mask, 'G')
    return group instanceof PDFRawStream ? group : undefined
  }
  const stream = resources.findStream(category, name)
  const isForm = category === 'Pattern' || nameOf(stream && entryOf(stream.dict, 'Subtype')) === 'Form'
  return isForm ? stream : undefined
}
