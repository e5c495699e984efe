/** Starts the OCR engine: warm helpers prepare pages, and each Tesseract run gets its own sandbox. */

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import { ocrLanguageName } from '@filesmith/contract/ocr-languages'
import type { OcrOptions } from '@filesmith/contract/ocr-options'
import { recognitionParts } from '@filesmith/contract/schemas/recognition'
import { formatIn, handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine, Progress, StepOutcome, StepRun } from '../engine.ts'
import { damagedImage } from '../image-notes.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { installedLanguages } from '../tesseract/installed-languages.ts'
import { startTimedProgress } from '../timed-progress.ts'
import { recognizeText } from './abilities.ts'
import { startOcrHelpers } from './ocr-helpers.ts'
import { type OcrEngine, type OcrJob, partPath } from './ocr-job.ts'
import type { FileContext } from './page/recognize-page.ts'
import { recognizeFilePage } from './recognize-file-page.ts'
import { type OpenedPage, ocrFormats } from './request.ts'
import { createSemaphore } from './semaphore.ts'
import { splitFile } from './split-file.ts'
import type { OcrPage } from './text/ocr-page.ts'

export async function startOcr(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  const installed = await installedLanguages()
  const helpers = await startOcrHelpers(settings, sandbox)
  const engine = {
    sandbox,
    settings,
    helpers,
    installed,
    semaphore: createSemaphore(settings.helpersPerEngine),
  }
  return {
    runStep: runStepsWith(handle(recognizeText, run => recognizeFile(engine, run))),
    close: () => helpers.close(),
  }
}

/** Progress percentages at which opening and recognition are complete. */
const openedPercent = 5
const readPercent = 90

/** Share of a page that is left after each of its steps, whose number is not known in advance. */
const shareLeftAfterStep = 0.6
const typicalStepMs = 4000

/** Runs OCR on all pages of a file and writes the text and the additional outputs. */
async function recognizeFile(engine: OcrEngine, run: StepRun<OcrOptions>): Promise<StepOutcome> {
  const { options } = run.step
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
      format: formatIn(ocrFormats, run.step.from),
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
    const isDamaged = pages.some(page => page.isDamaged)
    return {
      parts: job.parts,
      ...(isDamaged && { warnings: [damagedImage] }),
      ...(unread.length > 0 && { notes: [unreadNote(unread)] }),
    }
  } catch (error) {
    const left = [run.outputPath, ...job.parts.map(({ path }) => path)]
    await Promise.all(left.map(path => rm(path, { force: true })))
    throw run.signal.aborted ? new AppError('cancelled', {}, { cause: error }) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readPages(job: OcrJob, stopOthers: () => void): Promise<OcrPage[]> {
  const { engine, run, file } = job
  const opened = await engine.helpers.open(file, ({ percent }) =>
    run.onProgress({ percent: (openedPercent * percent) / 100, stage: 'open' }),
  )
  const context: FileContext = { rotation: 0 }
  const pages: OcrPage[] = []
  let [next, done] = [0, 0]
  const progress = startTimedProgress(run.onProgress, typicalStepMs)
  /** Finished steps of each page that is being read. */
  const stepsOf = new Map<number, number>()
  const percentAfter = (steps: number) => {
    const started = [...stepsOf.values()].reduce(
      (sum, count) => sum + 1 - shareLeftAfterStep ** (count + steps),
      0,
    )
    return openedPercent + ((readPercent - openedPercent) * (done + started)) / opened.length
  }
  const report = () => {
    const stage = `page ${Math.min(done + 1, opened.length)} of ${opened.length}`
    progress.report({ percent: percentAfter(0), stage }, percentAfter(1))
  }
  const readOne = async (index: number, page: OpenedPage) => {
    const onStep = () => {
      stepsOf.set(index, (stepsOf.get(index) ?? -1) + 1)
      report()
    }
    onStep()
    pages[index] = await recognizeFilePage(
      job,
      page,
      { number: index + 1, of: opened.length },
      context,
      onStep,
    )
    stepsOf.delete(index)
    done += 1
    report()
  }
  const readOn = async () => {
    for (let index = next++; index < opened.length; index = next++)
      await engine.semaphore.run(file.signal, () => readOne(index, opened[index] as OpenedPage))
  }
  const readers = Array.from({ length: engine.settings.helpersPerEngine }, () =>
    readOn().catch(error => {
      stopOthers()
      throw error
    }),
  )
  // Wait for all workers before the folder is removed. Report the first real failure, not the cancellations it caused.
  const outcomes = await Promise.allSettled(readers)
  progress.stop()
  const reasons = outcomes.flatMap(outcome =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
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

/** Writes the OCR results: plain text, word positions as JSON, hOCR, DOCX, Markdown and a searchable PDF. */
async function writeResults(
  job: OcrJob,
  pages: readonly OcrPage[],
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const { file, run, options } = job
  const { helpers } = job.engine
  const readPath = join(file.folder, 'read.json')
  await writeFile(readPath, JSON.stringify(pages))
  const codes = new Set(pages.flatMap(({ languages }) => languages))
  const answerPath = join(file.folder, 'composed')
  const composed = await helpers.compose(
    file,
    readPath,
    {
      options: { preservesLayout: options.preserveLayout, includesConfidence: options.includeConfidence },
      languageNames: Object.fromEntries([...codes].map(code => [code, ocrLanguageName(code)])),
    },
    answerPath,
  )
  const { words, hocr, docx, markdown, text, searchablePdf } = recognitionParts
  const isMarkdown = run.step.to === 'md'
  await splitFile(
    answerPath,
    [
      { path: isMarkdown ? addPart(job, text, 'txt') : run.outputPath, bytes: composed.textBytes },
      { path: addPart(job, words, 'json'), bytes: composed.recognitionBytes },
      { path: addPart(job, hocr, 'hocr'), bytes: composed.hocrBytes },
    ],
    true,
  )
  onProgress({ percent: 20, stage: 'write' })
  await helpers.write(file, 'write-docx', readPath, addPart(job, docx, 'docx'), () => {})
  onProgress({ percent: 40, stage: 'write' })
  const markdownPath = isMarkdown ? run.outputPath : addPart(job, markdown, 'md')
  await helpers.write(file, 'write-md', readPath, markdownPath, () => {})
  onProgress({ percent: 50, stage: 'write' })
  await helpers.write(file, 'write-pdf', readPath, addPart(job, searchablePdf, 'pdf'), ({ percent }) =>
    onProgress({ percent: 50 + percent / 2, stage: 'write' }),
  )
  await rm(readPath, { force: true })
}

function addPart(job: OcrJob, name: string, format: FormatId): string {
  const path = partPath(job, name)
  job.parts.push({ name, format, path })
  return path
}
