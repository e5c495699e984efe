/** Simple options of an operation as controls of a page: choices, switches and numbers with their limits. */
import { z } from 'zod'
import type { FormatId } from './formats.ts'
import type { Operation } from './operations/operation.ts'
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

/** Follow from the file, or are asked for when they are needed. */
const hidden: readonly string[] = ['strict', 'password', 'isExtraction']

/** Options that other outputs ignore. */
const onlyFor: Readonly<Record<string, readonly FormatId[]>> = { images: ['md'] }

interface JsonField {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly JsonField[]
}

/** Those that make sense for the output format, and that the plan includes. */
export function optionControls(operation: Operation, to: FormatId, plan: PlanId): OptionControl[] {
  const { formatField, fields } = operation
  return Object.entries(fields.shape)
    .filter(([name]) => name !== formatField && !hidden.includes(name))
    .filter(([name]) => onlyFor[name]?.includes(to) !== false)
    .flatMap(([name, field]) => {
      const control = controlOf(name, jsonFieldOf(field))
      return control
        ? narrow(control, value => isAccepted(operation, { [formatField]: to, [name]: value }, plan))
        : []
    })
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
  return accepts(control.type === 'switch' ? !control.initial : control.max) ? [control] : []
}

function isAccepted({ fields, parse }: Operation, given: object, plan: PlanId): boolean {
  const known = Object.fromEntries(
    Object.entries(given).filter(([name]) => Object.hasOwn(fields.shape, name)),
  )
  try {
    return parse(known).refusal(plan) === undefined
  } catch {
    return false
  }
}
