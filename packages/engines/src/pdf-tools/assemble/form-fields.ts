/** Form fields of all sources (AcroForm). Fields with the same name in two sources, or on two copies of a page, stay separate. */
import {
  type PdfDict,
  type PdfValue,
  pdfString,
  referencedNumber,
  referenceTo,
  textOf,
} from '../qpdf/pdf-value.ts'
import { type Assembly, mergeEntries, type SourceDocument, unusedKey } from './assembly.ts'

const maxDepth = 50

export function keepForm(assembly: Assembly): PdfDict | undefined {
  const { document, sources } = assembly
  const form: PdfDict = {}
  const resources: PdfDict = {}
  const names = new Set<string>()
  const fields: PdfValue[] = []
  const order: PdfValue[] = []
  for (const source of sources) {
    const sourceForm = document.dictionary(source.catalog['/AcroForm']) ?? {}
    const roots = keepFields(assembly, source, sourceForm)
    const copied = copyFields(assembly, source)
    if (roots.length + copied.length === 0) continue
    const renamedFonts = mergeResources(assembly, resources, document.dictionary(sourceForm['/DR']))
    // A file may name two fields alike.
    const ofOthers = new Set(names)
    for (const field of roots) names.add(rename(assembly, ofOthers, field))
    for (const field of copied) names.add(rename(assembly, names, field))
    for (const field of [...roots, ...copied])
      adoptAppearance(assembly, form, sourceForm, field, renamedFonts)
    fields.push(...[...roots, ...copied].map(referenceTo))
    order.push(...document.array(sourceForm['/CO']).filter(each => isKept(assembly, each)))
    adoptSettings(assembly, form, sourceForm)
  }
  if (fields.length === 0) return undefined
  return {
    ...Object.fromEntries(Object.entries(form).filter(([, value]) => value !== null)),
    '/Fields': fields,
    ...(Object.keys(resources).length > 0 && { '/DR': resources }),
    ...(order.length > 0 && { '/CO': order }),
  }
}

/** Text style of the first form; null where it has none. */
function adoptSettings({ document, notes }: Assembly, form: PdfDict, sourceForm: PdfDict): void {
  for (const key of ['/DA', '/Q']) form[key] = form[key] === undefined ? (sourceForm[key] ?? null) : form[key]
  if (document.resolve(sourceForm['/NeedAppearances']) === true) form['/NeedAppearances'] = true
  if (sourceForm['/XFA'] !== undefined)
    notes.add('The XFA version of the form was removed; the fields remain.')
}

function isKept({ removed }: Assembly, value: PdfValue): boolean {
  const number = referencedNumber(value)
  return number !== undefined && !removed.has(number)
}

/** Object numbers of the top-level fields that have a widget on a page of the result. */
function keepFields(assembly: Assembly, source: SourceDocument, form: PdfDict): number[] {
  const { document, removed, annotations } = assembly
  const seen = new Set<number>()
  const keepField = (number: number, depth: number): boolean => {
    if (seen.has(number) || depth > maxDepth) return false
    seen.add(number)
    const field = document.dictionary(referenceTo(number))
    if (field === undefined) return false
    const kids = document.array(field['/Kids'])
    const left = kids.filter(kid => keepField(referencedNumber(kid) ?? 0, depth + 1))
    const isWidget = field['/Subtype'] === '/Widget'
    const isOnPage = annotations.has(number) && !removed.has(number)
    if (kids.length === 0 ? !(isOnPage || (source.isWhole && !isWidget)) : left.length === 0) {
      removed.add(number)
      return false
    }
    if (left.length < kids.length) document.set(number, { ...field, '/Kids': left })
    if (field['/FT'] === '/Sig' && field['/V'] !== undefined) removeSignature(assembly, number)
    return true
  }
  const listed = document.array(form['/Fields']).flatMap(value => referencedNumber(value) ?? [])
  // Widgets whose fields the form does not list are fields for most viewers.
  const roots = new Set([...listed, ...widgetRoots(assembly, source)])
  return [...roots].filter(number => keepField(number, 0))
}

function removeSignature({ document, notes }: Assembly, number: number): void {
  const { '/V': _, '/Lock': __, ...field } = document.dictionary(referenceTo(number)) ?? {}
  document.set(number, field)
  notes.add('Digital signatures were removed, since they are valid for the original file only.')
}

function widgetRoots({ document, pages, annotations }: Assembly, source: SourceDocument): number[] {
  const roots: number[] = []
  for (const page of pages) {
    if (page.source !== source || page.copies !== undefined) continue
    for (const entry of document.array(document.dictionary(referenceTo(page.number))?.['/Annots'])) {
      const number = referencedNumber(entry) ?? 0
      const widget = document.dictionary(entry)
      if (widget?.['/Subtype'] !== '/Widget' || !annotations.has(number)) continue
      const chain = ancestors({ document }, number)
      const root = chain.at(-1)
      if (root && chain.some(({ dictionary }) => '/FT' in dictionary)) roots.push(root.number)
    }
  }
  return roots
}

interface Field {
  readonly number: number
  readonly dictionary: PdfDict
}

