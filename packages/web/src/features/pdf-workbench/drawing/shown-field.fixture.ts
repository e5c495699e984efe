/** A text field as PDFium reads it. */
import type { ShownField } from './form-fields.ts'

export const shownField = (given: Partial<ShownField>): ShownField => ({
  name: 'a',
  label: 'A',
  type: 'text',
  page: 1,
  box: { left: 0.1, top: 0.1, width: 0.3, height: 0.03 },
  value: '',
  isChecked: false,
  exportValue: '',
  options: [],
  isReadOnly: false,
  isRequired: false,
  isMultiline: false,
  isPassword: false,
  isEditable: false,
  isMultiSelect: false,
  maxLength: undefined,
  ...given,
})
