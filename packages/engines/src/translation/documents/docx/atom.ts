/** Atoms of a paragraph, and the classification of fields. */
import type { MarkKind } from '../flow.ts'
import type { Carried } from './paragraph.ts'

export type FieldPart = 'begin' | 'separate' | 'end'

/** Content of a paragraph before fields are resolved. */
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
      /** Part of a field instruction. */
      readonly code?: string
    }

/** Fields whose results are authored text; results of all others are computed by Word. */
export function isTextField(code: string): boolean {
  return /^\s*(?:HYPERLINK|REF|TOC|INDEX|QUOTE|FORMTEXT|FORMDROPDOWN|STYLEREF|FILLIN|ASK|MACROBUTTON|GOTOBUTTON|IF|BIBLIOGRAPHY|TITLE|SUBJECT|COMMENTS)\b/i.test(
    code,
  )
}
