/** Translates a plain text and keeps its encoding if that can represent the target language. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'
import { translationLanguages } from '@filesmith/contract/languages'
import { z } from 'zod'
import type { StepOutcome, StepRun } from '../../engine.ts'
import type { LanguagePair, SentenceTranslator } from '../sentence-translator.ts'
import { translateText } from '../text/translate-text.ts'
import type { DocumentHelpers } from './document-helpers.ts'

const readReportSchema = z.object({ encoding: z.string().max(40), hasMark: z.boolean() })
const writeReportSchema = z.object({ isKept: z.boolean() })

export async function translateTxt(
  run: StepRun,
  pair: LanguagePair,
  translator: SentenceTranslator,
  helpers: DocumentHelpers,
): Promise<StepOutcome> {
  const { inputPath, outputPath, signal, onProgress } = run
  const textPath = `${outputPath}.text`
  const file = { format: 'txt', signal } as const
  try {
    const answer = await helpers.run({
      ...file,
      request: { kind: 'read-text', language: pair.from },
      inputPath,
      outputPath: textPath,
    })
    const written = readReportSchema.parse(answer)
    const text = await readFile(textPath, 'utf8')
    if (!/\p{L}/u.test(text)) throw new AppError('no-text-in-document')
    const chunks: string[] = []
    let characters = 0
    await translateText(translator, {
      ...pair,
      text,
      signal,
      onChunk: chunk => {
        chunks.push(chunk)
        characters += chunk.length
        onProgress({ percent: Math.min(95, (95 * characters) / text.length), stage: 'translate' })
      },
    })
    await writeFile(textPath, chunks.join(''))
    const request = { kind: 'write-text', ...written } as const
    const { isKept } = writeReportSchema.parse(
      await helpers.run({ ...file, request, inputPath: textPath, outputPath }),
    )
    onProgress({ percent: 100, stage: 'done' })
    return isKept ? {} : { notes: [unicodeNote(written.encoding, pair)] }
  } finally {
    await rm(textPath, { force: true })
  }
}

function unicodeNote(encoding: string, { to }: LanguagePair): string {
  return `The text was written in ${encoding.toUpperCase()}, which does not have all letters of ${translationLanguages[to]}; the translation is in UTF-8.`
}
