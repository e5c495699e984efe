/** Finds words of `banned-words.ts` in identifiers, file names, codes, comments, string literals and documentation. */
import { parseSync } from 'oxc-parser'
import { type BannedWord, bannedWords } from './banned-words.ts'

export interface BannedUse {
  readonly line: number
  /** What was found: the identifier, or the line of text around the word. */
  readonly text: string
  readonly instead: string
}

/** Code strings (`last-sign-in-method`) count as names, other string literals as texts. */
type Kind = 'name' | 'comment' | 'text'

interface Part {
  readonly kind: Kind
  readonly text: string
  readonly start: number
  readonly isString?: true
}

/** Their string literals are sample sentences to be read, spoken or translated, and are not checked. */
const sampleTexts =
  /sentences\.ts$|ocr-texts\.ts$|\/make-samples\/|corpus\/support\/|translat|mt12|\/(?:page-layout|text|whisper|caption)\/.*\.test\.ts$|make-captions\.test|(?:extract-\w+|extract-video-text|speech|media-tracks|pdf-documents|ocr)\.(?:test|spec)\.ts$|e2e\/files\.ts$|screens\/moments\.ts$/

const codeFile = /\.(?:tsx?|mjs)$/
/** A code such as `last-sign-in-method`: lower-case words joined by hyphens, underscores or dots. */
const codeString = /^[a-z0-9]+(?:[-_.:][a-z0-9]+)+$/

export function findBannedWords(path: string, source: string): BannedUse[] {
  const lineStarts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineAt = (offset: number) => lineStarts.findLastIndex(start => start <= offset) + 1
  const parts = codeFile.test(path) ? partsOfCode(path, source) : partsOfText(path, source)
  const named = { kind: 'name', text: path.replace(/\.[a-z]+$/, ''), start: 0 } as const
  const checked = sampleTexts.test(path)
    ? parts.filter(({ kind, isString }) => kind === 'comment' || !isString)
    : parts
  const found = [named, ...checked]
    .filter(isSuspect)
    .flatMap(part =>
      bannedWords
        .filter(word => isBanned(word, part, path))
        .map(({ instead }) => ({ line: lineAt(part.start), text: part.text, instead })),
    )
  return [...new Map(found.map(use => [`${use.text} ${use.instead}`, use])).values()]
}

/** Most parts contain no banned word: one test for all of them decides that quickly. */
const anyProse = new RegExp(bannedWords.flatMap(({ prose }) => (prose ? [prose.source] : [])).join('|'), 'i')
const anyName = new Set(bannedWords.flatMap(({ parts = [] }) => parts))

function isSuspect({ kind, text }: Part): boolean {
  return kind === 'name' ? splitName(text).some(part => anyName.has(part)) : anyProse.test(text)
}

function isBanned(word: BannedWord, { kind, text }: Part, path: string): boolean {
  if (word.allowedIn?.some(place => place.test(path))) return false
  if (kind !== 'name') {
    const rest = word.allowed ? text.replaceAll(new RegExp(word.allowed, 'gi'), '') : text
    return word.prose?.test(rest) ?? false
  }
  if (word.allowed?.test(text)) return false
  return splitName(text).some(part => word.parts?.includes(part))
}

/** `HTMLPictureElement_v2` and `film-reader` as their lower-case words. */
export function splitName(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
}

function partsOfText(path: string, source: string): Part[] {
  const isPython = path.endsWith('.py')
  let nextStart = 0
  return source.split('\n').flatMap(text => {
    const start = nextStart
    nextStart += text.length + 1
    const names = isPython ? [...text.matchAll(/[A-Za-z_]\w*/g)].map(([name]) => name) : []
    return [
      { kind: 'text', text: text.trim(), start } as const,
      ...names.map(name => ({ kind: 'name', text: name, start }) as const),
    ]
  })
}

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

function partsOfCode(path: string, source: string): Part[] {
  const { program, comments } = parseSync(path, source)
  const parts: Part[] = comments.flatMap(({ value, start }) =>
    value
      .split('\n')
      .map(line => ({ kind: 'comment', text: line.replace(/^\s*\*?\s*/, '').trim(), start }) as const),
  )
  collect(program as unknown as SyntaxNode, parts)
  return parts
}

function collect(node: SyntaxNode, parts: Part[]): void {
  const { start } = node
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
      // The names of our modules are checked as file names, those of packages are not ours.
      for (const child of nodesIn(node.specifiers)) collect(child, parts)
      return
    case 'Identifier':
    case 'JSXIdentifier':
    case 'PrivateIdentifier':
      parts.push({ kind: 'name', text: String(node.name), start })
      break
    case 'Literal':
      if (typeof node.value === 'string') parts.push(partOfString(node.value, start))
      break
    case 'TemplateElement':
      parts.push(partOfString((node.value as { readonly raw: string }).raw, start))
      break
    case 'JSXText':
      parts.push({ kind: 'text', text: String(node.value).trim(), start })
      break
  }
  for (const child of Object.values(node).flatMap(nodesIn)) collect(child, parts)
}

function partOfString(text: string, start: number): Part {
  return { kind: codeString.test(text) ? 'name' : 'text', text, start, isString: true }
}

function nodesIn(value: unknown): SyntaxNode[] {
  const all = Array.isArray(value) ? value : [value]
  return all.filter(
    (child): child is SyntaxNode =>
      typeof child === 'object' && child !== null && typeof (child as SyntaxNode).type === 'string',
  )
}
