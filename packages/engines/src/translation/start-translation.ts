/** Starts the translation engine with its providers, language detection and document helpers. */
import { AppError } from '@filesmith/contract/errors'
import type { LanguageId } from '@filesmith/contract/languages'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import { handle, runStepsWith } from '../ability.ts'
import type { EngineSettings, LiveEngine, StepOutcome, StepRun, Translator } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { translateDocxAbility, translateTxtAbility } from './abilities.ts'
import { createSentenceTranslator } from './create-sentence-translator.ts'
import { createLanguageDetector } from './detect/create-language-detector.ts'
import { createDocumentHelpers, type DocumentHelpers } from './documents/document-helpers.ts'
import { translateDocx } from './documents/translate-docx.ts'
import { translateTxt } from './documents/translate-txt.ts'
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
    translate: (texts, pair, signal) => sentences.translate(texts, pair, signal, onRoute),
  }
}
