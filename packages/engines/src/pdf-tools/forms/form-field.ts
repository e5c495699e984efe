/** Form fields (AcroForm) of a document: what they are called, what they take, and where they are. */
import type { FormValue } from '@filesmith/contract/pdf/form-values'
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import {
  isName,
  isPdfString,
  type PdfDict,
  type PdfValue,
  referencedNumber,
  referenceTo,
  textOf,
} from '../qpdf/pdf-value.ts'

/** Bits of /Ff (ISO 32000-1, tables 221 to 230). */
export const fieldFlags = {
  readOnly: 1 << 0,
  required: 1 << 1,
  multiline: 1 << 12,
  password: 1 << 13,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  editable: 1 << 18,
  fileSelect: 1 << 20,
  multiSelect: 1 << 21,
  comb: 1 << 24,
} as const

export type FieldType = 'text' | 'checkbox' | 'radio' | 'combo' | 'list' | 'button' | 'signature'

export interface FieldChoice {
  /** What is stored. */
  readonly value: string
  /** What is shown. */
  readonly label: string
}

export interface FormWidget {
  readonly number: number
  readonly dict: PdfDict
  /** Of a check box or radio button: the name of its state when it is on, as qpdf writes it. */
  readonly onState: string
  /** Whether the file has a drawing of that state. */
  readonly hasAppearance: boolean
  readonly exportValue: string
}

export interface FormField {
  readonly number: number
  readonly dict: PdfDict
  /** With the names of its parents, joined by dots. */
  readonly name: string
  readonly type: FieldType
  readonly flags: number
  /** What programs show to the user (/TU). */
  readonly label: string
  readonly value: FormValue
  readonly choices: readonly FieldChoice[]
  readonly maxLength: number | undefined
  readonly widgets: readonly FormWidget[]
  /** Entries that a field takes over from its parents and from the form. */
  readonly inherited: (key: string) => PdfValue
}

const maxDepth = 50

/** Every field that has a type, in the order of the form. */
export function readFields(document: PdfDocument, form: PdfDict): FormField[] {
  const fields: FormField[] = []
  const seen = new Set<number>()
  const visit = (value: PdfValue, parents: readonly PdfDict[], names: readonly string[]) => {
    const number = referencedNumber(value)
    const dict = document.dictionary(value)
    if (number === undefined || dict === undefined || seen.has(number) || parents.length > maxDepth) return
    seen.add(number)
    const ownName = document.resolve(dict['/T'])
    const path = isPdfString(ownName) ? [...names, textOf(ownName)] : names
    const chain = [dict, ...parents]
    const kids = document.array(dict['/Kids'])
    const subfields = kids.filter(kid => '/T' in (document.dictionary(kid) ?? {}))
    if (subfields.length > 0) {
      for (const kid of subfields) visit(kid, chain, path)
      return
    }
    const widgets = kids.length > 0 ? kids.map(kid => referencedNumber(kid) ?? 0) : [number]
    const field = fieldOf(document, { number, chain, form, name: path.join('.'), widgets })
    if (field !== undefined) fields.push(field)
  }
  for (const value of document.array(form['/Fields'])) visit(value, [], [])
  return fields
}

interface FoundField {
  readonly number: number
  /** The field and its parents. */
  readonly chain: readonly PdfDict[]
  readonly form: PdfDict
  readonly name: string
  readonly widgets: readonly number[]
}

function fieldOf(document: PdfDocument, found: FoundField): FormField | undefined {
  const { number, chain, form, name } = found
  const [dict = {}] = chain
  const inherited = (key: string): PdfValue => {
    const owner = [...chain, form].find(each => key in each)
    return document.resolve(owner?.[key])
  }
  const flags = numberOf(inherited('/Ff')) ?? 0
  const type = typeOf(inherited('/FT'), flags)
  if (type === undefined) return undefined
  const options = document.array(inherited('/Opt'))
  const isButton = type === 'checkbox' || type === 'radio'
  const widgets = found.widgets.flatMap((widget, index) =>
    widgetOf(
      document,
      widget,
      isButton ? { index, option: textOf(document.resolve(options[index])) } : undefined,
    ),
  )
  const choices = isButton ? [] : options.map(option => choiceOf(document, option))
  const field = { number, dict, name, type, flags, choices, widgets, inherited }
  return {
    ...field,
    label: textOf(inherited('/TU')),
    maxLength: numberOf(inherited('/MaxLen')),
    value: storedIn(document, field),
  }
}

function typeOf(type: PdfValue, flags: number): FieldType | undefined {
  if (type === '/Tx') return 'text'
  if (type === '/Sig') return 'signature'
  if (type === '/Ch') return flags & fieldFlags.combo ? 'combo' : 'list'
  if (type !== '/Btn') return undefined
  if (flags & fieldFlags.pushButton) return 'button'
  return flags & fieldFlags.radio ? 'radio' : 'checkbox'
}

interface ButtonPlace {
  /** Among the widgets of its field. */
  readonly index: number
  /** Names of states are numbers where /Opt has the values. */
  readonly option: string
}

function widgetOf(document: PdfDocument, number: number, button: ButtonPlace | undefined): FormWidget[] {
  const dict = document.dictionary(referenceTo(number))
  if (dict?.['/Subtype'] !== '/Widget') return []
  if (button === undefined) return [{ number, dict, onState: '', hasAppearance: false, exportValue: '' }]
  const states = Object.keys(document.dictionary(document.dictionary(dict['/AP'])?.['/N']) ?? {})
  const found = states.find(state => isName(state) && state !== '/Off')
  const onState = found ?? (button.index === 0 ? '/Yes' : `/${button.index}`)
  const exportValue = button.option === '' ? nameText(onState) : button.option
  return [{ number, dict, onState, hasAppearance: found !== undefined, exportValue }]
}

function choiceOf(document: PdfDocument, option: PdfValue): FieldChoice {
  const found = document.resolve(option)
  if (!Array.isArray(found)) return { value: textOf(found), label: textOf(found) }
  const [value, label] = found.map(each => textOf(document.resolve(each)))
  return { value: value ?? '', label: label ?? value ?? '' }
}

/** Text of a choice or text; the export value of a button, null if it is off. */
function storedIn(
  document: PdfDocument,
  { type, widgets, inherited }: Pick<FormField, 'type' | 'widgets' | 'inherited'>,
): FormValue {
  const value = inherited('/V')
  if (type === 'button' || type === 'signature') return null
  if (type === 'checkbox' || type === 'radio') {
    const isOn = (widget: FormWidget) => widget.onState === value
    const on = widgets.find(isOn)
    if (type === 'checkbox' && widgets.length <= 1) return on !== undefined
    return on?.exportValue ?? null
  }
  if (Array.isArray(value)) return value.map(each => textOf(document.resolve(each)))
  return textOf(value)
}

export function numberOf(value: PdfValue): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** Without "/" and escapes; each character of a name is one byte, UTF-8 where it can be read as such. */
export function nameText(name: string): string {
  const bytes = Buffer.from(
    name
      .slice(1)
      .replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  )
  const text = bytes.toString()
  return text.includes('\ufffd') ? bytes.toString('latin1') : text
}
