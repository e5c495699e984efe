/** Finds text that must not change: URLs, code and placeholders, and numbers and names that are verified afterwards. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { LanguagePair } from '../sentence-translator.ts'

export interface ProtectedRange {
  readonly start: number
  readonly end: number
}

const fileExtensions =
  'pdf|docx?|txt|rtf|odt|xlsx?|csv|pptx?|png|jpe?g|gif|svg|webp|mp[34]|zip|tar|gz|exe|js|ts|tsx|py|rb|go|rs|java|c|cpp|h|html?|css|json|xml|ya?ml|toml|ini|md|sh|sql'
const topDomains =
  'com|org|net|edu|gov|io|dev|app|info|example|eu|uk|us|de|fr|es|it|pt|br|ru|cn|jp|kr|in|ch|at|mx|ar|ca'
/** Characters of a URL; excludes scripts written without spaces, because the following sentence would become part of it. */
const addressCharacter = "[\\w\\-.~:/?#\\[\\]@!$&'()*+,;=%À-ӿ]"
/** Bounded, because unbounded matches would take quadratic time on hostile input. */
const rest = `${addressCharacter}{1,2000}`

/** The first match wins if several start at the same position. */
const patterns: readonly string[] = [
  '(?<code>`{1,3})[^`\\n]{1,2000}\\k<code>',
  `\\b(?:https?|ftps?|file|ssh|git)://${rest}`,
  `\\b(?:mailto|tel|data|urn):${rest}`,
  `\\bwww\\.${rest}`,
  '\\{[^{}\\s]{1,200}\\}@[\\w\\-]{1,64}(?:\\.[\\w\\-]{1,64})+',
  "(?<![\\w.+\\-'])[\\w.+\\-']{1,64}@[\\w\\-]{1,64}(?:\\.[\\w\\-]{1,64})+",
  `(?<![\\w.@-])(?:[a-z0-9-]{1,64}\\.){1,8}(?:${topDomains})\\b(?:/${addressCharacter}{0,2000})?`,
  '</?[A-Za-z][^<>\\n]{0,200}>',
  '&(?:[a-z]+|#\\d+|#x[0-9a-f]+);',
  '\\$?\\{\\{[^{}\\n]{0,80}\\}\\}',
  '[$#%@]\\{[^{}\\n]{0,80}\\}',
  '\\{[\\w.$-]*(?:\\s*[|:,][^{}\\n]{0,60})?\\}',
  '%\\(\\w+\\)[a-z]',
  '(?<![\\d%])%(?:\\d+\\$)?[-+0#]*\\d*(?:\\.\\d+)?[sdiufeEgGxXoc@](?![\\p{L}\\d])',
  '%[A-Z][A-Z0-9_]+%',
  '\\$[A-Za-z_]\\w*',
  `(?<![\\w./-])[\\w-]{1,100}(?:\\.[\\w-]{1,100}){0,5}\\.(?:${fileExtensions})(?![\\w])`,
  '(?<!\\S)(?:[A-Za-z]:\\\\|~/|\\.{1,2}/|/)(?:[\\w.\\-]{1,100}[/\\\\]){0,40}\\.?[\\w\\-]{1,100}(?:\\.\\w{1,100}){0,5}',
  '(?<![\\w-])--[a-z][\\w-]*(?:=\\S+)?',
  '(?<!\\w)@[A-Za-z_]\\w+',
  '\\b\\w{1,100}(?:\\.\\w{1,100}){0,8}\\(\\)',
  '\\b[A-Za-z][A-Za-z0-9]{0,100}(?:_[A-Za-z0-9]{1,100}){1,20}\\b',
]
const anyPattern = new RegExp(patterns.join('|'), 'gu')

/** Sentence punctuation that a URL match would include. */
const trailing = ".,;:!?'…"

/** In order, never overlapping. */
export function findProtected(text: string): ProtectedRange[] {
  const ranges: ProtectedRange[] = []
  for (const match of text.matchAll(anyPattern)) {
    const found = match.groups?.code === undefined ? withoutSentenceEnd(match[0]) : match[0]
    if (found !== '') ranges.push({ start: match.index, end: match.index + found.length })
  }
  return ranges
}

function withoutSentenceEnd(found: string): string {
  if (/[>}]$|\(\)$|^&.*;$/.test(found)) return found
  let kept = withoutTrailing(found)
  for (const [open, close] of [
    ['(', ')'],
    ['[', ']'],
  ] as const)
    while (kept.endsWith(close) && count(kept, open) < count(kept, close))
      kept = withoutTrailing(kept.slice(0, -1))
  return kept
}

function withoutTrailing(text: string): string {
  let end = text.length
  while (end > 0 && trailing.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

const numberPattern =
  /(?<![\p{L}\d])[-+−±]?\d{1,30}(?:[.,:/'’\u00a0\u202f–-]\d{1,30}){0,20}(?:\s?(?:%|‰|°[CF]?|[kKMG]?B|[kKMGTm]?W(?:h)?|k?Hz|[kcmµn]?m[²³]?|km\/h|[kmµ]?g|[mcd]?l|[€$£¥₽₹]))?(?![\p{L}\d])/gu

/** Numbers with their units. Engines usually copy them, so they are only verified in the translation. */
export function findNumbers(text: string): ProtectedRange[] {
  return [...text.matchAll(numberPattern)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }))
}

const latinLanguages: ReadonlySet<LanguageId> = new Set(['en', 'es', 'fr', 'de', 'it', 'pt'])

/**
 * Capitalized words after another word; several in a row are one name. Other scripts transliterate names, and German
 * capitalizes every noun.
 */
export function findNames(text: string, { from, to }: LanguagePair): ProtectedRange[] {
  if (from === 'de' || !latinLanguages.has(from) || !latinLanguages.has(to)) return []
  return [
    ...text.matchAll(
      /(?<=[\p{L}\p{N},;]\s)\p{Lu}\p{Ll}[\p{L}\p{M}]{1,40}(?: \p{Lu}\p{Ll}[\p{L}\p{M}]{1,40}){0,5}(?![\p{L}\p{N}])/gu,
    ),
  ].map(({ index, 0: found }) => ({ start: index, end: index + found.length }))
}
