/** Text with highlighted search terms. */
import { markWords } from './search-words.ts'

interface HighlightedTextProps {
  readonly text: string
  readonly words: readonly string[]
}

export function HighlightedText({ text, words }: HighlightedTextProps) {
  return markWords(text, words).map(segment =>
    segment.isFound ? (
      <mark key={segment.at} className="rounded-xs bg-accent-wash font-semibold text-accent-text">
        {segment.text}
      </mark>
    ) : (
      segment.text
    ),
  )
}
