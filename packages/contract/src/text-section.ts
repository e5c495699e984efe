/** Long texts in linkable, searchable and printable sections. */

export interface TextLink {
  readonly label: string
  readonly to: string
}

/** A string is a paragraph. */
export type TextBlock =
  | string
  | { readonly steps: readonly string[] }
  | { readonly points: readonly string[] }
  | { readonly facts: readonly TextFact[] }
  | { readonly troubles: readonly { readonly problem: string; readonly answer: string }[] }
  | { readonly links: readonly TextLink[] }

export interface TextFact {
  readonly label: string
  readonly value: string
}

export interface TextSection {
  /** Fragment of the URL. */
  readonly id: string
  readonly heading: string
  readonly blocks: readonly TextBlock[]
}

/** All sentences of a block. */
export function sentencesOf(block: TextBlock): readonly string[] {
  if (typeof block === 'string') return [block]
  if ('steps' in block) return block.steps
  if ('points' in block) return block.points
  if ('facts' in block) return block.facts.map(({ label, value }) => `${label}: ${value}`)
  if ('troubles' in block) return block.troubles.map(({ problem, answer }) => `${problem} ${answer}`)
  return block.links.map(({ label }) => label)
}
