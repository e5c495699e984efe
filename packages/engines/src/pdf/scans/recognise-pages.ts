/** Reads the words of scanned pages: each is drawn upright in a helper, then read by Tesseract in a jail of its own. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EngineSettings, StepRun } from '../../engine.ts'
import type { Sandbox } from '../../process/sandbox.ts'
import { readWords } from '../../tesseract/read-words.ts'
import type { RecognisedPages } from '../recognised-pages.ts'
import { wordsInPoints } from './words-in-points.ts'

/** Draws a page as a PNG and answers how large one of its pixels is. */
export type DrawUpright = (page: number, outputPath: string) => Promise<{ pointsPerPixel: number }>

/** The language of a scan is not known before it is read; English covers most Latin letters. */
const languages = ['eng']

interface Recognition {
  readonly sandbox: Sandbox
  readonly settings: EngineSettings
  readonly run: Pick<StepRun, 'outputPath' | 'signal'>
  readonly pages: readonly number[]
  readonly drawUpright: DrawUpright
  readonly onPage: (done: number) => void
}

/** Runs the work with a file in which the words stand; nothing of it stays. */
export async function withRecognisedPages<Result>(
  recognition: Recognition,
  work: (recognisedPath: string) => Promise<Result>,
): Promise<Result> {
  const folder = `${recognition.run.outputPath}-scans`
  await mkdir(folder)
  try {
    const recognisedPath = join(folder, 'words.json')
    await writeFile(recognisedPath, JSON.stringify(await recognisePages(recognition, folder)))
    return await work(recognisedPath)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function recognisePages(recognition: Recognition, folder: string): Promise<RecognisedPages> {
  const { sandbox, settings, run, pages, drawUpright, onPage } = recognition
  const recognised: RecognisedPages[number][] = []
  for (const [index, page] of pages.entries()) {
    const picturePath = join(folder, 'page.png')
    const outFolder = join(folder, String(page))
    await mkdir(outFolder)
    const { pointsPerPixel } = await drawUpright(page, picturePath)
    const words = await readWords(sandbox, {
      picturePath,
      outFolder,
      languages,
      timeoutMs: settings.pdf.pageTimeoutMs,
      memoryBytes: settings.maxMemoryBytes,
      signal: run.signal,
    })
    await rm(picturePath, { force: true })
    recognised.push({ page, words: wordsInPoints(words, pointsPerPixel) })
    onPage(index + 1)
  }
  return recognised
}
