/** Starts the translation engine with its providers, language detection and document helpers. */

import { rm, stat, writeFile } from 'node:fs/promises'
import { AppError } from '@filesmith/contract/errors'
import { formats } from '@filesmith/contract/formats'
import type { LanguageId } from '@filesmith/contract/languages'
import { languageIds, translationLanguages } from '@filesmith/contract/languages'
import { translatedDocumentPart } from '@filesmith/contract/operations/translate-document'
import { translateMessages } from '@filesmith/contract/tools/translate/messages'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import { z } from 'zod'
import { handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine, StepOutcome, StepRun, Translator } from '../engine.ts'
import { startHelper } from '../process/helper-process.ts'
import { idleNodeBytes, prepareNodeHelper } from '../process/node-helper.ts'
import { readReport } from '../process/read-report.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { createWarmPool } from '../process/warm-pool.ts'
import { translateDocxAbility, translateTxtAbility } from './abilities.ts'
import { createSentenceTranslator } from './create-sentence-translator.ts'
import type { DocumentRequest } from './documents/request.ts'
import { translateFlows } from './documents/translate-flows.ts'
import type { LanguagePair, SentenceTranslator } from './sentence-translator.ts'
import { translateText } from './text/translate-text.ts'

interface Languages {
  readonly sourceLanguage: LanguageId
  readonly targetLanguage: LanguageId
}

type TranslationTools = [pair: LanguagePair, sentences: SentenceTranslator, helpers: DocumentHelpers]

export async function startTranslation(settings: EngineSettings, sandbox: Sandbox): Promise<LiveEngine> {
  const sentences = await createSentenceTranslator(settings, sandbox)
  const detector = createLanguageDetector(settings, sandbox)
  const helpers = createDocumentHelpers(settings, sandbox)

  const translator: Translator = {
    pairs: () => sentences.pairs(),
    detectLanguage: (text, signal) => detector.detect(text, signal),
    async translate(translation) {
      const { from, to } = translation
      let taken: TranslationPair | null = null
      await translateText(
        withRouteCallback(sentences, route => (taken = route)),
        translation,
      )
      return taken ?? sentences.pairs().find(pair => pair.from === from && pair.to === to) ?? null
    },
  }

  async function withinTime<Options extends Languages>(
    run: StepRun<Options>,
    translate: (run: StepRun<Options>, ...rest: TranslationTools) => Promise<StepOutcome>,
  ): Promise<StepOutcome> {
    const { sourceLanguage, targetLanguage } = run.step.options
    const pair = { from: sourceLanguage, to: targetLanguage }
    const timeout = AbortSignal.timeout(settings.translation.timeoutMs)
    const timed = { ...run, signal: AbortSignal.any([run.signal, timeout]) }
    try {
      return await translate(timed, pair, sentences, helpers)
    } catch (error) {
      if (timeout.aborted && !run.signal.aborted) throw new AppError('took-too-long', {}, { cause: error })
      throw error
    }
  }

  return {
    runStep: runStepsWith(
      handle(translateDocxAbility, run => withinTime(run, translateDocx)),
      handle(translateTxtAbility, run => withinTime(run, translateTxt)),
    ),
    translator,
    async close() {
      await Promise.all([sentences.close(), detector.close(), helpers.close()])
    },
  }
}

function withRouteCallback(
  sentences: SentenceTranslator,
  onRoute: (route: TranslationPair) => void,
): SentenceTranslator {
  return {
    ...sentences,
    translate: (texts, pair, signal, options) =>
      sentences.translate(texts, pair, signal, { ...options, onRoute }),
  }
}

export interface LanguageDetector {
  /** Undefined if the text is too short or in an unsupported language. */
  detect(text: string, signal: AbortSignal): Promise<LanguageId | undefined>
  close(): Promise<void>
}

const timeoutMs = 20_000
const maxMemoryBytes = 512 * 1024 * 1024
/** The beginning of a text is enough. */
const maxCharacters = 4000

