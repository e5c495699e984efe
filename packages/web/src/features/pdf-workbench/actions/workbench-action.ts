/** An action on the pages of the workbench: an operation, the pages it gets, and a form for its options. */
import type { pdfOperations } from '@filesmith/contract/operations/pdf/registry'
import { isPageListError, parsePageList } from '@filesmith/contract/pdf/page-list'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import type { LucideIcon } from 'lucide-react'
import type { PageWorkspace } from '../model/page-workspace.ts'

interface FieldBase {
  /** Name of the option. */
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** Shown on request. */
  readonly isMore?: boolean
}

export type ActionField =
  | (FieldBase & {
      readonly kind: 'text'
      readonly initial?: string
      readonly placeholder?: string
      readonly maxLength?: number
      /** Without it an empty text is not sent. */
      readonly isRequired?: boolean
      /** Must be a list of pages. */
      readonly isPageList?: boolean
      /** Says which pages are sent, or is sent with each stamp; not an option by itself. */
      readonly isNotSent?: boolean
    })
  /** A list, one item per line. */
  | (FieldBase & { readonly kind: 'lines'; readonly initial?: string })
  | (FieldBase & {
      readonly kind: 'number'
      readonly initial: number
      readonly min: number
      readonly max: number
      readonly isWhole?: boolean
    })
  | (FieldBase & {
      readonly kind: 'choice'
      readonly initial: string
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    })
  | (FieldBase & { readonly kind: 'switch'; readonly initial: boolean })
  /** Several of the choices, one value per line. */
  | (FieldBase & {
      readonly kind: 'checks'
      readonly initial?: string
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    })
  | (FieldBase & { readonly kind: 'date'; readonly initial?: string })
  | (FieldBase & { readonly kind: 'color'; readonly initial: string })
  /** One of the documents by its number, from 1. */
  | (FieldBase & { readonly kind: 'document'; readonly initial: string })
  /** Never saved. */
  | (FieldBase & { readonly kind: 'password'; readonly isRequired?: boolean })
  /** JSON text that is entered over the pages instead of in the form of the action. */
  | (FieldBase & { readonly kind: 'on-pages'; readonly initial: string })

export interface WorkbenchAction {
  readonly id: string
  readonly label: string
  /** One sentence about the result. */
  readonly note: string
  readonly group: keyof typeof workbenchMessages.groups
  readonly icon: LucideIcon
  readonly operation: keyof typeof pdfOperations
  /** Which pages it gets: all as one document, each document by itself, the selected ones, listed ranges, or the two documents that its fields name. */
  readonly pages: 'all' | 'documents' | 'selected' | 'ranges' | 'chosen-documents'
  /** Whether it can change each document by itself instead, and does so unless the user chooses one PDF of all. */
  readonly separates?: 'on-request' | 'by-default'
  /** Can also make one PDF of each page. */
  readonly canSeparatePages?: boolean
  readonly fields: readonly ActionField[]
  /** What is placed on the pages: areas to remove, a signature, or the frame of a crop. */
  readonly placing?: 'mark' | 'stamp' | 'crop'
  /** Needs an image, which is drawn on the pages. */
  readonly drawsImage?: boolean
  /** What is wrong with the values together. */
  readonly problem?: (values: FieldValues, workspace: PageWorkspace) => string | undefined
  /** What is shown of the pages; default: the grid of thumbnails. */
  readonly view?: 'form'
  /** Sent in addition to the fields. */
  readonly options?: Readonly<Record<string, string | number | boolean>>
}

/** What the user entered, as text or as the state of a switch. */
export type FieldValues = Readonly<Record<string, string | boolean>>

export function initialValues(fields: readonly ActionField[]): FieldValues {
  return Object.fromEntries(
    fields.map(field => {
      if (field.kind === 'switch') return [field.name, field.initial]
      if (field.kind === 'password') return [field.name, '']
      return [field.name, String(field.initial ?? '')]
    }),
  )
}

/** Values that may be saved in the browser. */
export function savedValues(fields: readonly ActionField[], values: FieldValues): FieldValues {
  const secret = new Set(fields.filter(({ kind }) => kind === 'password').map(({ name }) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name)))
}

/** What is wrong with a value; undefined if it can be sent. */
export function problemOf(field: ActionField, value: string | boolean | undefined): string | undefined {
  const { fields: texts } = workbenchMessages
  if (field.kind === 'number') {
    const { min, max, isWhole = false } = field
    const number = value === '' ? Number.NaN : Number(value)
    const isValid = number >= min && number <= max && (!isWhole || Number.isInteger(number))
    if (!isValid) return isWhole ? texts.wholeNumber(min, max) : texts.outOfRange(min, max)
  }
  if ((field.kind === 'text' || field.kind === 'password') && field.isRequired && !value)
    return texts.missing(field.label)
  if (field.kind === 'text' && field.isPageList) {
    const list = parsePageList(String(value ?? ''))
    return isPageListError(list) ? list.problem : undefined
  }
  return undefined
}

/** Value that decides what becomes one PDF each. */
export const resultName = 'eachResult'
type EachResult = keyof typeof workbenchMessages.fields.eachResults

export function eachResultOf(
  { separates, canSeparatePages }: Pick<WorkbenchAction, 'separates' | 'canSeparatePages'>,
  values: FieldValues,
): EachResult {
  const chosen = values[resultName] ?? (separates === 'by-default' ? 'document' : 'all')
  if (chosen === 'page' && canSeparatePages) return 'page'
  return chosen === 'document' && separates !== undefined ? 'document' : 'all'
}

/** Options of the request; fields that may be empty and are so are left out. */
export function optionsOf(
  { fields, options }: Pick<WorkbenchAction, 'fields' | 'options'>,
  values: FieldValues,
): Readonly<Record<string, string | number | boolean>> {
  const entered = fields.flatMap((field): [string, string | number | boolean][] => {
    const value = values[field.name] ?? ''
    if (value === '' || field.kind === 'document' || (field.kind === 'text' && field.isNotSent)) return []
    return [[field.name, field.kind === 'number' ? Number(value) : value]]
  })
  return { ...options, ...Object.fromEntries(entered) }
}
