/** Fields of a PDF form as the page shows them; several can share a name. */

export type ShownFieldType = 'text' | 'checkbox' | 'radio' | 'combo' | 'list'

export interface ShownField {
  readonly name: string
  /** What the file calls it for users, or its name. */
  readonly label: string
  readonly type: ShownFieldType
  /** From 1. */
  readonly page: number
  /** Of the page as it is seen, from 0 to 1. */
  readonly box: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
  }
  readonly value: string
  /** Of a check box or radio button. */
  readonly isChecked: boolean
  readonly exportValue: string
  /** Of a list or combo box. */
  readonly options: readonly { readonly label: string; readonly isSelected: boolean }[]
  readonly isReadOnly: boolean
  readonly isRequired: boolean
  readonly isMultiline: boolean
  readonly isPassword: boolean
  readonly isEditable: boolean
  readonly isMultiSelect: boolean
  readonly maxLength: number | undefined
}

export interface FormReading {
  /** A form of Adobe LiveCycle, without fields on its pages. */
  readonly isXfa: boolean
  readonly fields: readonly ShownField[]
  /** In points, as they are seen; only pages with fields. */
  readonly pageSizes: ReadonlyMap<number, { readonly width: number; readonly height: number }>
}

export const noForm: FormReading = { isXfa: false, fields: [], pageSizes: new Map() }
