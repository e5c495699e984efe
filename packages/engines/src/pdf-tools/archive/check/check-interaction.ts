/** Rules about annotations, form fields, actions, layers, embedded files and what viewers must do. */
import { readPageTree } from '../../assemble/page-tree.ts'
import type { PdfDocument } from '../../qpdf/pdf-document.ts'
import { isDictionary, isName, type PdfDict, type PdfValue, referencedNumber } from '../../qpdf/pdf-value.ts'
import { readTree } from '../../qpdf/trees.ts'
import type { ReportFinding } from './rules.ts'

const annotationTypes = new Set(
  `/Text /Link /FreeText /Line /Square /Circle /Polygon /PolyLine /Highlight /Underline /Squiggly /StrikeOut /Stamp /Caret /Ink
   /Popup /FileAttachment /Widget /PrinterMark /TrapNet /Watermark /Redact`.split(/\s+/),
)
const actionTypes = new Set(['/GoTo', '/GoToR', '/GoToE', '/Thread', '/URI', '/Named', '/SubmitForm'])
const namedActions = new Set(['/NextPage', '/PrevPage', '/FirstPage', '/LastPage'])
const flags = { invisible: 1, hidden: 2, print: 4, noView: 32, toggleNoView: 256 }
const pageSize = { min: 3, max: 14_400 }

export function checkInteraction(document: PdfDocument, report: ReportFinding): void {
  const catalog = document.dictionary(document.trailer()['/Root']) ?? {}
  for (const { number, inherited } of readPageTree(document, catalog['/Pages']).pages) {
    const page = { ...inherited, ...document.dictionary(`${number} 0 R`) }
    checkPage(document, page, report)
    for (const annotation of document.array(page['/Annots'])) {
      const dict = document.dictionary(annotation)
      if (dict !== undefined) checkAnnotation(document, dict, report)
    }
  }
  if (catalog['/AA'] !== undefined) report('triggers', 'the document has actions that start by themselves')
  if (catalog['/Requirements'] !== undefined)
    report('requirements', 'the document requires features of the viewer')
  const permissions = document.dictionary(catalog['/Perms']) ?? {}
  for (const key of Object.keys(permissions))
    if (key !== '/UR3' && key !== '/DocMDP') report('permissions', `the document has ${key.slice(1)}`)
  checkForm(document, catalog, report)
  checkLayers(document, catalog, report)
  const names = document.dictionary(catalog['/Names']) ?? {}
  if (names['/JavaScript'] !== undefined) report('actions', 'the document has JavaScript')
  if (names['/AlternatePresentations'] !== undefined)
    report('presentations', 'there are alternate presentations')
  if (readTree(document, names['/EmbeddedFiles'], '/Names').length > 0)
    report('embedded-files', 'there are attachments, which are not checked')
  document.walk(document.trailer(), number => {
    const object = document.object(number)
    checkActions(document, object?.stream?.dict ?? object?.value ?? null, report)
  })
}

function checkPage(document: PdfDocument, page: PdfDict, report: ReportFinding): void {
  if (page['/AA'] !== undefined) report('triggers', 'a page has actions that start by themselves')
  if (page['/PresSteps'] !== undefined) report('presentations', 'a page has presentation steps')
  for (const key of ['/MediaBox', '/CropBox', '/TrimBox', '/BleedBox', '/ArtBox']) {
    if (page[key] === undefined) continue
    const [left = 0, bottom = 0, right = 0, top = 0] = document
      .array(page[key])
      .map(item => Number(document.resolve(item)))
    for (const length of [Math.abs(right - left), Math.abs(top - bottom)])
      if (!(length >= pageSize.min && length <= pageSize.max))
        report('limits', `a page is ${length} points large`)
  }
}

function checkAnnotation(document: PdfDocument, dict: PdfDict, report: ReportFinding): void {
  const subtype = isName(dict['/Subtype']) ? dict['/Subtype'] : '/without type'
  const what = `an annotation (${subtype.slice(1, 40)})`
  if (!annotationTypes.has(subtype)) report('annotation-types', what)
  if (subtype === '/FileAttachment') report('embedded-files', 'there are attachments, which are not checked')
  if (subtype !== '/Popup') {
    const value = Number(document.resolve(dict['/F']) ?? 0)
    const isShown =
      (value & flags.print) !== 0 &&
      (value & (flags.invisible | flags.hidden | flags.noView | flags.toggleNoView)) === 0
    if (!isShown) report('annotation-flags', `${what} is hidden or not printed`)
  }
  checkAppearance(document, dict, subtype, what, report)
  if (subtype === '/Widget' && (dict['/A'] !== undefined || dict['/AA'] !== undefined))
    report('form-fields', 'a form field has an action')
}

