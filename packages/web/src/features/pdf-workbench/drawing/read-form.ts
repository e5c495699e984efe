/** Reads the form fields of a document with PDFium. Its JavaScript library does not declare these functions. */
import type { PDFiumDocument } from '@hyzyla/pdfium'
import { type FormReading, noForm, type ShownField, type ShownFieldType } from './form-fields.ts'

interface FormFunctions {
  readonly HEAPU8: Uint8Array
  readonly wasmExports: { malloc(size: number): number; free(pointer: number): void }
  _FPDF_GetFormType(document: number): number
  _FPDF_LoadPage(document: number, index: number): number
  _FPDF_ClosePage(page: number): void
  _FORM_OnAfterLoadPage(page: number, form: number): void
  _FORM_OnBeforeClosePage(page: number, form: number): void
  _FPDF_GetPageWidth(page: number): number
  _FPDF_GetPageHeight(page: number): number
  _FPDF_PageToDevice(
    ...args: [
      page: number,
      startX: number,
      startY: number,
      sizeX: number,
      sizeY: number,
      rotate: number,
      pageX: number,
      pageY: number,
      deviceX: number,
      deviceY: number,
    ]
  ): number
  _FPDFPage_GetAnnotCount(page: number): number
  _FPDFPage_GetAnnot(page: number, index: number): number
  _FPDFPage_CloseAnnot(annotation: number): void
  _FPDFAnnot_GetSubtype(annotation: number): number
  _FPDFAnnot_GetFlags(annotation: number): number
  _FPDFAnnot_GetRect(annotation: number, rect: number): number
  _FPDFAnnot_GetNumberValue(annotation: number, key: number, value: number): number
  _FPDFAnnot_GetFormFieldType(form: number, annotation: number): number
  _FPDFAnnot_GetFormFieldFlags(form: number, annotation: number): number
  _FPDFAnnot_GetFormFieldName: ReadText
  _FPDFAnnot_GetFormFieldAlternateName: ReadText
  _FPDFAnnot_GetFormFieldValue: ReadText
  _FPDFAnnot_GetFormFieldExportValue: ReadText
  _FPDFAnnot_IsChecked(form: number, annotation: number): number
  _FPDFAnnot_GetOptionCount(form: number, annotation: number): number
  _FPDFAnnot_IsOptionSelected(form: number, annotation: number, index: number): number
  _FPDFAnnot_GetOptionLabel(
    form: number,
    annotation: number,
    index: number,
    buffer: number,
    bytes: number,
  ): number
}

type ReadText = (form: number, annotation: number, buffer: number, bytes: number) => number

function hasFormFunctions(module: object): module is FormFunctions {
  return '_FPDFAnnot_GetFormFieldName' in module && '_FPDF_PageToDevice' in module
}

const xfaOnly = 2
const widgetSubtype = 20
const hiddenFlags = 2 | 32
const fieldTypes: Readonly<Record<number, ShownFieldType>> = {
  2: 'checkbox',
  3: 'radio',
  4: 'combo',
  5: 'list',
  6: 'text',
}
/** Places on a page are whole numbers up to this. */
const gridSize = 100_000
const scratchBytes = 64

export function readForm(document: PDFiumDocument): FormReading {
  // biome-ignore lint/complexity/useLiteralKeys: private members can be read only so
  const [module, documentIndex] = [document['module'], document['documentIdx']]
  if (!hasFormFunctions(module)) return noForm
  const type = module._FPDF_GetFormType(documentIndex)
  if (type === 0) return noForm
  if (type === xfaOnly) return { ...noForm, isXfa: true }
  const form = document.initializeFormFields()
  const scratch = module.wasmExports.malloc(scratchBytes)
  const fields: ShownField[] = []
  const pageSizes = new Map<number, { width: number; height: number }>()
  for (let index = 0; index < document.getPageCount(); index++) {
    const page = module._FPDF_LoadPage(documentIndex, index)
    if (page === 0) continue
    // Without it the buttons have no export values.
    module._FORM_OnAfterLoadPage(page, form)
    const found = readPage({ module, form, page, scratch }, index + 1)
    fields.push(...found)
    if (found.length > 0)
      pageSizes.set(index + 1, {
        width: module._FPDF_GetPageWidth(page),
        height: module._FPDF_GetPageHeight(page),
      })
    module._FORM_OnBeforeClosePage(page, form)
    module._FPDF_ClosePage(page)
  }
  module.wasmExports.free(scratch)
  return { isXfa: false, fields, pageSizes }
}

