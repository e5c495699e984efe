/** Writes a cleaned tree: documents by pandoc, EPUB of its HTML. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDataUrl } from '../../libreoffice/sanitize/images.ts'
import { JobFailure } from '../../process/job-failure.ts'
import type { BookJob } from '../job.ts'
import { type Book, type BookNode, type BookSection, isElement, languageOf } from '../model/book.ts'
import { type ImageContent, readBookImage } from '../model/book-image.ts'
import { cleanBookPage, hasContent } from '../model/clean-page.ts'
import { headingLevel, tocOfHeadings, withHeadingIds } from '../model/make-toc.ts'
import { resolveAnchors } from '../model/resolve-anchors.ts'
import { pageStyle } from '../write/page-style.ts'
import { writeEpub } from '../write/write-epub.ts'
import { type Ast, isAstElement, textOfInlines } from './ast.ts'
import { writeReferenceDocx } from './reference-docx.ts'
import { runPandoc } from './run-pandoc.ts'

/** Pandoc's template of HTML pages: self-contained, and nothing that loads or runs. */
const pageTemplate = `<!DOCTYPE html>
<html$if(lang)$ lang="$lang$"$endif$>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
$for(author-meta)$
<meta name="author" content="$author-meta$">
$endfor$
<title>$pagetitle$</title>
<style>
${pageStyle}
$if(highlighting-css)$
$highlighting-css$
$endif$
</style>
</head>
<body>
$if(title)$
<header>
<h1 class="title">$title$</h1>
$if(subtitle)$
<p class="subtitle">$subtitle$</p>
$endif$
$for(author)$
<p class="author">$author$</p>
$endfor$
$if(date)$
<p class="date">$date$</p>
$endif$
</header>
$endif$
$if(abstract)$
<section class="abstract">
$abstract$
</section>
$endif$
$body$
</body>
</html>
`

const highlighting = ['--highlight-style', 'tango']

export async function writeMarkup(ast: Ast, job: BookJob, resultPath: string): Promise<void> {
  const { outFolder, to } = job
  const json = JSON.stringify(ast)
  const write = async (args: readonly string[], input = json) =>
    writeFile(resultPath, await runPandoc(['-f', 'json', ...args], input, outFolder))
  if (to === 'docx') {
    const reference = await writeReferenceDocx(outFolder)
    return write(['-t', 'docx', ...highlighting, '--reference-doc', reference, '-o', '-'])
  }
  if (to === 'odt') return write(['-t', 'odt', ...highlighting, '-o', '-'])
  if (to === 'html') return writeFile(resultPath, await writePage(ast, json, job))
  if (to === 'md') return write(['-t', 'gfm+footnotes+tex_math_dollars', '--wrap=none', '-s'])
  if (to === 'rst') return write(['-t', 'rst', '--wrap=none', '-s'])
  if (to === 'txt') return write(['-t', 'plain', '--columns=80', '-s'])
  if (to === 'epub') {
    return writeFile(resultPath, await writeMarkupEpub(ast, await htmlOf(json, outFolder), job))
  }
  throw new JobFailure('unsupported-variant')
}

/** A fragment, with formulas as MathML. */
function htmlOf(json: string, outFolder: string): Promise<string> {
  const args = ['-f', 'json', '-t', 'html5', '--mathml', '--wrap=none', ...highlighting]
  return runPandoc(args, json, outFolder).then(String)
}

async function writePage(ast: Ast, json: string, { outFolder, name }: BookJob): Promise<string> {
  const template = join(outFolder, 'page.template')
  await writeFile(template, pageTemplate)
  const title = titleOf(ast)
  const page = await runPandoc(
    [
      ...['-f', 'json', '-t', 'html5', '--mathml', '--wrap=none', '-s', ...highlighting],
      ...['--template', template, '-M', `pagetitle=${title === '' ? name : title}`],
    ],
    json,
    outFolder,
  )
  return page.toString()
}

/** Makes an e-book of a text: one file for each chapter, which begins with a heading of the highest level. */
async function writeMarkupEpub(ast: Ast, html: string, { name, maxPixels }: BookJob): Promise<Buffer> {
  const sources: string[] = []
  const nodes = cleanBookPage(html, {
    image: source => {
      const known = sources.indexOf(source)
      return `image:${known < 0 ? sources.push(source) - 1 : known}`
    },
    link: address => (address.startsWith('#') ? `anchor:${decodeURIComponent(address.slice(1))}` : undefined),
    drawing: () => undefined,
  })
  const { images, names } = await readImages(sources, maxPixels)
  const placed = mapNodes(nodes, names)
  const sections = resolveAnchors(splitChapters(placed).map(withHeadingIds))
  const date = textOfInlines(ast.meta.date).trim()
  const book: Book = {
    metadata: {
      title: titleOf(ast) || name,
      authors: authorsOf(ast),
      language: languageOf(textOfInlines(ast.meta.lang)),
      ...(date !== '' && { date }),
    },
    sections,
    toc: tocOfHeadings(sections),
    images,
    warnings: [],
  }
  return writeEpub(book)
}

async function readImages(sources: readonly string[], maxPixels: number) {
  const images = new Map<string, ImageContent>()
  const names = new Map<string, string>()
  for (const [index, source] of sources.entries()) {
    const bytes = readDataUrl(source)
    const image = bytes && (await readBookImage(bytes, 'book', maxPixels))
    if (image === undefined) continue
    const fileName = `${index + 1}.${image.extension}`
    images.set(fileName, image)
    names.set(`image:${index}`, `image:${fileName}`)
  }
  return { images, names }
}

function mapNodes(nodes: readonly BookNode[], names: ReadonlyMap<string, string>): BookNode[] {
  return nodes.flatMap((node): BookNode[] => {
    if (!isElement(node)) return [node]
    if (node.name === 'img') {
      const src = names.get(node.attributes.src ?? '')
      return src === undefined
        ? [node.attributes.alt ?? '']
        : [{ ...node, attributes: { ...node.attributes, src } }]
    }
    return [{ ...node, children: mapNodes(node.children, names) }]
  })
}

function splitChapters(nodes: readonly BookNode[]): BookSection[] {
  const levels = nodes.flatMap(node => (isElement(node) ? (headingLevel(node) ?? []) : []))
  const highest = Math.min(...levels)
  const chapters: BookNode[][] = [[]]
  for (const node of nodes) {
    const isStart = isElement(node) && headingLevel(node) === highest
    if (isStart && hasContent(chapters.at(-1) ?? [])) chapters.push([])
    chapters.at(-1)?.push(node)
  }
  return chapters.map((chapter, index) => ({ id: `chapter-${index + 1}`, nodes: chapter }))
}

/** Title and authors of a text. */
function titleOf(ast: Ast): string {
  return textOfInlines(ast.meta.title).replace(/\s+/g, ' ').trim()
}

/** Several authors are a list, a single one is not. */
function authorsOf(ast: Ast): string[] {
  const { author } = ast.meta
  const list =
    isAstElement(author) && author.t === 'MetaList' && Array.isArray(author.c) ? author.c : [author]
  return list.map(each => textOfInlines(each).replace(/\s+/g, ' ').trim()).filter(name => name !== '')
}
