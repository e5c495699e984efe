/** Splits plain text into paragraphs of a Word document at blank lines, with page breaks. */
import type { DocxBlock } from '../../../lib/write-docx/docx-blocks.ts'
import { layoutSpaces } from '../linking/layout-spaces.ts'

/** `pageStarts` are the offsets at which the pages after the first one start. */
export function textToBlocks(text: string, pageStarts: readonly number[]): readonly DocxBlock[] {
  const starts = [0, ...pageStarts.map(offset => lineStartOf(text, offset)).filter(start => start > 0)]
  return starts.flatMap((start, index) =>
    paragraphsOf(text.slice(start, starts[index + 1])).map((paragraph, at): DocxBlock => {
      return {
        kind: 'paragraph',
        text: paragraph,
        isMonospaced: layoutSpaces.test(paragraph),
        startsPage: index > 0 && at === 0,
      }
    }),
  )
}

function lineStartOf(text: string, offset: number): number {
  return text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1
}

function paragraphsOf(text: string): string[] {
  return text
    .replaceAll('\f', '\n\n')
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.replace(/^\n+|\s+$/g, ''))
    .filter(paragraph => paragraph !== '')
}
