/** Removes from resources what no content stream uses: it may be what was marked. */
import { readOperations } from '../content-tokens.ts'
import type { PdfDict } from '../qpdf/pdf-value.ts'
import type { EditedDocument, StreamObject } from './edited-document.ts'
import { nameOf, ResourceEditor } from './pdf-objects.ts'

export function pruneResources(document: EditedDocument): void {
  const visited = new Set<number>()
  for (const page of document.pages) {
    const resources = new ResourceEditor(document, page['/Resources'])
    keepDrawn(resources, namesDrawn(pageContent(document, page), resources, visited))
    page['/Resources'] = resources.dict
  }
}

/** One character for each byte. */
export function pageContent(document: EditedDocument, page: PdfDict): string {
  const contents = document.stream(page['/Contents'])
  const streams = contents === undefined ? document.array(page['/Contents']) : [page['/Contents']]
  return streams
    .map(reference => {
      const stream = document.stream(reference)
      return stream === undefined ? '' : document.text(stream)
    })
    .join('\n')
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
function namesDrawn(content: string, resources: ResourceEditor, visited: Set<number>, depth = 0): DrawnNames {
  const names: DrawnNames = { XObject: new Set(), Pattern: new Set(), ExtGState: new Set() }
  for (const { operator, operands } of readOperations(content)) {
    const category = categoryOf[operator]
    const name = nameOf(operands.at(-1))
    if (category === undefined || name === '' || names[category].has(name)) continue
    names[category].add(name)
    const form = drawnForm(category, name, resources)
    if (form === undefined || visited.has(form.number) || depth > maxDepth) continue
    const inner = resources.ofForm(form)
    const drawn = () => namesDrawn(resources.document.text(form), inner, visited, depth + 1)
    if (form.dict['/Resources'] !== undefined) {
      visited.add(form.number)
      keepDrawn(inner, drawn())
      form.dict['/Resources'] = inner.dict
      continue
    }
    const inherited = drawn()
    for (const other of drawnCategories) for (const each of inherited[other]) names[other].add(each)
  }
  return names
}

/** A form XObject, a tiling pattern, or the group of a soft mask. */
function drawnForm(
  category: DrawnCategory,
  name: string,
  resources: ResourceEditor,
): StreamObject | undefined {
  if (category === 'ExtGState') {
    const mask = resources.document.dictionary(resources.find(category, name)?.['/SMask'])
    return resources.document.stream(mask?.['/G'])
  }
  const stream = resources.findStream(category, name)
  return category === 'Pattern' || nameOf(stream?.dict['/Subtype']) === 'Form' ? stream : undefined
}
