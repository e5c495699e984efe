/** Tasks of the book program by ability; each is imported on demand. */
import type { BookReport, BookTaskRun } from '../job.ts'

type BookTask = (run: BookTaskRun) => Promise<BookReport>

const tasks: Readonly<Record<string, () => Promise<BookTask>>> = {
  'markup-convert': async () => (await import('./convert-markup.ts')).runConvertMarkup,
  'book-convert': async () => (await import('./convert-book.ts')).runConvertBook,
  'book-to-docx': async () => (await import('./book-to-docx.ts')).runBookToDocx,
  'comic-convert': async () => (await import('./convert-comic.ts')).runConvertComic,
  'djvu-convert': async () => (await import('./convert-djvu.ts')).runConvertDjvu,
}

export async function runBookTask(run: BookTaskRun): Promise<BookReport> {
  const task = tasks[run.job.task]
  if (task === undefined) throw new Error(`no task ${run.job.task}`)
  return (await task())(run)
}

export async function loadBookTasks(): Promise<void> {
  await Promise.all(Object.values(tasks).map(load => load()))
}
