/** Converts a text with markup: read by pandoc, cleaned, and written by pandoc or as an e-book. */
import type { BookJob, BookReport, BookTaskRun } from '../job.ts'
import type { Ast } from '../markup/ast.ts'
import { cleanAst } from '../markup/clean-ast.ts'
import { type ImageRequestOptions, imageNotes, replaceImages } from '../markup/markup-images.ts'
import { readMarkdown, readMarkup, readRawHtml } from '../markup/read-markup.ts'
import { writeMarkup } from '../markup/write-markup.ts'
import { readTextPackage } from '../read/text-package.ts'

export async function runConvertMarkup({ job, resultPath, report }: BookTaskRun): Promise<BookReport> {
  report(5, 'read')
  const { ast, known } = await readJob(job)
  report(40, 'images')
  const isWeb = job.to === 'html' || job.to === 'md' || job.to === 'rst'
  const { cleaned, ...notes } = await cleanMarkup(ast, {
    outFolder: job.outFolder,
    use: isWeb ? 'web' : 'book',
    maxPixels: job.maxPixels,
    asDataUrls: isWeb || job.to === 'epub',
    ...(known && { known }),
  })
  report(60, 'write')
  await writeMarkup(cleaned, job, resultPath)
  return notes
}

async function readJob(job: BookJob): Promise<Pick<ImageRequestOptions, 'known'> & { readonly ast: Ast }> {
  if (job.from !== 'textpack') return { ast: await readMarkup(job) }
  const { text, image } = await readTextPackage(job.path, job.maxUnpackedBytes)
  return { ast: await readMarkdown(text, job.outFolder), known: image }
}

/** Only what the upload contains, with notes about what is left out. */
export async function cleanMarkup(
  ast: Ast,
  options: ImageRequestOptions,
): Promise<{ cleaned: Ast; notes: string[]; warnings: string[] }> {
  const fragments: string[] = []
  cleanAst(ast, {
    image: () => undefined,
    rawHtml: html => {
      fragments.push(html)
      return []
    },
  })
  const raw = await readRawHtml(fragments, options.outFolder)
  const rawHtml = (html: string) => raw.get(html) ?? []
  const sources: string[] = []
  cleanAst(ast, {
    image: source => {
      sources.push(source)
      return undefined
    },
    rawHtml,
  })
  const images = await replaceImages(sources, options)
  const { notes, warnings } = imageNotes(images)
  const cleaned = cleanAst(ast, { image: source => images.places.get(source), rawHtml })
  return { cleaned, notes: [...notes], warnings: [...warnings] }
}
