/** Removes from resources what no content stream uses: it may be what was marked. */

import { usedCodes } from '../compress/fonts/find-used-codes.ts'
import { type ContentOperation, readOperations } from '../content-tokens.ts'
import { namedEncodings, standardEncoding } from '../fonts/encodings.ts'
import { isDictionary, type PdfDict, type PdfValue } from '../qpdf/pdf-value.ts'
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

const drawnCategories = [
  'XObject',
  'Pattern',
  'ExtGState',
  'Font',
  'Shading',
  'ColorSpace',
  'Properties',
] as const
type DrawnCategory = (typeof drawnCategories)[number]
type DrawnNames = Readonly<Record<DrawnCategory, Set<string>>>

const categoryOf: Readonly<Partial<Record<string, DrawnCategory>>> = {
  Do: 'XObject',
  scn: 'Pattern',
  SCN: 'Pattern',
  gs: 'ExtGState',
  Tf: 'Font',
  sh: 'Shading',
  cs: 'ColorSpace',
  CS: 'ColorSpace',
  BDC: 'Properties',
  DP: 'Properties',
}
const maxDepth = 30
/** Readers use them for the device colors. */
const defaultColorSpaces = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK']

function keepDrawn(resources: ResourceEditor, names: DrawnNames): void {
  for (const category of drawnCategories) resources.keepOnly(category, names[category])
}

function noNames(): DrawnNames {
  return {
    XObject: new Set(),
    Pattern: new Set(),
    ExtGState: new Set(),
    Font: new Set(),
    Shading: new Set(),
    ColorSpace: new Set(defaultColorSpaces),
    Properties: new Set(),
  }
}

/** Names of what a stream and its forms without resources draw. */
function namesDrawn(content: string, resources: ResourceEditor, visited: Set<number>, depth = 0): DrawnNames {
  const names = noNames()
  for (const operation of readOperations(content)) {
    const category = categoryOf[operation.operator]
    const name = drawnName(operation)
    // Inline images name their color space in many ways.
    if (operation.operator === 'BI')
      for (const operand of operation.operands) names.ColorSpace.add(nameOf(operand))
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

/** The size of a font follows its name. */
function drawnName({ operator, operands }: ContentOperation): string {
  return nameOf(operator === 'Tf' ? operands.at(-2) : operands.at(-1))
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

/** Removes the drawings of Type 3 glyphs that nothing shows any more, and what only they draw. */
export function pruneGlyphs(document: EditedDocument): void {
  if (!document.changedNumbers().some(number => document.body(number)?.includes('"/CharProcs"'))) return
  const isDrawn = (value: PdfValue) => isDictionary(value) && value['/CharProcs'] !== undefined
  const listed = [...document.objects()].map(({ value }) => value)
  const used = usedCodes(document, number => document.text({ number, dict: {} }))
  const fonts = [...used.values()].filter(({ dict }) => isDrawn(dict))
  const shown = new Map<PdfDict, Set<string>>()
  for (const { dict, strings } of fonts) {
    const glyphs = document.dictionary(dict['/CharProcs']) ?? {}
    const names = shown.get(glyphs) ?? new Set()
    const encoding = glyphNamesOf(document, dict)
    for (const code of new Set([...strings].flatMap(text => [...text])))
      names.add(encoding.get(code.charCodeAt(0)) ?? '')
    shown.set(glyphs, names)
  }
  for (const font of new Set([...listed, ...fonts.map(({ dict }) => dict)]))
    if (isDictionary(font) && isDrawn(font)) keepGlyphs(document, font, shown)
}

function keepGlyphs(
  document: EditedDocument,
  font: PdfDict,
  shown: ReadonlyMap<PdfDict, ReadonlySet<string>>,
): void {
  const glyphs = document.dictionary(font['/CharProcs']) ?? {}
  for (const key of Object.keys(glyphs)) if (!shown.get(glyphs)?.has(key.slice(1))) delete glyphs[key]
  if (font['/Resources'] === undefined) return
  const resources = new ResourceEditor(document, font['/Resources'])
  const contents = Object.values(glyphs).map(glyph => {
    const stream = document.stream(glyph)
    return stream === undefined ? '' : document.text(stream)
  })
  keepDrawn(resources, namesDrawn(contents.join('\n'), resources, new Set()))
  font['/Resources'] = resources.dict
}

/** By character code. */
function glyphNamesOf(document: EditedDocument, font: PdfDict): ReadonlyMap<number, string> {
  const given = document.resolve(font['/Encoding'])
  const encoding = document.dictionary(given)
  const base = nameOf(document.resolve(encoding?.['/BaseEncoding'] ?? given))
  const names = new Map(namedEncodings[base] ?? standardEncoding)
  let code = 0
  for (const item of document.array(encoding?.['/Differences'])) {
    const value = document.resolve(item)
    if (typeof value === 'number') code = value
    else names.set(code++, nameOf(value))
  }
  return names
}
