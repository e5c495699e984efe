/** Writes the OCR results: plain text, word positions as JSON, hOCR, DOCX and a searchable PDF. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FormatId } from '@filesmith/contract/formats'
import { ocrLanguageName } from '@filesmith/contract/ocr-languages'
import { recognitionParts } from '@filesmith/contract/schemas/recognition'
import type { Progress } from '../engine.ts'
import { type OcrJob, partPath } from './ocr-job.ts'
import { splitFile } from './split-file.ts'
import type { OcrPage } from './text/ocr-page.ts'

export async function writeResults(
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
  const { words, hocr, docx, searchablePdf } = recognitionParts
  await splitFile(
    answerPath,
    [
      { path: run.outputPath, bytes: composed.textBytes },
      { path: addPart(job, words, 'json'), bytes: composed.recognitionBytes },
      { path: addPart(job, hocr, 'hocr'), bytes: composed.hocrBytes },
    ],
    true,
  )
  onProgress({ percent: 20, stage: 'write' })
  await helpers.write(file, 'write-docx', readPath, addPart(job, docx, 'docx'), () => {})
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
