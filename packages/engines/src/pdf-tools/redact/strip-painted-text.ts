/** Removes text from fill patterns and from the drawings of glyphs: where they are seen is unknown. */
import { readOperations, writeName } from '../content-tokens.ts'
import { isDictionary, type PdfDict, type PdfValue } from '../qpdf/pdf-value.ts'
import type { EditedDocument, StreamObject } from './edited-document.ts'
import { nameOf, ResourceEditor } from './pdf-objects.ts'

const maxFormDepth = 30
const showing: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"'])

/** How many texts were removed. */
export function stripPaintedText(
  document: EditedDocument,
  value: PdfValue,
  stream: StreamObject | undefined,
): number {
  if (stream !== undefined)
    return stream.dict['/PatternType'] === undefined ? 0 : stripText(document, stream, stream.dict)
  if (!isDictionary(value)) return 0
  let removed = 0
  for (const glyph of Object.values(document.dictionary(value['/CharProcs']) ?? {})) {
    const drawing = document.stream(glyph)
    if (drawing !== undefined) removed += stripText(document, drawing, value)
  }
  return removed
}

/** Also of the forms that it draws. */
function stripText(document: EditedDocument, stream: StreamObject, owner: PdfDict): number {
  const resources = new ResourceEditor(document, owner['/Resources'])
  const { content, removed } = withoutText(document.text(stream), resources, 0)
  if (removed === 0) return 0
  document.setText(stream, content)
  owner['/Resources'] = resources.dict
  return removed
}

function withoutText(
  content: string,
  resources: ResourceEditor,
  depth: number,
): { readonly content: string; readonly removed: number } {
  let removed = 0
  const kept: string[] = []
  for (const { operator, operands, start, end } of readOperations(content)) {
    const form = operator === 'Do' ? resources.findStream('XObject', nameOf(operands[0])) : undefined
    if (showing.has(operator)) removed++
    else if (form !== undefined && nameOf(form.dict['/Subtype']) === 'Form' && depth < maxFormDepth) {
      const inner = resources.ofForm(form)
      const stripped = withoutText(resources.document.text(form), inner, depth + 1)
      removed += stripped.removed
      kept.push(
        stripped.removed === 0
          ? content.slice(start, end)
          : `${writeName(resources.add('XObject', inner.writeForm(form, stripped.content)))} Do`,
      )
    } else kept.push(content.slice(start, end))
  }
  return { content: kept.join('\n'), removed }
}
