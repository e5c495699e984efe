/** Inline content of a paragraph: styled text, and marks that are carried over unchanged. */

/**
 * split: separates independent text (a tab, a page break).
 * line: a line break, possibly within a sentence.
 * point: without extent; stays after the preceding word (a note, the end of a bookmark).
 * opening: without extent; stays before the following word.
 * thing: an inline object in place of words (a page number, a formula); `text` is what it displays.
 */
export type MarkKind = 'split' | 'line' | 'point' | 'opening' | 'thing'

interface ItemNesting {
  /** Ids of the enclosing links, fields and other brackets, outermost first. */
  readonly within: readonly number[]
}

export interface TextItem extends ItemNesting {
  readonly text: string
  /** Index of its style. */
  readonly style: number
}

export interface MarkItem extends ItemNesting {
  readonly mark: number
  readonly kind: MarkKind
  readonly text: string
}

export type FlowItem = TextItem | MarkItem

export type Flow = readonly FlowItem[]

export function isMark(item: FlowItem): item is MarkItem {
  return 'mark' in item
}

type InlineStyle = Pick<TextItem, 'style' | 'within'>

export function hasSameStyle(one: InlineStyle, other: InlineStyle): boolean {
  return one.style === other.style && isSameNesting(one.within, other.within)
}

function isSameNesting(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index])
}

/** Merges adjacent text of the same style. */
export function mergeFlow(items: Flow): Flow {
  const merged: FlowItem[] = []
  for (const item of items) {
    const last = merged.at(-1)
    if (last && !isMark(last) && !isMark(item) && hasSameStyle(last, item))
      merged[merged.length - 1] = { ...last, text: last.text + item.text }
    else if (isMark(item) || item.text !== '') merged.push(item)
  }
  return merged
}
