/** Sentence of a document with its styles, marks and fixed ranges. */
import type { ProtectedRange } from '../text/find-protected.ts'
import type { FlowItem, MarkItem } from './flow.ts'

export interface StyledSpan {
  readonly start: number
  readonly end: number
  readonly style: number
  readonly within: readonly number[]
}

export interface FixedRange extends ProtectedRange {
  /** Set for a thing. */
  readonly item?: MarkItem
}

export interface StyledSentence {
  readonly text: string
  /** Cover all characters; adjacent spans differ. */
  readonly spans: readonly StyledSpan[]
  /** Marks without extent, strictly inside. */
  readonly points: readonly { readonly offset: number; readonly item: MarkItem }[]
  /** Ranges that the engine must not change: URLs, placeholders, and things with the text that they display. */
  readonly fixed: readonly FixedRange[]
}

/** A single style without marks: the translation needs no alignment. */
export function hasUniformStyle({ spans, points, fixed }: StyledSentence): boolean {
  return spans.length === 1 && points.length === 0 && fixed.every(({ item }) => item === undefined)
}

export type FlowPart = { readonly items: readonly FlowItem[] } | { readonly sentence: StyledSentence }
