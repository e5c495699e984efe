/** Pages of conversions that a search for formats means, such as "epub" or "srt to vtt". */
import { formatIds } from './formats.ts'
import { type FormatPair, pairsFrom } from './pair-pages.ts'
import { formatsOfSearch } from './tools/search-hub-tools.ts'

const maxFound = 12

/** Those from the format first. */
export function searchConversions(text: string): readonly FormatPair[] {
  const { sources, targets } = formatsOfSearch(text)
  const pairs = formatIds.flatMap(pairsFrom)
  const found =
    targets.length > 0
      ? pairs.filter(({ from, to }) => sources.includes(from) && targets.includes(to))
      : [
          ...pairs.filter(({ from }) => sources.includes(from)),
          ...pairs.filter(({ from, to }) => !sources.includes(from) && sources.includes(to)),
        ]
  return found.slice(0, maxFound)
}
