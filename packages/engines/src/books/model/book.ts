/** A book in memory: what every reader makes of a file, and every writer writes. */
import type { ImageContent } from './book-image.ts'

/** Text, or an element with a lower-case name and only the attributes that `clean-page.ts` lets through. */
export type BookNode = string | BookElement

export interface BookElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly BookNode[]
}

export interface BookMetadata {
  readonly title: string
  readonly authors: readonly string[]
  /** BCP 47; 'und' if unknown. */
  readonly language: string
  readonly publisher?: string | undefined
  readonly date?: string | undefined
  readonly description?: string | undefined
  readonly identifier?: string | undefined
}

/** Links inside the book are `section:ID` or `section:ID#ANCHOR`, images `image:NAME`. */
export interface BookSection {
  readonly id: string
  readonly nodes: readonly BookNode[]
}

export interface TocEntry {
  readonly title: string
  /** A link as in sections. */
  readonly target: string
  readonly children: readonly TocEntry[]
}

export interface Book {
  readonly metadata: BookMetadata
  readonly sections: readonly BookSection[]
  readonly toc: readonly TocEntry[]
  /** By name, with extension. */
  readonly images: ReadonlyMap<string, ImageContent>
  /** Name of an image. */
  readonly cover?: string | undefined
  readonly warnings: readonly string[]
}

export function isElement(node: BookNode): node is BookElement {
  return typeof node !== 'string'
}

export function textOfNode(node: BookNode): string {
  return typeof node === 'string' ? node : node.children.map(textOfNode).join('')
}

export function* elementsIn(nodes: readonly BookNode[]): Generator<BookElement> {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    yield node
    yield* elementsIn(node.children)
  }
}

const languageTag = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i

export function languageOf(value: string | undefined): string {
  const tag = (value ?? '').trim().replaceAll('_', '-')
  return languageTag.test(tag) ? tag : 'und'
}
