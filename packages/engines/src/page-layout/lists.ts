/** Detects list items: paragraphs that start with a bullet or continue a numbering. */
import { type Marker, readMarkers } from './markers.ts'
import { type Block, type Paragraph, plainText, type Span } from './model.ts'

interface OpenLevel {
  readonly left: number
  readonly style: string
  readonly list: number
  value: number
}

const sameIndent = 5
const maxListLevel = 8

export function createListFinder(): { find(blocks: readonly Block[]): Block[] } {
  let lists = 0
  /** Numbering may continue after a paragraph, table or page break. */
  let levels: OpenLevel[] = []

  function find(blocks: readonly Block[]): Block[] {
    return blocks.map((block, index) => {
      if (block.kind !== 'paragraph') return block
      if (block.role.kind === 'heading') {
        levels = []
        return block
      }
      const marker = markerOf(block, blocks.slice(index + 1))
      if (!marker) {
        levels = levels.filter(({ value }) => value > 0)
        return block
      }
      return itemOf(block, marker)
    })
  }

  function markerOf(paragraph: Paragraph, following: readonly Block[]): Marker | undefined {
    const candidates = readMarkers(textOf(paragraph))
    const left = startOf(paragraph)
    for (const candidate of candidates) {
      if (!candidate.isNumbered) return isBulleted(paragraph, candidate, following) ? candidate : undefined
      const isContinuation = levels.some(
        level => level.style === candidate.style && level.value + 1 === candidate.value,
      )
      if (isContinuation || (candidate.value === 1 && hasSecond(candidate, left, following))) return candidate
    }
    return undefined
  }

  function itemOf(paragraph: Paragraph, marker: Marker): Paragraph {
    const left = startOf(paragraph)
    const known = levels.findIndex(
      level =>
        level.style === marker.style &&
        Math.abs(level.left - left) <= sameIndent * 2 &&
        (marker.isNumbered ? level.value + 1 === marker.value : true),
    )
    if (known >= 0) levels = levels.slice(0, known + 1)
    else {
      levels = levels.filter(level => level.left < left - sameIndent)
      lists += 1
      levels.push({ left, style: marker.style, list: levels[0]?.list ?? lists, value: 0 })
    }
    const level = levels.at(-1)
    if (level && marker.isNumbered) level.value = marker.value
    const depth = Math.min(maxListLevel, levels.length - 1)
    return {
      ...paragraph,
      spans: withoutMarker(paragraph.spans, marker),
      role: {
        kind: 'item',
        isNumbered: marker.isNumbered,
        level: depth,
        marker: marker.text,
        list: level?.list ?? lists,
      },
    }
  }

  return { find }
}

function textOf(paragraph: Paragraph): string {
  return plainText(paragraph.spans).replace('\t', ' ')
}

function startOf(paragraph: Paragraph): number {
  return paragraph.indent + paragraph.firstIndent
}

/** A dash may also start direct speech, so it needs a hanging indent or a second item. */
function isBulleted(paragraph: Paragraph, marker: Marker, following: readonly Block[]): boolean {
  if (!/^[-–—*]$/.test(marker.text)) return true
  const hasHangingIndent = paragraph.firstIndent < -2
  return (
    hasHangingIndent ||
    following.slice(0, 4).some(block => isParagraphWith(block, candidate => candidate.style === marker.style))
  )
}

function hasSecond(marker: Marker, left: number, following: readonly Block[]): boolean {
  return following
    .slice(0, 40)
    .some(
      block =>
        isParagraphWith(block, candidate => candidate.style === marker.style && candidate.value === 2) &&
        Math.abs(startOf(block as Paragraph) - left) <= sameIndent * 2,
    )
}

function isParagraphWith(block: Block, test: (marker: Marker) => boolean): boolean {
  return block.kind === 'paragraph' && readMarkers(textOf(block)).some(test)
}

function withoutMarker(spans: readonly Span[], marker: Marker): Span[] {
  let left = marker.text.length
  const rest: Span[] = []
  for (const span of spans) {
    const cut = Math.min(left, span.text.length)
    left -= cut
    const text = span.text.slice(cut)
    if (text !== '' || span.image) rest.push({ ...span, text })
  }
  const first = rest[0]
  if (first) rest[0] = { ...first, text: first.text.trimStart() }
  return rest.filter(span => span.text !== '' || span.image)
}
