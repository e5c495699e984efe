/** Converts an e-book to DOCX by pandoc, which keeps its structure and leaves the layout to styles. */
import type { BookReport, BookTaskRun } from '../job.ts'
import type { Ast } from '../markup/ast.ts'
import { readMarkupText } from '../markup/read-markup.ts'
import { writeMarkup } from '../markup/write-markup.ts'
import type { BookMetadata } from '../model/book.ts'
import { readBook } from '../read/read-book.ts'
import { writeBookBody } from '../write/write-page.ts'
import { cleanMarkup } from './convert-markup.ts'

export async function runBookToDocx({ job, resultPath, report }: BookTaskRun): Promise<BookReport> {
  report(5, 'read')
  const book = await readBook(job)
  report(30, 'write')
  const page = writeBookBody(book, { image: name => `image:${name}`, isPage: false })
  const ast = withMetadata(await readMarkupText('html-native_divs', page, job.outFolder), book.metadata)
  const { cleaned, warnings } = await cleanMarkup(ast, {
    outFolder: job.outFolder,
    use: 'book',
    maxPixels: job.maxPixels,
    known: source => book.images.get(source.replace(/^image:/, ''))?.bytes,
    asDataUrls: false,
  })
  report(60, 'write')
  await writeMarkup(cleaned, job, resultPath)
  return { warnings: [...book.warnings, ...warnings] }
}

function withMetadata(ast: Ast, { title, authors, language }: BookMetadata): Ast {
  const text = (value: string) => ({ t: 'MetaInlines', c: [{ t: 'Str', c: value }] })
  return {
    ...ast,
    meta: {
      title: text(title),
      ...(authors.length > 0 && { author: { t: 'MetaList', c: authors.map(text) } }),
      ...(language !== 'und' && { lang: { t: 'MetaString', c: language } }),
    },
  }
}
