/** Full-text search over help articles and FAQ, best match first. */
import { helpArticle } from '@filesmith/contract/help/articles'
import { type HelpPage, helpPagesOf, isHelpPageId } from '@filesmith/contract/help/help-pages'
import type { HelpQuestion } from '@filesmith/contract/help/questions'
import { sentencesOf } from '@filesmith/contract/text-section'
import { currentInstance } from '../../lib/instance.ts'
import { closestWord, patternOf, searchWords } from './search-words.ts'

export interface FoundArticle {
  readonly page: HelpPage
  /** Best matching sentence with its section; undefined when the summary of the page matches better. */
  readonly passage: { readonly sectionId: string; readonly text: string } | undefined
}

export interface HelpMatches {
  /** As searched, with typing errors corrected. */
  readonly words: readonly string[]
  readonly isCorrected?: boolean
  readonly articles: readonly FoundArticle[]
  readonly questions: readonly HelpQuestion[]
}

/** Score of a match by field. */
const weights = { title: 12, keyword: 8, summary: 5, heading: 3, sentence: 1 } as const

interface Field {
  readonly text: string
  readonly weight: number
}

/** Sum of the best field of every word; 0 when a word does not match at all. */
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

// Loaded with the page, whose instance does not change.
const instance = currentInstance()
const index: readonly IndexedArticle[] = helpPagesOf(instance).map(page => {
  const sections = isHelpPageId(instance, page.id) ? helpArticle(instance, page.id) : []
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

const articleTexts = index.flatMap(({ fields }) => fields.map(({ text }) => text))
const articleWords = articleTexts.flatMap(searchWords)

export function searchHelp(text: string, helpQuestions: readonly HelpQuestion[]): HelpMatches {
  const typed = searchWords(text)
  if (typed.length === 0) return { words: typed, articles: [], questions: [] }
  const questionTexts = helpQuestions.flatMap(({ question, answer }) => [question, answer])
  const texts = [...articleTexts, ...questionTexts]
  const knownWords = new Set([...articleWords, ...questionTexts.flatMap(searchWords)])
  // A word that occurs nowhere may be mistyped.
  const words = typed.map(word => {
    const pattern = patternOf([word])
    return texts.some(known => pattern.test(known)) ? word : (closestWord(word, knownWords) ?? word)
  })
  const patterns = words.map(word => patternOf([word]))
  return {
    words,
    ...(words.every((word, at) => word === typed[at]) ? {} : { isCorrected: true }),
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

/** Sorts by score; stable for equal scores. */
function bestFirst<Item>(items: readonly Item[], scoreOf: (item: Item) => number): Item[] {
  return items
    .map(item => ({ item, points: scoreOf(item) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .map(({ item }) => item)
}

/** Prefers a section with a matching heading, or a sentence with more matches than the summary. */
function bestPassage(
  { summary }: HelpPage,
  passages: readonly Passage[],
  patterns: readonly RegExp[],
): Passage | undefined {
  const countIn = (text: string) => patterns.filter(pattern => pattern.test(text)).length
  // On equal scores, the sentence with the earliest match.
  const [best] = bestFirst(passages, ({ heading, text }) => {
    const offsets = patterns.map(pattern => text.search(pattern)).filter(offset => offset >= 0)
    if (offsets.length === 0) return 0
    return offsets.length + countIn(heading) / 2 + 1 / (Math.min(...offsets) + 3)
  })
  if (!best) return undefined
  return countIn(best.heading) > 0 || countIn(best.text) > countIn(summary) ? best : undefined
}
