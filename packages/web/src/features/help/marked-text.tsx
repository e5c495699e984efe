/** A text in which the words that were looked for are marked. */
import { markWords } from './search-words.ts'

interface MarkedTextProps {
  readonly text: string
  readonly words: readonly string[]
}

export function MarkedText({ text, words }: MarkedTextProps) {
  return markWords(text, words).map(piece =>
    piece.isFound ? (
      <mark key={piece.at} className="rounded-xs bg-accent-wash font-semibold text-accent-text">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
