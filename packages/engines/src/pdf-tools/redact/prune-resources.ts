/** Removes images and forms from resources that no content stream draws: they may be the marked ones. */
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
    resources.keepObjects(objectsDrawn(pageContent(page), resources, context, visited))
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

/** Names of the images and forms that a stream and its forms without resources draw. */
function objectsDrawn(
  content: string,
  resources: ResourceEditor,
  context: PDFContext,
  visited: Set<PDFRawStream>,
): Set<string> {
  const names = new Set<string>()
  for (const { operator, operands } of readOperations(content)) {
    if (operator !== 'Do') continue
    const name = nameOf(operands[0])
    names.add(name)
    const form = resources.findStream('XObject', name)
    if (form === undefined || visited.has(form) || nameOf(entryOf(form.dict, 'Subtype')) !== 'Form') continue
    visited.add(form)
    const inner = resources.ofForm(form)
    const drawn = objectsDrawn(streamText(form), inner, context, visited)
    if (form.dict.has(PDFName.of('Resources'))) {
      inner.keepObjects(drawn)
      form.dict.set(PDFName.of('Resources'), inner.dict)
    } else for (const inherited of drawn) names.add(inherited)
  }
  return names
}
