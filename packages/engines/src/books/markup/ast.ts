/** Pandoc's tree of a document, as its JSON has it. */
import { z } from 'zod'

export interface AstElement {
  readonly t: string
  readonly c?: unknown
}

export const astSchema = z.object({
  'pandoc-api-version': z.array(z.number()),
  meta: z.record(z.string(), z.unknown()),
  blocks: z.array(z.unknown()),
})
export type Ast = z.infer<typeof astSchema>

export function isAstElement(value: unknown): value is AstElement {
  return typeof value === 'object' && value !== null && 't' in value && typeof value.t === 'string'
}

export type AstAttributes = readonly [string, readonly string[], readonly (readonly [string, string])[]]

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}

/** Every element with attributes has them in this form. */
export function isAstAttributes(value: unknown): value is AstAttributes {
  return (
    Array.isArray(value) &&
    value.length === 3 &&
    typeof value[0] === 'string' &&
    isStringList(value[1]) &&
    Array.isArray(value[2]) &&
    value[2].every(pair => isStringList(pair) && pair.length === 2)
  )
}

/** The words of inlines, without markup. */
export function textOfInlines(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOfInlines).join('')
  if (!isAstElement(value)) return ''
  if (value.t === 'Str') return String(value.c)
  if (value.t === 'Space' || value.t === 'SoftBreak' || value.t === 'LineBreak') return ' '
  if (value.t === 'MetaString') return String(value.c)
  if (value.t === 'Code' || value.t === 'Math') return Array.isArray(value.c) ? String(value.c[1]) : ''
  return value.t === 'Note' ? '' : textOfInlines(value.c)
}
