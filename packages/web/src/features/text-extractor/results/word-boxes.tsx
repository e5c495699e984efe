/** SVG overlay with boxes around the words of a page: all, doubtful, and active. */
import type { RecognizedPage, RecognizedWord } from '@filesmith/contract/schemas/recognition'
import { useMemo } from 'react'
import type { LinkedWord } from '../linking/linked-words.ts'

type Box = Pick<RecognizedWord, 'x' | 'y' | 'width' | 'height'>

interface WordBoxesProps {
  readonly page: RecognizedPage
  readonly doubtful: readonly LinkedWord[]
  readonly active: RecognizedWord | undefined
}

export function WordBoxes({ page, doubtful, active }: WordBoxesProps) {
  // One path for all boxes: a page has up to 1,000 words.
  const allPath = useMemo(() => page.words.map(outline).join(''), [page])
  const doubtfulPath = doubtful.map(({ word }) => (word === active ? '' : outline(word))).join('')
  return (
    <svg
      viewBox={`0 0 ${page.width} ${page.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-0 size-full *:[vector-effect:non-scaling-stroke]"
    >
      <path d={allPath} className="ocr-word" />
      <path d={doubtfulPath} className="ocr-word-doubtful" />
      {active ? <path d={outline(enlarged(active))} className="ocr-word-active" /> : null}
    </svg>
  )
}

/** Slightly larger than the word. */
function enlarged({ x, y, width, height }: RecognizedWord): Box {
  return { x: x - 4, y: y - 4, width: width + 8, height: height + 8 }
}

function outline({ x, y, width, height }: Box): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`
}
