/** Converts an e-book to EPUB, MOBI, HTML, text or FB2. */
import { writeFile } from 'node:fs/promises'
import { JobFailure } from '../../process/job-failure.ts'
import type { BookReport, BookTaskRun } from '../job.ts'
import type { Book } from '../model/book.ts'
import { readBook } from '../read/read-book.ts'
import { writeMobi } from '../write/mobi/write-mobi.ts'
import { writeEpub } from '../write/write-epub.ts'
import { writeFb2 } from '../write/write-fb2.ts'
import { writeBookPage } from '../write/write-page.ts'
import { writeBookText } from '../write/write-text.ts'

export async function runConvertBook({ job, resultPath, report }: BookTaskRun): Promise<BookReport> {
  report(5, 'read')
  const book = await readBook(job)
  report(70, 'write')
  await writeFile(resultPath, await written(book, job.to))
  return { warnings: [...book.warnings] }
}

async function written(book: Book, to: string): Promise<string | Buffer> {
  if (to === 'epub') return writeEpub(book)
  if (to === 'mobi') return writeMobi(book)
  if (to === 'html') return writeBookPage(book)
  if (to === 'txt') return writeBookText(book)
  if (to === 'fb2') return writeFb2(book)
  throw new JobFailure('unsupported-variant')
}
