/** Translates a Word document: a helper extracts its text, providers translate it, a helper inserts the translation. */
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'
import { translatedDocumentPart } from '@filesmith/contract/operations/translate-document'
import { z } from 'zod'
import type { StepOutcome, StepRun } from '../../engine.ts'
import type { LanguagePair, SentenceTranslator } from '../sentence-translator.ts'
import type { DocumentHelpers } from './document-helpers.ts'
import { translateFlows } from './translate-flows.ts'

const within = z.array(z.number().int())
/** Validates helper output: helpers parse untrusted files and are not trusted. */
const flowsSchema = z.array(
  z.array(
    z.union([
      z.strictObject({ text: z.string(), style: z.number().int(), within }),
      z.strictObject({
        mark: z.number().int(),
        kind: z.enum(['split', 'line', 'point', 'opening', 'thing']),
        text: z.string(),
        within,
      }),
    ]),
  ),
)

const extractReportSchema = z.object({ isProtected: z.boolean() })
const unprotectedNote = 'The translation is not protected by a password.'

const readPercent = 5
const writtenPercent = 95

export async function translateDocx(
  run: StepRun<{ readonly isIntermediate: boolean }>,
  pair: LanguagePair,
  translator: SentenceTranslator,
  helpers: DocumentHelpers,
): Promise<StepOutcome> {
  const { inputPath, outputPath, password, signal, onProgress } = run
  const flowsPath = `${outputPath}.flows`
  // On the route from PDF to PDF; the document is then an additional result.
  const { isIntermediate } = run.step.options
  const file = { format: 'docx', inputPath, signal } as const
  try {
    const opening = password === undefined ? {} : { password }
    const extracted = extractReportSchema.parse(
      await helpers.run({ ...file, request: { kind: 'extract-flows', ...opening }, outputPath: flowsPath }),
    )
    const flows = flowsSchema.parse(JSON.parse(await readFile(flowsPath, 'utf8')))
    if (flows.length === 0) throw new AppError('no-text-in-document')
    onProgress({ percent: readPercent, stage: 'translate' })
    const translated = await translateFlows(translator, {
      ...pair,
      flows,
      signal,
      onFlows: done =>
        onProgress({
          percent: readPercent + ((writtenPercent - readPercent) * done) / flows.length,
          stage: 'translate',
        }),
    })
    await writeFile(flowsPath, JSON.stringify(translated))
    const documentBytes = (await stat(inputPath)).size
    await helpers.run({
      ...file,
      request: { kind: 'replace-flows', documentBytes, keepsPages: isIntermediate, ...opening, ...pair },
      attachedPath: flowsPath,
      outputPath,
    })
    onProgress({ percent: 100, stage: 'done' })
    return {
      notes: extracted.isProtected ? [unprotectedNote] : [],
      parts: isIntermediate ? [{ name: translatedDocumentPart, format: 'docx', path: outputPath }] : [],
    }
  } finally {
    await rm(flowsPath, { force: true })
  }
}
