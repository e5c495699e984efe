/** Parses XML of books into a small tree. Declared entities are never expanded (entity bombs, external files). */
import { JobFailure } from '../../process/job-failure.ts'

export interface XmlTreeNode {
  /** Without prefix, in lower case. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (XmlTreeNode | string)[]
}

interface OpenNode extends XmlTreeNode {
  readonly children: (OpenNode | string)[]
}

const maxDepth = 500
const maxNodes = 2_000_000
const tagPattern =
  /<(?:!--[\s\S]*?-->|\?[\s\S]*?\?>|!\[CDATA\[([\s\S]*?)\]\]>|!DOCTYPE[^<>[]*(?:\[[\s\S]*?\]\s*)?>|(\/?)([^\s/<>!?"']+)((?:[\s/](?:[^<>"']|"[^"]*"|'[^']*')*)?)>)/giy
const attributePattern = /(?<![^\s=/])([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

export function parseXmlTree(source: string): XmlTreeNode {
  const root: OpenNode = { name: '', attributes: {}, children: [] }
  const open = [root]
  let nodes = 0
  for (let at = 0; at < source.length; ) {
    const next = source.indexOf('<', at)
    const end = next < 0 ? source.length : next
    if (end > at) open.at(-1)?.children.push(decodeEntities(source.slice(at, end)))
    if (next < 0) break
    tagPattern.lastIndex = next
    const tag = tagPattern.exec(source)
    if (tag === null) throw damaged('markup that is not closed')
    at = tagPattern.lastIndex
    if (++nodes > maxNodes) throw new JobFailure('needs-too-much-memory')
    takeTag(open, tag)
  }
  return root
}

function takeTag(open: OpenNode[], [, cdata, slash, qualified, rest = '']: RegExpExecArray): void {
  if (cdata !== undefined) open.at(-1)?.children.push(cdata)
  const name = localName(qualified)
  if (name === undefined) return
  if (slash === '/') {
    closeNode(open, name)
    return
  }
  const node: OpenNode = { name, attributes: attributesIn(rest), children: [] }
  open.at(-1)?.children.push(node)
  if (!rest.endsWith('/')) open.push(node)
  if (open.length > maxDepth) throw damaged('nested too deeply')
}

function damaged(why: string): JobFailure {
  return new JobFailure('file-damaged', {}, { cause: new Error(why) })
}

function localName(name: string | undefined): string | undefined {
  return name?.replace(/^.*:/, '').toLowerCase()
}

/** A tag that closes nothing is ignored, as readers of e-books do. */
function closeNode(open: OpenNode[], name: string): void {
  const at = open.findLastIndex(node => node.name === name)
  if (at > 0) open.length = at
}

function attributesIn(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', double, single] of text.matchAll(attributePattern))
    found[localName(name) ?? ''] = decodeEntities(double ?? single ?? '')
  return found
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,10}));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)
        ? String.fromCodePoint(code)
        : ''
    },
  )
}

export function isXmlNode(node: XmlTreeNode | string): node is XmlTreeNode {
  return typeof node !== 'string'
}

export function childrenOf(node: XmlTreeNode | undefined, name?: string): XmlTreeNode[] {
  return (node?.children ?? []).filter(isXmlNode).filter(child => name === undefined || child.name === name)
}

export function childOf(node: XmlTreeNode | undefined, ...path: readonly string[]): XmlTreeNode | undefined {
  return path.reduce<XmlTreeNode | undefined>((parent, name) => childrenOf(parent, name)[0], node)
}

export function xmlText(node: XmlTreeNode | string | undefined): string {
  if (node === undefined) return ''
  return typeof node === 'string' ? node : node.children.map(xmlText).join('')
}

export function trimmedText(node: XmlTreeNode | undefined): string {
  return xmlText(node).replace(/\s+/g, ' ').trim()
}

/** By byte order mark or declaration. */
export function decodeBookXml(bytes: Buffer): string {
  const mark = bytes.toString('latin1', 0, 2)
  const declared = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/.exec(
    bytes.toString('latin1', 0, 300),
  )?.[1]
  const encoding = mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : (declared ?? 'utf-8')
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return bytes.toString()
  }
}
