/** Reads a text with markup as pandoc's tree. Readers that may include other files run in pandoc's sandbox. */
import { mkdir, readFile } from 'node:fs/promises'
import { convert } from '@asciidoctor/core'
import type { FormatId } from '@filesmith/contract/formats'
import { parseFragment, serialize } from 'parse5'
import { limitedAdapter, sanitizeHtml } from '../../libreoffice/sanitize/html/sanitize-html.ts'
import { JobFailure } from '../../process/job-failure.ts'
import { findEncoding } from '../../translation/documents/encoding/find-encoding.ts'
import type { BookJob } from '../job.ts'
import { type Ast, astSchema, isAstAttributes, isAstElement } from './ast.ts'
import { runPandoc } from './run-pandoc.ts'

/** CommonMark as GitHub reads it, which takes linear time, with footnotes, front matter, formulas and definitions. */
const markdown = 'gfm+footnotes+yaml_metadata_block+tex_math_dollars+definition_lists'

const textReaders: Readonly<Partial<Record<FormatId, string>>> = {
  md: markdown,
  rst: 'rst',
  adoc: 'docbook',
  org: 'org',
  textile: 'textile',
  muse: 'muse',
  tex: 'latex',
  opml: 'opml',
  html: 'html',
}

/** Formats that contain images, none of which includes other files. */
const packedReaders: Readonly<Partial<Record<FormatId, string>>> = {
  ipynb: 'ipynb',
  docx: 'docx+styles',
  odt: 'odt',
}

export const mediaFolderName = 'media'

export async function readMarkup(job: BookJob): Promise<Ast> {
  const { from, path, outFolder } = job
  const packed = packedReaders[from]
  if (packed !== undefined) {
    await mkdir(`${outFolder}/${mediaFolderName}`)
    const args = ['-f', packed, '-t', 'json', `--extract-media=${mediaFolderName}`, '--', path]
    return parseAst(await runPandoc(args, '', outFolder))
  }
  const reader = textReaders[from]
  if (reader === undefined) throw new JobFailure('unsupported-variant')
  return readMarkupText(reader, await sourceOf(from, decodeText(await readFile(path))), outFolder)
}

export async function readMarkupText(reader: string, text: string, outFolder: string): Promise<Ast> {
  return parseAst(await runPandoc(['--sandbox', '-f', reader, '-t', 'json'], text, outFolder))
}

export function readMarkdown(text: Buffer, outFolder: string): Promise<Ast> {
  return readMarkupText(markdown, decodeText(text), outFolder)
}

async function sourceOf(from: FormatId, text: string): Promise<string> {
  if (from === 'adoc') return docbookOf(text)
  return from === 'html' ? sanitizeHtml(text, false) : text
}

function decodeText(bytes: Buffer): string {
  const { encoding } = findEncoding(bytes, undefined)
  return new TextDecoder(encoding).decode(bytes)
}

function parseAst(json: Buffer): Ast {
  return astSchema.parse(JSON.parse(json.toString()))
}

/** What each block of raw HTML says, as blocks of the tree; all are read by one run. */
export async function readRawHtml(
  fragments: readonly string[],
  outFolder: string,
): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const distinct = [...new Set(fragments)]
  if (distinct.length === 0) return new Map()
  const page = distinct
    .map((fragment, index) => `<div id="raw-${index}">${balanced(fragment)}</div>`)
    .join('\n')
  const { blocks } = await readMarkupText('html', page, outFolder)
  const found = new Map<string, readonly unknown[]>()
  for (const block of blocks) {
    if (!isAstElement(block) || block.t !== 'Div' || !Array.isArray(block.c)) continue
    const [attributes, inner] = block.c
    const index = isAstAttributes(attributes) ? Number(attributes[0].replace('raw-', '')) : -1
    const fragment = distinct[index]
    if (fragment !== undefined && Array.isArray(inner)) found.set(fragment, inner)
  }
  return found
}

function balanced(fragment: string): string {
  const options = { scriptingEnabled: false, treeAdapter: limitedAdapter(fragment.length) }
  return serialize(parseFragment(fragment, options))
}

/** Reads AsciiDoc with Asciidoctor in its secure mode, which includes no files, and writes DocBook for pandoc. */
async function docbookOf(text: string): Promise<string> {
  const result = await convert(text, {
    safe: 'secure',
    backend: 'docbook5',
    standalone: true,
    // `@`: the document may choose another notation of formulas.
    attributes: { stem: 'latexmath@' },
  })
  return String(result)
}
