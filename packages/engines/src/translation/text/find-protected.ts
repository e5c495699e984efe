/** Finds what must stay byte for byte: addresses, code, placeholders, and the numbers that are checked afterwards. */

export interface ProtectedRange {
  readonly start: number
  readonly end: number
}

const fileExtensions =
  'pdf|docx?|txt|rtf|odt|xlsx?|csv|pptx?|png|jpe?g|gif|svg|webp|mp[34]|zip|tar|gz|exe|js|ts|tsx|py|rb|go|rs|java|c|cpp|h|html?|css|json|xml|ya?ml|toml|ini|md|sh|sql'
const topDomains =
  'com|org|net|edu|gov|io|dev|app|info|example|eu|uk|us|de|fr|es|it|pt|br|ru|cn|jp|kr|in|ch|at|mx|ar|ca'
/** What an address is made of; no letters of scripts that are written without spaces, or the sentence would be part of it. */
const addressCharacter = "[\\w\\-.~:/?#\\[\\]@!$&'()*+,;=%À-ӿ]"
/** Longer ones are no addresses, and looking for their ends would take for ever. */
const rest = `${addressCharacter}{1,2000}`

/** First match wins where several begin at the same place. */
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

/** Ends of sentences that an address would swallow. */
const trailing = ".,;:!?'…"

/** In their order, never overlapping. */
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
  while (end > 0 && trailing.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

const numberPattern =
  /(?<![\p{L}\d])[-+−±]?\d{1,30}(?:[.,:/'’\u00a0\u202f–-]\d{1,30}){0,20}(?:\s?(?:%|‰|°[CF]?|[kKMG]?B|[kKMGTm]?W(?:h)?|k?Hz|[kcmµn]?m[²³]?|km\/h|[kmµ]?g|[mcd]?l|[€$£¥₽₹]))?(?![\p{L}\d])/gu

/** Numbers with their units: an engine may copy them by itself, so they are only looked for in what it answers. */
export function findNumbers(text: string): ProtectedRange[] {
  return [...text.matchAll(numberPattern)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }))
}
