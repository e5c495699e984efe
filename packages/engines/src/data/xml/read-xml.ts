/**
 * Reads XML into a tree, without recursion. Document types are skipped and entities they declare are never resolved
 * (entity expansion, external files); a reference to one stays as it is written.
 */
import { JobFailure } from '../../process/job-failure.ts'

export interface XmlNode {
  /** With its prefix. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: (XmlNode | string)[]
}

export interface XmlDocument {
  readonly root: XmlNode
  /** References to entities that were left as they are written. */
  readonly unresolved: number
}

const maxDepth = 200
const maxNodes = 5_000_000

export function readXml(source: string): XmlDocument {
  const tree = createTree()
  for (let at = 0; at < source.length; ) {
    const next = source.indexOf('<', at)
    const textEnd = next < 0 ? source.length : next
    if (textEnd > at) tree.addText(decode(source.slice(at, textEnd), tree.counts))
    at = next < 0 ? source.length : readMarkup(source, next, tree)
  }
  return tree.finish()
}

type Tree = ReturnType<typeof createTree>

function createTree() {
  const counts = { unresolved: 0, nodes: 0 }
  const open: XmlNode[] = []
  let root: XmlNode | undefined
  return {
    counts,
    addText(text: string): void {
      const parent = open.at(-1)
      if (parent !== undefined) parent.children.push(text)
      else if (text.trim() !== '') throw damaged('text outside of the root element')
    },
    addElement(node: XmlNode, isEmpty: boolean): void {
      counts.nodes += 1
      if (counts.nodes > maxNodes || open.length >= maxDepth) throw new JobFailure('unsupported-variant')
      const parent = open.at(-1)
      if (parent !== undefined) parent.children.push(node)
      else if (root !== undefined) throw damaged('more than one root element')
      root ??= node
      if (!isEmpty) open.push(node)
    },
    closeElement(name: string): void {
      if (open.pop()?.name !== name) throw damaged('a tag that closes another element')
    },
    finish(): XmlDocument {
      if (root === undefined || open.length > 0) throw damaged('an element without an end')
      return { root, unresolved: counts.unresolved }
    },
  }
}

/** Returns the position behind it. */
function readMarkup(source: string, at: number, tree: Tree): number {
  const behindDeclaration = skipDeclaration(source, at)
  if (behindDeclaration > at) {
    if (source.startsWith('<![CDATA[', at)) tree.addText(source.slice(at + 9, behindDeclaration - 3))
    return behindDeclaration
  }
  const end = tagEnd(source, at)
  const tag = source.slice(at + 1, end)
  if (tag.startsWith('/')) tree.closeElement(tag.slice(1).trim())
  else {
    const isEmpty = tag.endsWith('/')
    tree.addElement(readTag(isEmpty ? tag.slice(0, -1) : tag, tree.counts), isEmpty)
  }
  return end + 1
}

function damaged(why: string): JobFailure {
  return new JobFailure('file-damaged', {}, { cause: new Error(why) })
}

/** The position behind a comment, CDATA section, instruction or document type; otherwise the same position. */
function skipDeclaration(source: string, at: number): number {
  if (source.startsWith('<!--', at)) return behind(source, '-->', at + 4)
  if (source.startsWith('<![CDATA[', at)) return behind(source, ']]>', at + 9)
  if (source.startsWith('<?', at)) return behind(source, '?>', at + 2)
  return source.startsWith('<!', at) ? behindDoctype(source, at + 2) : at
}

function behind(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from)
  if (at < 0) throw damaged('markup ends early')
  return at + mark.length
}

/** The internal subset may contain quoted values and comments with any brackets. */
function behindDoctype(source: string, from: number): number {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    const character = source[at]
    if (character === '"' || character === "'") at = behind(source, character, at + 1) - 1
    else if (source.startsWith('<!--', at)) at = behind(source, '-->', at + 4) - 1
    else if (character === '[') depth += 1
    else if (character === ']') depth -= 1
    else if (character === '>' && depth <= 0) return at + 1
  }
  throw damaged('a document type without an end')
}

/** A quoted value may contain '>'. */
function tagEnd(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at++) {
    const character = source[at]
    if (character === '>') return at
    if (character === '<') break
    if (character === '"' || character === "'") at = behind(source, character, at + 1) - 1
  }
  throw damaged('a tag without an end')
}

const namePattern = /^[\p{L}_:][\p{L}\p{N}\p{M}_:.·-]*/u
const attributePattern = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y

function readTag(tag: string, counts: Counts): XmlNode {
  const name = namePattern.exec(tag)?.[0]
  if (name === undefined) throw damaged('a tag without a name')
  const attributes = new Map<string, string>()
  let at = name.length
  while (tag.slice(at).trim() !== '') {
    attributePattern.lastIndex = at
    const match = attributePattern.exec(tag)
    if (match === null) throw damaged('an attribute that cannot be read')
    attributes.set(match[1] ?? '', decode(match[2] ?? match[3] ?? '', counts))
    at = attributePattern.lastIndex
  }
  return { name, attributes, children: [] }
}

interface Counts {
  unresolved: number
}

const predefined: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function decode(text: string, counts: Counts): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([\w.:-]{1,100}));/gi,
    (whole: string, hex?: string, decimal?: string, name?: string) => {
      const code = name === undefined ? Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16) : 0
      const known = name === undefined ? characterOf(code) : predefined.get(name)
      if (known === undefined) counts.unresolved += 1
      return known ?? whole
    },
  )
}

function characterOf(code: number): string | undefined {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

/** Without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
