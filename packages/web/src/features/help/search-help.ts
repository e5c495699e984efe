/** Finds articles and questions by the words in them, the best first. */
import { helpArticles } from '@filesmith/contract/help/articles'
import { type HelpPage, type HelpPageId, helpPages } from '@filesmith/contract/help/help-pages'
import { type HelpQuestion, helpQuestions } from '@filesmith/contract/help/questions'
import { sentencesOf } from '@filesmith/contract/text-section'
import { patternOf, searchWords } from './search-words.ts'

export interface FoundArticle {
  readonly page: HelpPage
  /** The sentence that says most of what was looked for, and the section it stands in; none where the page's own line does. */
  readonly passage: { readonly sectionId: string; readonly text: string } | undefined
}

export interface FoundHelp {
  readonly words: readonly string[]
  readonly articles: readonly FoundArticle[]
  readonly questions: readonly HelpQuestion[]
}

/** How much it says about a text that a word stands there. */
const weights = { title: 12, keyword: 8, summary: 5, heading: 3, sentence: 1 } as const

interface Field {
  readonly text: string
  readonly weight: number
}

/** The best place of every word, summed up; 0 when one of them stands nowhere. */
function score(fields: readonly Field[], patterns: readonly RegExp[]): number {
  const best = patterns.map(pattern =>
    Math.max(0, ...fields.filter(({ text }) => pattern.test(text)).map(({ weight }) => weight)),
  )
  return best.includes(0) ? 0 : best.reduce((sum, weight) => sum + weight, 0)
}

interface Passage {
  readonly sectionId: string
  readonly heading: string
  readonly text: string
}

interface IndexedArticle {
  readonly page: HelpPage
  readonly fields: readonly Field[]
  readonly passages: readonly Passage[]
}

const index: readonly IndexedArticle[] = (Object.keys(helpPages) as HelpPageId[]).map(id => {
  const page: HelpPage = helpPages[id]
  const sections = helpArticles[id]
  const passages = sections.flatMap(section =>
    section.blocks
      .flatMap(sentencesOf)
      .map(text => ({ sectionId: section.id, heading: section.heading, text })),
  )
  return {
    page,
    passages,
    fields: [
      { text: page.label, weight: weights.title },
      ...page.keywords.map(text => ({ text, weight: weights.keyword })),
      { text: page.summary, weight: weights.summary },
      ...sections.map(({ heading }) => ({ text: heading, weight: weights.heading })),
      ...passages.map(({ text }) => ({ text, weight: weights.sentence })),
    ],
  }
})

export function searchHelp(text: string): FoundHelp {
  const words = searchWords(text)
  if (words.length === 0) return { words, articles: [], questions: [] }
  const patterns = words.map(word => patternOf([word]))
  return {
    words,
    articles: bestFirst(index, ({ fields }) => score(fields, patterns)).map(({ page, passages }) => ({
      page,
      passage: bestPassage(page, passages, patterns),
    })),
    questions: bestFirst(helpQuestions, ({ question, answer }) =>
      score(
        [
          { text: question, weight: weights.title },
          { text: answer, weight: weights.sentence },
        ],
        patterns,
      ),
    ),
  }
}

/** In the order they stand in where they are equally good. */
function bestFirst<Thing>(things: readonly Thing[], scoreOf: (thing: Thing) => number): Thing[] {
  return things
    .map(thing => ({ thing, points: scoreOf(thing) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .map(({ thing }) => thing)
}

/** A section that is about it says more than the line about the whole page. */
function bestPassage(
  { summary }: HelpPage,
  passages: readonly Passage[],
  patterns: readonly RegExp[],
): Passage | undefined {
  const countIn = (text: string) => patterns.filter(pattern => pattern.test(text)).length
  // Of those that say equally much, the one that comes to the point first.
  const [best] = bestFirst(passages, ({ heading, text }) => {
    const places = patterns.map(pattern => text.search(pattern)).filter(place => place >= 0)
    if (places.length === 0) return 0
    return places.length + countIn(heading) / 2 + 1 / (Math.min(...places) + 3)
  })
  if (!best) return undefined
  return countIn(best.heading) > 0 || countIn(best.text) > countIn(summary) ? best : undefined
}
