/** Builds the blocks of one column: paragraphs and the tables between them. */

import { flowLines } from './flow-lines.ts'
import type { HyphenatedWords } from './join-lines.ts'
import type { Segment } from './lines.ts'
import type { Block } from './model.ts'
import type { Box } from './page-model.ts'
import { buildParagraphs, type ColumnBounds } from './paragraphs.ts'
import { type Item, isTable } from './regions.ts'

export interface FlowContext {
  readonly hyphenated: HyphenatedWords
  /** Background color of a box. */
  readonly fillAt: (box: Box) => string | undefined
  /** Direction of most of the text. */
  readonly isRightToLeft: boolean
}

export function flowBlocks(items: readonly Item[], bounds: ColumnBounds, context: FlowContext): Block[] {
  const blocks: Block[] = []
  const tables = items.filter(isTable).sort((a, b) => a.top - b.top)
  let segments = items.filter((item): item is Segment => !isTable(item))
  for (const table of tables) {
    const middle = (table.top + table.bottom) / 2
    blocks.push(...paragraphsOf(segments.filter(segment => segment.baseline < middle)))
    blocks.push(table.table)
    segments = segments.filter(segment => segment.baseline >= middle)
  }
  blocks.push(...paragraphsOf(segments))
  return blocks

  function paragraphsOf(part: readonly Segment[]): Block[] {
    if (part.length === 0) return []
    const lines = flowLines(part, context.fillAt, context.isRightToLeft)
    return buildParagraphs(lines, bounds, context.hyphenated)
  }
}
