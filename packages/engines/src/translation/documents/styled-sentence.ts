/** One sentence of a document: its words, their looks, and what stands between or in place of them. */
import type { ProtectedRange } from '../text/find-protected.ts'
import type { FlowItem, MarkItem } from './flow.ts'

export interface Span {
  readonly start: number
  readonly end: number
  readonly style: number
  readonly within: readonly number[]
}

export interface FixedRange extends ProtectedRange {
  /** Of a thing. */
  readonly item?: MarkItem
}

export interface StyledSentence {
  readonly text: string
  /** Every character is in one; neighbours differ. */
  readonly spans: readonly Span[]
  /** Marks without extent, strictly inside. */
  readonly points: readonly { readonly offset: number; readonly item: MarkItem }[]
  /** What the engine must not change: addresses, placeholders, and things, which stand there with what they show. */
  readonly fixed: readonly FixedRange[]
}

/** Only one look, nothing inside: its translation needs no alignment. */
export function isPlain({ spans, points, fixed }: StyledSentence): boolean {
  return spans.length === 1 && points.length === 0 && fixed.every(({ item }) => item === undefined)
}

export type FlowPart = { readonly items: readonly FlowItem[] } | { readonly sentence: StyledSentence }
