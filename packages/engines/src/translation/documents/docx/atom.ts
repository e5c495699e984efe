/** The smallest parts of a paragraph, and what is known about fields. */
import type { MarkKind } from '../flow.ts'
import type { Carried } from './paragraph.ts'

export type FieldPart = 'begin' | 'separate' | 'end'

/** What a paragraph consists of, before its fields are understood. */
export type Atom =
  | {
      readonly text: string
      readonly style: number
      readonly within: readonly number[]
      readonly origin: Carried
    }
  | {
      readonly carried: readonly Carried[]
      readonly kind: MarkKind
      readonly text: string
      readonly within: readonly number[]
      readonly field?: FieldPart
      /** A piece of a field's instruction. */
      readonly code?: string
    }

/** Results of these are words somebody wrote; those of all others are counted, looked up or copied by Word. */
export function isTextField(code: string): boolean {
  return /^\s*(?:HYPERLINK|REF|TOC|INDEX|QUOTE|FORMTEXT|FORMDROPDOWN|STYLEREF|FILLIN|ASK|MACROBUTTON|GOTOBUTTON|IF|BIBLIOGRAPHY|TITLE|SUBJECT|COMMENTS)\b/i.test(
    code,
  )
}