/** The field or widget itself, then its parents. */
function ancestors({ document }: Pick<Assembly, 'document'>, start: number): Field[] {
  const chain: Field[] = []
  let number: number | undefined = start
  while (number !== undefined && chain.length < maxDepth) {
    const dictionary = document.dictionary(referenceTo(number))
    if (dictionary === undefined) break
    chain.push({ number, dictionary })
    number = referencedNumber(dictionary['/Parent'])
  }
  return chain
}

const fieldKeys = [
  '/FT',
  '/Ff',
  '/V',
  '/DV',
  '/DA',
  '/Q',
  '/MaxLen',
  '/Opt',
  '/TI',
  '/I',
  '/TU',
  '/DS',
  '/RV',
]

/** The widgets of each copied page get new fields with the values of the original ones. */
function copyFields({ document }: Assembly, { copies }: SourceDocument): number[] {
  const created: number[] = []
  for (const { annotations } of copies) {
    const fields = new Map<number, { number: number; kids: string[] }>()
    for (const [original, copy] of annotations) {
      const chain = ancestors({ document }, original)
      if (chain[0]?.dictionary['/Subtype'] !== '/Widget') continue
      const field = chain.find(({ dictionary }) => '/T' in dictionary)
      if (field === undefined) continue
      const known = fields.get(field.number)
      const target = known ?? { number: referencedNumber(document.add(null)) ?? 0, kids: [] }
      if (known === undefined) created.push(target.number)
      fields.set(field.number, target)
      target.kids.push(referenceTo(copy))
      document.set(target.number, { ...copiedField(chain), '/Kids': target.kids })
      const widget: PdfDict = {
        ...document.dictionary(referenceTo(copy)),
        '/Parent': referenceTo(target.number),
      }
      for (const key of ['/T', '/TM', '/Kids', ...fieldKeys]) delete widget[key]
      document.set(copy, widget)
    }
  }
  return created
}

function copiedField(chain: readonly Field[]): PdfDict {
  const fullName = chain
    .flatMap(({ dictionary }) => ('/T' in dictionary ? [textOf(dictionary['/T'])] : []))
    .reverse()
  const copied: PdfDict = { '/T': pdfString(fullName.join('-')) }
  for (const key of fieldKeys) {
    const owner = chain.find(({ dictionary }) => key in dictionary)
    if (owner?.dictionary[key] !== undefined) copied[key] = owner.dictionary[key]
  }
  if (copied['/FT'] === '/Sig') delete copied['/V']
  return copied
}

function rename({ document, notes }: Assembly, taken: ReadonlySet<string>, number: number): string {
  const field = document.dictionary(referenceTo(number))
  const name = document.resolve(field?.['/T'])
  if (field === undefined || typeof name !== 'string') return ''
  const unused = unusedKey(taken, name)
  if (unused !== name) {
    document.set(number, { ...field, '/T': unused })
    notes.add('Form fields with the same names were renamed, so that each keeps its value.')
  }
  return unused
}

/** Fonts and other resources that the texts of fields use. Returns new names of fonts by their old ones. */
function mergeResources(
  { document }: Assembly,
  into: PdfDict,
  added: PdfDict | undefined,
): ReadonlyMap<string, string> {
  let renamedFonts: ReadonlyMap<string, string> = new Map()
  for (const [category, value] of Object.entries(added ?? {})) {
    const entries = document.dictionary(value)
    if (entries === undefined) {
      into[category] ??= value
      continue
    }
    const target = document.dictionary(into[category]) ?? {}
    into[category] = target
    const renamed = mergeEntries(document, target, entries)
    if (category === '/Font') renamedFonts = renamed
  }
  return renamedFonts
}

/** Fields inherit text style from the form of their file, and name its fonts. */
function adoptAppearance(
  { document }: Assembly,
  form: PdfDict,
  sourceForm: PdfDict,
  root: number,
  renamedFonts: ReadonlyMap<string, string>,
): void {
  const field = document.dictionary(referenceTo(root)) ?? {}
  const missing: PdfDict = {}
  for (const key of ['/DA', '/Q']) {
    const differs = form[key] !== undefined && form[key] !== (sourceForm[key] ?? null)
    if (differs && field[key] === undefined && sourceForm[key] !== undefined) missing[key] = sourceForm[key]
  }
  if (Object.keys(missing).length > 0) document.set(root, { ...field, ...missing })
  if (renamedFonts.size === 0) return
  const seen = new Set<number>()
  const visit = (number: number) => {
    if (seen.has(number)) return
    seen.add(number)
    const each = document.dictionary(referenceTo(number))
    const style = textOf(document.resolve(each?.['/DA']))
    const renamed = style.replace(/\/[^\s/]+(?=\s+[\d.+-]+\s+Tf)/g, font => renamedFonts.get(font) ?? font)
    if (each !== undefined && renamed !== style) document.set(number, { ...each, '/DA': pdfString(renamed) })
    for (const kid of document.array(each?.['/Kids'])) visit(referencedNumber(kid) ?? 0)
  }
  visit(root)
}
