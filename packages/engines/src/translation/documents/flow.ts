/** A paragraph as the translator sees it: words in their looks, and between them what is carried over as it is. */

/**
 * split: what stands on both sides has nothing to do with each other (a tab, a page break).
 * line: a line end, which may stand in the middle of a sentence.
 * point: without extent; stays behind the word it stands behind (a note, the end of a bookmark).
 * opening: without extent; stays before the word it stands before.
 * thing: takes the place of words (a page number, a formula); `text` is what it shows.
 */
export type MarkKind = 'split' | 'line' | 'point' | 'opening' | 'thing'

interface ItemFrame {
  /** Numbers of the links, fields and other brackets around it, outermost first. */
  readonly within: readonly number[]
}

export interface TextItem extends ItemFrame {
  readonly text: string
  /** Number of its looks. */
  readonly style: number
}

export interface MarkItem extends ItemFrame {
  readonly mark: number
  readonly kind: MarkKind
  readonly text: string
}

export type FlowItem = TextItem | MarkItem

export type Flow = readonly FlowItem[]

export function isMark(item: FlowItem): item is MarkItem {
  return 'mark' in item
}

type Look = Pick<TextItem, 'style' | 'within'>

export function isSameLook(one: Look, other: Look): boolean {
  return one.style === other.style && isSamePlace(one.within, other.within)
}

function isSamePlace(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index])
}

/** Neighbours of one look become one. */
export function mergeFlow(items: Flow): Flow {
  const merged: FlowItem[] = []
  for (const item of items) {
    const last = merged.at(-1)
    if (last && !isMark(last) && !isMark(item) && isSameLook(last, item))
      merged[merged.length - 1] = { ...last, text: last.text + item.text }
    else if (isMark(item) || item.text !== '') merged.push(item)
  }
  return merged
}
