/** Serializes a Markdown tree (mdast) as GitHub Flavored Markdown, with its images beside it, inlined or left out. */
import type { MarkdownImages } from '@filesmith/contract/operations/markdown-images'
import type { Image, Root } from 'mdast'
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item'
import { toMarkdown } from 'mdast-util-to-markdown'
import type { StreamedResult } from '../process/helper-program.ts'
import { writeZip, type ZipEntry } from '../write-zip.ts'

export function serializeMarkdown(root: Root): string {
  const text = toMarkdown(root, {
    bullet: '-',
    emphasis: '*',
    listItemIndent: 'one',
    rule: '-',
    // Literal URLs stay as they are: GitHub makes them links, and escaped ones cannot be copied.
    extensions: [
      gfmFootnoteToMarkdown(),
      gfmStrikethroughToMarkdown(),
      gfmTableToMarkdown({ tablePipeAlign: false }),
      gfmTaskListItemToMarkdown(),
    ],
  })
  // Of an empty document: a file of no bytes would look like a failure.
  return text === '' ? '\n' : text
}

export interface ImageData {
  readonly bytes: Uint8Array
  /** Without a dot. */
  readonly extension: string
  readonly mime: string
}

export interface MarkdownImageStore {
  /** Undefined if images are left out. The same key gives the same image. */
  add(key: string, image: ImageData, alt?: string): Image | undefined
  readonly files: readonly ZipEntry[]
}

export function createMarkdownImages(mode: MarkdownImages): MarkdownImageStore {
  const urls = new Map<string, string>()
  const files: ZipEntry[] = []
  const place = ({ bytes, extension, mime }: ImageData): string => {
    if (mode === 'inline') return `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`
    const name = `images/image-${String(files.length + 1).padStart(3, '0')}.${extension}`
    files.push({ name, data: bytes })
    return name
  }
  return {
    files,
    add(key, image, alt = '') {
      if (mode === 'none') return undefined
      const url = urls.get(key) ?? place(image)
      urls.set(key, url)
      return { type: 'image', url, alt }
    },
  }
}

/** The Markdown file alone, or a ZIP archive with the images beside it. */
export function packMarkdown(root: Root, name: string, { files }: MarkdownImageStore): StreamedResult {
  const data = Buffer.from(serializeMarkdown(root))
  const isArchive = files.length > 0
  const entries = [{ name: `${name}.md`, data }, ...files]
  return { chunks: isArchive ? writeZip(each(entries)) : each([data]), about: () => ({ isArchive }) }
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}
