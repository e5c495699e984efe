/** Simple options of an operation as controls of a page: choices, switches, numbers with their limits, texts and colors. */
import { z } from 'zod'
import { type FormatId, holds } from './formats.ts'
import type { Operation } from './operations/operation.ts'
import { colorPattern } from './operations/option-fields.ts'
import { type OperationId, operations } from './operations/registry.ts'
import type { PlanId } from './plans.ts'

export type OptionControl =
  | {
      readonly type: 'choice'
      readonly name: string
      readonly values: readonly string[]
      /** Empty if the option has no default. */
      readonly initial: string
    }
  | { readonly type: 'switch'; readonly name: string; readonly initial: boolean }
  | {
      readonly type: 'number'
      readonly name: string
      readonly min: number
      readonly max: number
      readonly initial: number | undefined
    }
  | { readonly type: 'text'; readonly name: string; readonly maxLength: number }
  | { readonly type: 'color'; readonly name: string; readonly initial: string }

/** Options without a control, with the reason. */
export const hiddenOptions: Readonly<Record<string, string>> = {
  strict: 'A damaged file is converted as far as it can be read, with a warning.',
  password: 'Asked for when a file needs it.',
  passwords: 'Asked for when a file needs it.',
  isExtraction: 'Follows from the file.',
  options: 'Text recognition has its own page, with a preview of the text.',
  delays: 'One for each of several images; here each file is converted on its own.',
}

type IsFor = (pair: { readonly from: FormatId; readonly to: FormatId }) => boolean

const isForPageImages: IsFor = ({ to }) => to === 'png' || to === 'jpg' || to === 'pdf'
const isForTextTables: IsFor = ({ from }) => from === 'csv' || from === 'tsv' || from === 'fwf'
const isForPages: IsFor = ({ from }) => holds(from, 'pages') || holds(from, 'frames')
const isForMarkdown: IsFor = ({ to }) => to === 'md'

/** Options that other pairs ignore. */
const onlyFor: Readonly<Partial<Record<OperationId, Readonly<Record<string, IsFor>>>>> = {
  'convert-data': { header: isForTextTables, types: isForTextTables },
  'convert-document': { images: isForMarkdown, quality: isForPageImages },
  'convert-image': { page: isForPages },
  'convert-pdf': { images: isForMarkdown, quality: isForPageImages },
  'convert-subtitles': { frameRate: ({ from, to }) => from === 'sub' || to === 'sub' },
  'resize-image': { page: isForPages },
}

interface JsonField {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly anyOf?: readonly JsonField[]
}

/** Those that make sense for the pair, and that the plan includes. */
export function optionControls(
  id: OperationId,
  pair: { readonly from: FormatId; readonly to: FormatId },
  plan: PlanId,
): OptionControl[] {
  const operation: Operation = operations[id]
  const { formatField, fields } = operation
  const controls = Object.entries(fields.shape)
    .filter(([name]) => name !== formatField && !Object.hasOwn(hiddenOptions, name))
    .filter(([name]) => onlyFor[id]?.[name]?.(pair) !== false)
    .flatMap(([name, field]) => controlOf(name, jsonFieldOf(field)) ?? [])
  const isAccepted = (given: object) =>
    refusalOfOptions(id, { ...given, [formatField]: pair.to }, plan) === undefined
  return controls.flatMap(control =>
    narrow(control, value => {
      const given = { [control.name]: value }
      // Some options are accepted only together with another one.
      const partners = controls.filter(({ type }) => type === 'number' && type === control.type)
      return (
        isAccepted(given) ||
        partners.some(partner => isAccepted({ ...given, [partner.name]: exampleOf(partner) }))
      )
    }),
  )
}

/** Why the operation refuses these fields, without unknown ones; undefined if it accepts them. */
export function refusalOfOptions(id: OperationId, given: object, plan: PlanId): string | undefined {
  const { fields, parse }: Operation = operations[id]
  const known = Object.fromEntries(
    Object.entries(given).filter(([name]) => Object.hasOwn(fields.shape, name)),
  )
  try {
    return parse(known).refusal(plan)?.message
  } catch (error) {
    if (error instanceof z.ZodError) return error.issues[0]?.message
    throw error
  }
}

function jsonFieldOf(field: z.core.$ZodType): JsonField {
  return z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }) as JsonField
}

function controlOf(name: string, field: JsonField): OptionControl | undefined {
  const shape = field.anyOf?.[0] ?? field
  const initial = field.default
  if (shape.enum) {
    const values = shape.enum.map(String)
    return { type: 'choice', name, values, initial: initial === undefined ? '' : String(initial) }
  }
  if (shape.type === 'string' && shape.pattern === colorPattern)
    return { type: 'color', name, initial: typeof initial === 'string' ? initial : '#000000' }
  if (shape.type === 'string' && shape.maxLength !== undefined && shape.pattern === undefined)
    return { type: 'text', name, maxLength: shape.maxLength }
  if (shape.type === 'boolean') return { type: 'switch', name, initial: initial === true }
  const { minimum, maximum } = shape
  if ((shape.type === 'integer' || shape.type === 'number') && minimum !== undefined && maximum !== undefined)
    return {
      type: 'number',
      name,
      min: minimum,
      max: maximum,
      initial: typeof initial === 'number' ? initial : undefined,
    }
  return undefined
}

/** Without values that the operation would refuse; without the control if none is left. */
function narrow(control: OptionControl, accepts: (value: unknown) => boolean): OptionControl[] {
  if (control.type === 'choice') {
    const values = control.values.filter(accepts)
    return values.length > 1 ? [{ ...control, values }] : []
  }
  return accepts(exampleOf(control)) ? [control] : []
}

/** A value that is not the default. */
function exampleOf(control: OptionControl): unknown {
  switch (control.type) {
    case 'choice':
      return control.values.find(value => value !== control.initial)
    case 'switch':
      return !control.initial
    case 'number':
      return control.max
    case 'color':
      return control.initial
    case 'text':
      return 'a'
  }
}
