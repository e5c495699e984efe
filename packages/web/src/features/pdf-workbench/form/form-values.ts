/** What was filled in, as JSON text: the value of the action's field, which is saved and sent as it is. */
import { type FormValue, type FormValues, formValuesSchema } from '@filesmith/contract/pdf/form-values'
import type { ShownField } from '../drawing/form-fields.ts'

export function readFormValues(text: string | boolean | undefined): FormValues {
  try {
    return formValuesSchema.parse(JSON.parse(String(text)))
  } catch {
    return {}
  }
}

/** A value that the file has already is not sent. */
export function withFormValue(
  text: string | boolean | undefined,
  fields: readonly ShownField[],
  name: string,
  value: FormValue,
): string {
  const { [name]: _, ...others } = readFormValues(text)
  const isInitial = JSON.stringify(initialValue(fields, name)) === JSON.stringify(value)
  return JSON.stringify(isInitial ? others : { ...others, [name]: value })
}

/** Without fields of pages that were deleted. */
export function presentValues(text: string | boolean | undefined, fields: readonly ShownField[]): string {
  const names = new Set(fields.map(({ name }) => name))
  const present = Object.entries(readFormValues(text)).filter(([name]) => names.has(name))
  return JSON.stringify(Object.fromEntries(present))
}

export function initialValue(fields: readonly ShownField[], name: string): FormValue {
  const members = fields.filter(field => field.name === name)
  const [first] = members
  if (first === undefined) return null
  switch (first.type) {
    case 'text':
      return first.value
    case 'radio':
      return members.find(({ isChecked }) => isChecked)?.exportValue ?? null
    case 'checkbox':
      return isCheckGroup(members)
        ? (members.find(({ isChecked }) => isChecked)?.exportValue ?? null)
        : first.isChecked
    case 'combo':
      return first.options.find(({ isSelected }) => isSelected)?.label ?? first.value
    case 'list': {
      const selected = first.options.filter(({ isSelected }) => isSelected).map(({ label }) => label)
      return first.isMultiSelect ? selected : (selected[0] ?? '')
    }
  }
}

/** Check boxes of one name of which one at most is on; with one value they are switched together. */
export function isCheckGroup(members: readonly ShownField[]): boolean {
  return new Set(members.map(({ exportValue }) => exportValue)).size > 1
}