/** Language detection in one warm, sandboxed helper that is started on first use. */
export function createLanguageDetector(settings: EngineSettings, sandbox: Sandbox): LanguageDetector {
  const program = prepareNodeHelper(sandbox, {
    program: 'translation/detect/program.ts',
    packages: ['fasttext.wasm.js'],
    memoryBytes: 2 * maxMemoryBytes,
  })
  const pool = createWarmPool({
    size: 1,
    recycleAfterJobs: settings.recycleAfterJobs,
    maxIdleMs: settings.helperIdleMs,
    onEnd: settings.onHelperEnd,
    start: () => startHelper(program),
  })
  return {
    async detect(text, signal) {
      const answer = await pool.run({
        request: { text: text.slice(0, maxCharacters) },
        signal,
        onProgress: () => {},
        timeoutMs,
        maxOutputBytes: 0,
        maxMemoryBytes,
        errorParams: {},
        crashError: cause => new AppError('internal', {}, { cause }),
      })
      const { language } = answer as { language?: unknown }
      return languageIds.find(id => id === language)
    },
    close: () => pool.close(),
  }
}

const readReportSchema = z.object({ encoding: z.string().max(40), hasMark: z.boolean() })
const writeReportSchema = z.object({ isKept: z.boolean() })

/** Translates a plain text and keeps its encoding if that can represent the target language. */
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
    const text = await readReport(textPath)
    if (!/\p{L}/u.test(text)) throw new AppError('no-text-in-document')
    const chunks: string[] = []
    let characters = 0
    let untranslated = 0
    await translateText(translator, {
      ...pair,
      text,
      signal,
      onUntranslated: () => {
        untranslated += 1
      },
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
    const notes = [
      ...(isKept ? [] : [unicodeNote(written.encoding, pair)]),
      ...(untranslated === 0 ? [] : [translateMessages.untranslated(untranslated)]),
    ]
    return notes.length === 0 ? {} : { notes }
  } finally {
    await rm(textPath, { force: true })
  }
}

function unicodeNote(encoding: string, { to }: LanguagePair): string {
  return `The text was written in ${encoding.toUpperCase()}, which does not have all letters of ${translationLanguages[to]}; the translation is in UTF-8.`
}

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

/** Translates a Word document: a helper extracts its text, providers translate it, a helper inserts the translation. */
async function translateDocx(
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
    const flows = flowsSchema.parse(JSON.parse(await readReport(flowsPath)))
    if (flows.length === 0) throw new AppError('no-text-in-document')
    onProgress({ percent: readPercent, stage: 'translate' })
    let untranslated = 0
    const translated = await translateFlows(translator, {
      ...pair,
      flows,
      signal,
      onUntranslated: () => {
        untranslated += 1
      },
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
      notes: [
        ...(extracted.isProtected ? [unprotectedNote] : []),
        ...(untranslated === 0 ? [] : [translateMessages.untranslated(untranslated)]),
      ],
      parts: isIntermediate ? [{ name: translatedDocumentPart, format: 'docx', path: outputPath }] : [],
    }
  } finally {
    await rm(flowsPath, { force: true })
  }
}

interface DocumentTask {
  readonly request: DocumentRequest
  readonly format: 'docx' | 'txt'
  readonly inputPath: string
  readonly attachedPath?: string
  readonly outputPath: string
  readonly signal: AbortSignal
}

interface DocumentHelpers {
  /** Returns the report of the helper, unvalidated. */
  run(task: DocumentTask): Promise<unknown>
  close(): Promise<void>
}

/** Pool of warm, sandboxed helpers that read and write documents. */
export function createDocumentHelpers(settings: EngineSettings, sandbox: Sandbox): DocumentHelpers {
  const memoryBytes = 2 * settings.maxMemoryBytes + idleNodeBytes
  const program = prepareNodeHelper(sandbox, {
    program: 'translation/documents/program.ts',
    packages: [],
    memoryBytes,
  })
  const pool = createWarmPool({
    size: settings.helpersPerEngine,
    recycleAfterJobs: settings.recycleAfterJobs,
    maxIdleMs: settings.helperIdleMs,
    onEnd: settings.onHelperEnd,
    start: () => startHelper(program),
  })
  return {
    run({ format, ...task }) {
      const errorParams = { format: formats[format].label }
      return pool.run({
        ...task,
        onProgress: () => {},
        timeoutMs: settings.stepTimeoutMs,
        maxOutputBytes: settings.maxOutputBytes,
        maxMemoryBytes: settings.maxMemoryBytes,
        errorParams,
        crashError: cause => new AppError('file-damaged', errorParams, { cause }),
      })
    },
    close: () => pool.close(),
  }
}
