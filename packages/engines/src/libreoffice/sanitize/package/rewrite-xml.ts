/** Parses XML in one pass and serializes it, so that other parsers cannot see anything else in it (parser differential). */
import { damagedPackage } from '../../../translation/documents/docx/package/read-package.ts'
import { decodeXmlText } from '../../../translation/documents/docx/xml/xml-text.ts'
import { escapeAttribute, escapeText } from '../html/sanitize-html.ts'

export interface XmlAttribute {
  readonly name: string
  /** Without prefix: files may choose any namespace prefixes. */
  readonly local: string
  readonly value: string
}

export interface XmlTag {
  readonly name: string
  readonly local: string
  readonly attributes: readonly XmlAttribute[]
}

/** 'drop': with its content; 'unwrap': keeps the content; otherwise the attributes to keep. */
export type TagVerdict = 'drop' | 'unwrap' | readonly XmlAttribute[]

/** Rules get the output as an array of fragments, and may change earlier ones. */
export interface XmlRules {
  open(tag: XmlTag): TagVerdict
  /** The element is in fragments `first` to `last` of the output. */
  close?(local: string, first: number, last: number): void
  /** Replacement of the text. `fragment` is its index in the output. */
  text?(text: string, parent: string, fragment: number): string
  end?(): void
}

/** Deeper than any program nests. */
const maxDepth = 2000
const nameEnd = /[^\s/>]+/y
const attribute = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y

interface OpenElement {
  readonly name: string
  readonly local: string
  readonly fragment: number
  readonly isWritten: boolean
}

export function rewriteXml(source: string, createRules: (written: string[]) => XmlRules): string {
  return new XmlWriter(source, createRules).run()
}

class XmlWriter {
  readonly #source: string
  readonly #rules: XmlRules
  readonly #written = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n']
  readonly #open: OpenElement[] = []
  #droppedDepth = 0
  #hasRoot = false

  constructor(source: string, createRules: (written: string[]) => XmlRules) {
    this.#source = source
    this.#rules = createRules(this.#written)
  }

  run(): string {
    const source = this.#source
    for (let at = 0; at < source.length; ) {
      const next = source.indexOf('<', at)
      const end = next < 0 ? source.length : next
      if (end > at) this.#takeText(decodeXmlText(source.slice(at, end)))
      if (next < 0) break
      at = this.#takeMarkup(next)
    }
    if (!this.#hasRoot || this.#open.length > 0) throw damagedPackage('markup ends early')
    this.#rules.end?.()
    return this.#written.join('')
  }

  #takeMarkup(at: number): number {
    if (this.#source.startsWith('<!--', at)) return this.#behind('-->', at + 4)
    if (this.#source.startsWith('<?', at)) return this.#behind('?>', at + 2)
    if (this.#source.startsWith('<![CDATA[', at)) {
      const end = this.#behind(']]>', at)
      this.#takeText(this.#source.slice(at + 9, end - 3))
      return end
    }
    // Word rejects these as well; entities could reference files (XXE).
    if (this.#source.startsWith('<!', at)) throw damagedPackage('declares a document type')
    return this.#source.startsWith('</', at) ? this.#closeTag(at) : this.#openTag(at)
  }

  #behind(mark: string, from: number): number {
    const at = this.#source.indexOf(mark, from)
    if (at < 0) throw damagedPackage('markup ends early')
    return at + mark.length
  }

  #takeText(text: string): void {
    const parent = this.#open.at(-1)
    if (parent === undefined) {
      if (text.trim() !== '') throw damagedPackage('text outside of the root')
      return
    }
    if (this.#droppedDepth > 0) return
    this.#written.push(escapeText(this.#rules.text?.(text, parent.local, this.#written.length) ?? text))
  }

  #openTag(at: number): number {
    nameEnd.lastIndex = at + 1
    const name = nameEnd.exec(this.#source)?.[0] ?? ''
    if (!/^[\p{L}_][\p{L}\p{N}_.·-]*(?::[\p{L}_][\p{L}\p{N}_.·-]*)?$/u.test(name))
      throw damagedPackage('a tag without a name')
    if (this.#hasRoot && this.#open.length === 0) throw damagedPackage('more than one root')
    if (this.#open.length >= maxDepth) throw damagedPackage('nested too deeply')
    this.#hasRoot = true
    const { attributes, end } = this.#readAttributes(at + 1 + name.length)
    let place = end
    while (isSpace(this.#source.charCodeAt(place))) place++
    const isEmpty = this.#source[place] === '/'
    if (this.#source[isEmpty ? place + 1 : place] !== '>')
      throw damagedPackage('a tag that is not well-formed')
    this.#begin(name, attributes, isEmpty)
    return place + (isEmpty ? 2 : 1)
  }

  #readAttributes(start: number): { attributes: XmlAttribute[]; end: number } {
    const attributes: XmlAttribute[] = []
    const names = new Set<string>()
    attribute.lastIndex = start
    let end = start
    for (let found = attribute.exec(this.#source); found !== null; found = attribute.exec(this.#source)) {
      const [, name = '', double, single] = found
      if (names.has(name)) throw damagedPackage('an attribute given twice')
      names.add(name)
      attributes.push({ name, local: localName(name), value: decodeXmlText(double ?? single ?? '') })
      end = attribute.lastIndex
    }
    return { attributes, end }
  }

  #begin(name: string, attributes: readonly XmlAttribute[], isEmpty: boolean): void {
    const local = localName(name)
    const fragment = this.#written.length
    const verdict = this.#droppedDepth > 0 ? 'drop' : this.#rules.open({ name, local, attributes })
    const isWritten = typeof verdict !== 'string'
    if (isWritten)
      this.#written.push(`<${name}${verdict.map(writeAttribute).join('')}${isEmpty ? '/>' : '>'}`)
    if (!isEmpty) {
      this.#open.push({ name, local, fragment, isWritten })
      if (verdict === 'drop' && this.#droppedDepth === 0) this.#droppedDepth = this.#open.length
    } else if (isWritten) this.#rules.close?.(local, fragment, fragment)
  }

  #closeTag(at: number): number {
    const end = this.#source.indexOf('>', at)
    const element = this.#open.pop()
    if (end < 0 || element === undefined || element.name !== this.#source.slice(at + 2, end).trimEnd())
      throw damagedPackage('closes another element')
    if (this.#droppedDepth > this.#open.length) this.#droppedDepth = 0
    if (element.isWritten) {
      this.#written.push(`</${element.name}>`)
      this.#rules.close?.(element.local, element.fragment, this.#written.length - 1)
    }
    return end + 1
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
}

function writeAttribute({ name, value }: XmlAttribute): string {
  return ` ${name}="${escapeAttribute(value).replace(/[\t\n\r]/g, character => `&#${character.charCodeAt(0)};`)}"`
}

/** UTF-8, UTF-16 or the declared encoding; unknown encodings are rejected. */
export function decodeXml(bytes: Buffer): string {
  const head = bytes.toString('hex', 0, 4)
  const wide =
    head.startsWith('fffe') || head.startsWith('3c00')
      ? 'utf-16le'
      : head.startsWith('feff') || head.startsWith('003c')
        ? 'utf-16be'
        : undefined
  const declared = /^(?:\ufeff|ï»¿)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    bytes.toString('latin1', 0, 200),
  )?.[1]
  try {
    return new TextDecoder(wide ?? declared ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw damagedPackage('text that is not in its encoding')
  }
}
