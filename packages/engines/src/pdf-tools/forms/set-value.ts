/** Checks a value against its field, and says what is stored and shown for it. */
import type { FormValue } from '@filesmith/contract/pdf/form-values'
import { JobFailure } from '../../process/job-failure.ts'
import { pdfString } from '../qpdf/pdf-value.ts'
import { type FieldChoice, type FormField, type FormWidget, fieldFlags } from './form-field.ts'

export type StoredValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'choices'; readonly chosen: readonly FieldChoice[] }
  /** Undefined if it is off. */
  | { readonly kind: 'button'; readonly on: FormWidget | undefined }

export function storedValue(field: FormField, value: FormValue): StoredValue {
  const { type, flags, name } = field
  if (type === 'button' || type === 'signature')
    throw refusal(`The field ${quoted(name)} is a ${type}; it takes no value.`)
  if (flags & fieldFlags.readOnly) throw refusal(`The field ${quoted(name)} is read-only.`)
  if (type === 'checkbox' || type === 'radio') return { kind: 'button', on: widgetFor(field, value) }
  if (type === 'text') return { kind: 'text', text: textFor(field, value) }
  return choicesFor(field, value)
}

function widgetFor({ type, name, widgets }: FormField, value: FormValue): FormWidget | undefined {
  if (value === false || value === null || value === '' || value === 'Off') return undefined
  const isGroup = type === 'radio' || widgets.length > 1
  const found =
    value === true && !isGroup
      ? widgets[0]
      : widgets.find(({ exportValue }) => exportValue !== '' && exportValue === String(value))
  if (found !== undefined) return found
  const values = listed(widgets.map(({ exportValue }) => exportValue))
  throw refusal(
    isGroup
      ? `The field ${quoted(name)} takes one of: ${values}.`
      : `The field ${quoted(name)} takes true, false or ${values}.`,
  )
}

function textFor({ name, maxLength, flags }: FormField, value: FormValue): string {
  if (typeof value === 'boolean' || Array.isArray(value))
    throw refusal(`The field ${quoted(name)} takes text.`)
  const text = value === null ? '' : String(value).replaceAll(/\r\n?/g, '\n')
  if (maxLength !== undefined && [...text].length > maxLength)
    throw refusal(`The field ${quoted(name)} takes at most ${maxLength} characters.`)
  // A line break in a field of one line is what a paste leaves there.
  return flags & fieldFlags.multiline ? text : text.replaceAll('\n', ' ')
}

function choicesFor({ name, type, flags, choices }: FormField, value: FormValue): StoredValue {
  const given = Array.isArray(value) ? value : value === null || value === '' ? [] : [String(value)]
  if (given.length > 1 && !(type === 'list' && flags & fieldFlags.multiSelect))
    throw refusal(`The field ${quoted(name)} takes one choice only.`)
  const chosen = given.map(each => {
    const found =
      choices.find(choice => choice.value === each) ?? choices.find(choice => choice.label === each)
    if (found === undefined && type === 'combo' && flags & fieldFlags.editable)
      return { value: each, label: each }
    if (found === undefined)
      throw refusal(
        `The field ${quoted(name)} has no choice ${quoted(each)}; it has: ${listed(choices.map(choice => choice.value))}.`,
      )
    return found
  })
  return { kind: 'choices', chosen }
}

/** The entry /V. */
export function pdfValueOf(stored: StoredValue) {
  if (stored.kind === 'text') return pdfString(stored.text)
  if (stored.kind === 'button') return stored.on?.onState ?? '/Off'
  const values = stored.chosen.map(({ value }) => pdfString(value))
  return values.length > 1 ? values : (values[0] ?? null)
}

export function refusal(reason: string): JobFailure {
  return new JobFailure('invalid-request', { reason })
}

const maxListed = 10

export function quoted(text: string): string {
  return `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`
}

function listed(values: readonly string[]): string {
  const shown = values.slice(0, maxListed).map(quoted).join(', ')
  return values.length > maxListed ? `${shown} and ${values.length - maxListed} more` : shown
}