function checkAppearance(
  document: PdfDocument,
  dict: PdfDict,
  subtype: string,
  what: string,
  report: ReportFinding,
): void {
  const [left = 0, bottom = 0, right = 0, top = 0] = document
    .array(dict['/Rect'])
    .map(item => Number(document.resolve(item)))
  const appearance = document.dictionary(dict['/AP'])
  if (appearance === undefined) {
    const isExempt = subtype === '/Popup' || subtype === '/Link' || (left === right && bottom === top)
    if (!isExempt) report('appearances', `${what} has none`)
    return
  }
  if (Object.keys(appearance).some(key => key !== '/N')) report('appearances', `${what} has more than one`)
  const normal = document.object(referencedNumber(appearance['/N']) ?? -1)
  const isStream = normal?.stream !== undefined
  const isButton = subtype === '/Widget' && fieldType(document, dict) === '/Btn'
  if (isButton === isStream || document.dictionary(appearance['/N']) === undefined)
    report('appearances', `${what} has one of the wrong kind`)
}

function fieldType(document: PdfDocument, field: PdfDict): PdfValue | undefined {
  let found: PdfDict | undefined = field
  for (let depth = 0; depth < 50 && found !== undefined; depth++) {
    if (found['/FT'] !== undefined) return document.resolve(found['/FT'])
    found = document.dictionary(found['/Parent'])
  }
  return undefined
}

function checkForm(document: PdfDocument, catalog: PdfDict, report: ReportFinding): void {
  const form = document.dictionary(catalog['/AcroForm'])
  if (catalog['/NeedsRendering'] === true) report('xfa', 'the document is drawn by the viewer')
  if (form === undefined) return
  if (form['/XFA'] !== undefined) report('xfa', 'the document has an XFA form')
  if (form['/NeedAppearances'] === true) report('form-fields', 'appearances of fields are made by the viewer')
  const seen = new Set<number>()
  const visit = (value: PdfValue, depth: number) => {
    const number = referencedNumber(value)
    const field = document.dictionary(value)
    if (field === undefined || depth > 50 || (number !== undefined && seen.has(number))) return
    if (number !== undefined) seen.add(number)
    if (field['/AA'] !== undefined) report('form-fields', 'a form field has an action')
    for (const kid of document.array(field['/Kids'])) visit(kid, depth + 1)
  }
  for (const field of document.array(form['/Fields'])) visit(field, 0)
}

function checkLayers(document: PdfDocument, catalog: PdfDict, report: ReportFinding): void {
  const properties = document.dictionary(catalog['/OCProperties'])
  if (properties === undefined) return
  const configurations = [properties['/D'] ?? null, ...document.array(properties['/Configs'])].map(item =>
    document.dictionary(item),
  )
  const names = configurations.map(configuration => document.resolve(configuration?.['/Name']))
  if (names.some(name => typeof name !== 'string' || name.length <= 2))
    report('layers', 'a configuration has no name')
  if (new Set(names).size !== names.length) report('layers', 'two configurations have the same name')
  const groups = document.array(properties['/OCGs']).filter(group => typeof group === 'string')
  for (const configuration of configurations) {
    if (configuration?.['/AS'] !== undefined) report('layers', 'layers change by themselves')
    if (configuration?.['/Order'] === undefined) continue
    const listed = new Set(flatten(document, configuration['/Order'], 0))
    if (!groups.every(group => listed.has(group))) report('layers', 'a layer is not in the list')
  }
}

function flatten(document: PdfDocument, value: PdfValue, depth: number): PdfValue[] {
  const found = Array.isArray(value)
    ? value
    : Array.isArray(document.resolve(value))
      ? document.array(value)
      : undefined
  return found === undefined || depth > 50
    ? [value]
    : found.flatMap(item => flatten(document, item, depth + 1))
}

/** Actions are dictionaries at these keys, and their successors. */
function checkActions(document: PdfDocument, value: PdfValue, report: ReportFinding): void {
  if (Array.isArray(value)) for (const item of value) checkActions(document, item, report)
  if (!isDictionary(value)) return
  for (const [key, item] of Object.entries(value)) {
    if (key === '/A' || key === '/OpenAction' || key === '/Next' || key === '/PA')
      checkAction(document, item, report)
    checkActions(document, item, report)
  }
}

function checkAction(document: PdfDocument, value: PdfValue, report: ReportFinding): void {
  const action = document.dictionary(value)
  // Attributes of structure elements are at /A, too, and bookmarks have /Next.
  const type = document.resolve(action?.['/S'])
  if (
    action === undefined ||
    !isName(type) ||
    (action['/Type'] !== undefined && action['/Type'] !== '/Action')
  )
    return
  if (!actionTypes.has(type)) report('actions', `an action ${type.slice(1, 40)}`)
  else if (type === '/Named' && !namedActions.has(String(action['/N'])))
    report('actions', `a named action ${String(action['/N']).slice(1, 40)}`)
}
