/** Reads every page of a file and writes the text and its parts. */
import { mkdir, rm } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'
import { ocrLanguageName } from '@filesmith/contract/ocr-languages'
import { ocrOptionsSchema } from '@filesmith/contract/ocr-options'
import type { StepOutcome, StepRun } from '../engine.ts'
import type { OcrEngine, OcrJob } from './ocr-job.ts'
import type { FileMemory } from './page/read-page.ts'
import { readFilePage } from './read-file-page.ts'
import type { OcrFormat, OpenedPage } from './request.ts'
import type { ReadPage } from './text/read-document.ts'
import { writeResults } from './write-results.ts'

/** Shares of the percentage: looking through the file, reading, then writing. */
const openedPercent = 5
const readPercent = 90

export async function readTextFile(engine: OcrEngine, run: StepRun): Promise<StepOutcome> {
  const options = ocrOptionsSchema.parse(run.step.options)
  const languages = options.language.split('+')
  const missing = languages.find(language => !engine.installed.has(language))
  if (!options.detectLanguage && missing !== undefined)
    throw new AppError('language-not-installed', { language: ocrLanguageName(missing) })
  const folder = `${run.outputPath}-ocr`
  const failed = new AbortController()
  const job: OcrJob = {
    engine,
    run,
    options,
    languages,
    parts: [],
    file: {
      path: run.inputPath,
      format: run.step.from as OcrFormat,
      password: run.password,
      folder,
      signal: AbortSignal.any([run.signal, failed.signal]),
    },
  }
  await mkdir(folder)
  try {
    const pages = await readPages(job, () => failed.abort())
    await writeResults(job, pages, ({ percent, stage }) =>
      run.onProgress({ percent: readPercent + ((100 - readPercent) * percent) / 100, stage }),
    )
    run.onProgress({ percent: 100, stage: 'done' })
    const unread = pages.filter(({ isUnread }) => isUnread).map(({ page }) => page)
    return { parts: job.parts, ...(unread.length > 0 && { notes: [unreadNote(unread)] }) }
  } catch (error) {
    const left = [run.outputPath, ...job.parts.map(({ path }) => path)]
    await Promise.all(left.map(path => rm(path, { force: true })))
    throw run.signal.aborted ? new AppError('cancelled', {}, { cause: error }) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readPages(job: OcrJob, stopOthers: () => void): Promise<ReadPage[]> {
  const { engine, run, file } = job
  const opened = await engine.helpers.open(file, ({ percent }) =>
    run.onProgress({ percent: (openedPercent * percent) / 100, stage: 'open' }),
  )
  const memory: FileMemory = { turn: 0 }
  const pages: ReadPage[] = []
  let [next, done] = [0, 0]
  const readOn = async () => {
    for (let index = next++; index < opened.length; index = next++) {
      const page = opened[index] as OpenedPage
      pages[index] = await engine.slots.run(file.signal, () =>
        readFilePage(job, page, { number: index + 1, of: opened.length }, memory),
      )
      done += 1
      const percent = openedPercent + ((readPercent - openedPercent) * done) / opened.length
      const stage = `page ${Math.min(done + 1, opened.length)} of ${opened.length}`
      run.onProgress({ percent, stage })
    }
  }
  const readers = Array.from({ length: engine.settings.helpersPerEngine }, () =>
    readOn().catch(error => {
      stopOthers()
      throw error
    }),
  )
  // None is left running when the folder goes; the first failure is the reason, what it stopped is not.
  const extensions = await Promise.allSettled(readers)
  const reasons = extensions.flatMap(ending =>
    ending.status === 'rejected' ? [ending.reason as unknown] : [],
  )
  const first =
    reasons.find(reason => !(reason instanceof AppError && reason.code === 'cancelled')) ?? reasons[0]
  if (first !== undefined) throw first
  return pages
}

function unreadNote(pages: readonly number[]): string {
  return pages.length === 1
    ? `Page ${pages[0]} took too long to read and was left out.`
    : `Pages ${pages.join(', ')} took too long to read and were left out.`
}
