/** Search of the tools hub: by name; otherwise by formats ('mp3', 'heic to jpg'), verbs ('merge') and keywords. */
import { type FormatId, formatIds, formats, formatsOfKind } from '../formats.ts'
import { hubTools, type KnownHubTool } from './hub.ts'

/** What users call formats, beside labels and extensions. */
const formatWords: Readonly<Record<string, readonly FormatId[]>> = {
  image: formatsOfKind('image'),
  photo: formatsOfKind('image'),
  picture: formatsOfKind('image'),
  video: formatsOfKind('video'),
  movie: formatsOfKind('video'),
  audio: formatsOfKind('audio'),
  music: formatsOfKind('audio'),
  song: formatsOfKind('audio'),
  sound: formatsOfKind('audio'),
  word: ['docx', 'doc'],
  text: ['txt'],
  excel: ['xlsx', 'xls'],
  powerpoint: ['pptx', 'ppt'],
}

const stopWords = new Set(
  'a an and the my your of from for with in on files file convert online free'.split(' '),
)

const points = { keyword: 3, verb: 3, writes: 2, reads: 2 } as const

export function searchHubTools(text: string): readonly KnownHubTool[] {
  const wanted = text.trim().toLowerCase()
  const named = hubTools.filter(tool => tool.label.toLowerCase().includes(wanted))
  if (named.length > 0) return named

  const { sources, targets } = formatsOfSearch(wanted)
  if (sources.length > 0 && targets.length > 0)
    return hubTools.filter(
      ({ conversions, keywords }) =>
        keywords.some(keyword => keyword === wanted) ||
        conversions.some(({ reads, writes }) => hasAny(reads, sources) && hasAny(writes, targets)),
    )
  const words = wordsOf(wanted)
  return hubTools
    .map(tool => ({ tool, scores: words.map(word => scoreOf(tool, word)) }))
    .filter(({ scores }) => scores.length > 0 && !scores.includes(0))
    .toSorted((one, other) => sumOf(other.scores) - sumOf(one.scores))
    .map(({ tool }) => tool)
}

/** 'heic to jpg' has sources and targets; without both, all formats are sources. */
export function formatsOfSearch(text: string): {
  readonly sources: readonly FormatId[]
  readonly targets: readonly FormatId[]
} {
  const [before, after] = text
    .trim()
    .toLowerCase()
    .split(/\s(?:to|into|as)\s|→|[-=]?>/u)
  return {
    sources: wordsOf(before).flatMap(formatsNamed),
    targets: wordsOf(after).flatMap(formatsNamed),
  }
}

/** Without stop words, unless there are only stop words. */
function wordsOf(text = ''): readonly string[] {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  const significant = words.filter(word => !stopWords.has(word) && word !== 'to')
  return significant.length > 0 ? significant : words
}

function formatsNamed(word: string): readonly FormatId[] {
  const singular = word.replace(/s$/, '')
  const called = formatWords[word] ?? formatWords[singular] ?? []
  return [...called, ...formatIds.filter(id => formats[id].extensions.some(extension => extension === word))]
}

/** 0 when the word has nothing to do with the tool. */
function scoreOf(tool: KnownHubTool, word: string): number {
  const named = formatsNamed(word)
  const { verbs, conversions, label, summary, keywords, help } = tool
  const stem = word.length > 4 ? word.replace(/(?:ing|ed|es|e|s)$/, '') : word
  const startsWith = (known: string) => known === word || (stem.length > 2 && known.startsWith(stem))
  const described = wordsOf([label, summary, ...keywords, ...help.keywords].join(' ').toLowerCase())
  return (
    (verbs.some(startsWith) ? points.verb : 0) +
    (described.some(startsWith) ? points.keyword : 0) +
    (conversions.some(({ reads }) => hasAny(reads, named)) ? points.reads : 0) +
    (conversions.some(({ writes }) => hasAny(writes, named)) ? points.writes : 0)
  )
}

function hasAny(some: readonly FormatId[], wanted: readonly FormatId[]): boolean {
  return wanted.some(format => some.includes(format))
}

function sumOf(scores: readonly number[]): number {
  return scores.reduce((sum, score) => sum + score, 0)
}