interface PageReading {
  readonly module: FormFunctions
  readonly form: number
  readonly page: number
  readonly scratch: number
}

function readPage(reading: PageReading, number: number): ShownField[] {
  const { module, page } = reading
  const fields: ShownField[] = []
  for (let index = 0; index < module._FPDFPage_GetAnnotCount(page); index++) {
    const annotation = module._FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const field = readField(reading, annotation, number)
    if (field) fields.push(field)
    module._FPDFPage_CloseAnnot(annotation)
  }
  return fields
}

function readField(reading: PageReading, annotation: number, page: number): ShownField | undefined {
  const { module, form } = reading
  const type = fieldTypes[module._FPDFAnnot_GetFormFieldType(form, annotation)]
  const isHidden = (module._FPDFAnnot_GetFlags(annotation) & hiddenFlags) !== 0
  if (module._FPDFAnnot_GetSubtype(annotation) !== widgetSubtype || type === undefined || isHidden)
    return undefined
  const text = (read: ReadText) => readText(module, (buffer, bytes) => read(form, annotation, buffer, bytes))
  const name = text(module._FPDFAnnot_GetFormFieldName)
  const box = readBox(reading, annotation)
  if (name === '' || box === undefined) return undefined
  const flags = module._FPDFAnnot_GetFormFieldFlags(form, annotation)
  const has = (bit: number) => (flags & (1 << bit)) !== 0
  const optionCount =
    type === 'combo' || type === 'list' ? Math.max(0, module._FPDFAnnot_GetOptionCount(form, annotation)) : 0
  return {
    name,
    label: text(module._FPDFAnnot_GetFormFieldAlternateName) || name,
    type,
    page,
    box,
    value: text(module._FPDFAnnot_GetFormFieldValue),
    isChecked:
      (type === 'checkbox' || type === 'radio') && module._FPDFAnnot_IsChecked(form, annotation) !== 0,
    exportValue: text(module._FPDFAnnot_GetFormFieldExportValue),
    options: Array.from({ length: optionCount }, (_, index) => ({
      label: readText(module, (buffer, bytes) =>
        module._FPDFAnnot_GetOptionLabel(form, annotation, index, buffer, bytes),
      ),
      isSelected: module._FPDFAnnot_IsOptionSelected(form, annotation, index) !== 0,
    })),
    isReadOnly: has(0),
    isRequired: has(1),
    isMultiline: type === 'text' && has(12),
    isPassword: type === 'text' && has(13),
    isEditable: type === 'combo' && has(18),
    isMultiSelect: type === 'list' && has(21),
    maxLength: readMaxLength(reading, annotation),
  }
}

/** UTF-16, with a final zero. */
function readText(module: FormFunctions, read: (buffer: number, bytes: number) => number): string {
  const bytes = read(0, 0)
  if (bytes <= 2) return ''
  const buffer = module.wasmExports.malloc(bytes)
  read(buffer, bytes)
  const text = new TextDecoder('utf-16le').decode(module.HEAPU8.slice(buffer, buffer + bytes - 2))
  module.wasmExports.free(buffer)
  return text
}

function readBox({ module, page, scratch }: PageReading, annotation: number): ShownField['box'] | undefined {
  if (module._FPDFAnnot_GetRect(annotation, scratch) === 0) return undefined
  const view = () => new DataView(module.HEAPU8.buffer, scratch, scratchBytes)
  const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map(at => view().getFloat32(at, true))
  const seen = (x: number, y: number) => {
    module._FPDF_PageToDevice(page, 0, 0, gridSize, gridSize, 0, x, y, scratch + 16, scratch + 20)
    return { x: view().getInt32(16, true) / gridSize, y: view().getInt32(20, true) / gridSize }
  }
  const [first, second] = [seen(left, top), seen(right, bottom)]
  const box = {
    left: Math.min(first.x, second.x),
    top: Math.min(first.y, second.y),
    width: Math.abs(first.x - second.x),
    height: Math.abs(first.y - second.y),
  }
  return box.width > 0 && box.height > 0 ? box : undefined
}

function readMaxLength({ module, scratch }: PageReading, annotation: number): number | undefined {
  module.HEAPU8.set(new TextEncoder().encode('MaxLen\0'), scratch)
  if (module._FPDFAnnot_GetNumberValue(annotation, scratch, scratch + 16) === 0) return undefined
  return new DataView(module.HEAPU8.buffer, scratch, scratchBytes).getFloat32(16, true)
}
