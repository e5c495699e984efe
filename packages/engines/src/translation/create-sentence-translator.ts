/** All engines behind one interface: the best way is tried first, and the next best when it fails. */
import { AppError, toAppError } from '@filesmith/contract/errors'
import { translationLanguages } from '@filesmith/contract/languages'
import { noTranslationAdvice } from '@filesmith/contract/translation-pairs'
import type { EngineSettings } from '../engine.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { bestWays, findWays, type Leg, legsOf, type Way } from './choose-way.ts'
import { startApertium } from './providers/apertium/start-apertium.ts'
import { startBergamot } from './providers/bergamot/start-bergamot.ts'
import { startDeepl } from './providers/deepl/start-deepl.ts'
import { startLibreTranslate } from './providers/libretranslate/start-libretranslate.ts'
import { startMt12 } from './providers/mt12/start-mt12.ts'
import type { LanguagePair, SentenceTranslator, TranslationProvider } from './sentence-translator.ts'

/** An engine that failed is asked last for so long: a long document must not wait for a dead service at every sentence. */
const restMs = 60_000

export async function createSentenceTranslator(
  settings: EngineSettings,
  sandbox: Sandbox,
): Promise<SentenceTranslator> {
  const providers = await Promise.all([
    startDeepl(settings),
    startBergamot(settings, sandbox),
    startLibreTranslate(settings),
    startMt12(settings, sandbox),
    startApertium(settings, sandbox),
  ])
  return translateWith(
    providers.filter(provider => provider !== undefined),
    settings.warn,
  )
}

export function translateWith(
  providers: readonly TranslationProvider[],
  warn: (message: string) => void,
  now: () => number = Date.now,
): SentenceTranslator {
  const restsUntilMs = new Map<string, number>()
  const isAwake = (leg: Leg) => (restsUntilMs.get(nameOf(leg)) ?? 0) <= now()

  /** Those that rest are tried when nobody else can do it. */
  function waysOf(pair: LanguagePair): Way[] {
    const all = findWays(legsOf(providers), pair)
    const isReady = ({ legs }: Way) => legs.every(isAwake)
    return [...all.filter(isReady), ...all.filter(way => !isReady(way))]
  }

  async function follow(way: Way, sentences: readonly string[], signal: AbortSignal): Promise<string[]> {
    const filled = [...sentences.keys()].filter(index => /\S/.test(sentences[index] ?? ''))
    let current: readonly string[] = filled.map(index => sentences[index] ?? '')
    for (const leg of way.legs) {
      try {
        if (current.length > 0) current = await leg.provider.translate(current, leg, signal)
        restsUntilMs.delete(nameOf(leg))
      } catch (error) {
        if (signal.aborted) throw new AppError('cancelled', {}, { cause: error })
        restsUntilMs.set(nameOf(leg), now() + restMs)
        throw toAppError(error)
      }
    }
    const translated = sentences.map(() => '')
    for (const [place, index] of filled.entries()) translated[index] = current[place] ?? ''
    return translated
  }

  return {
    pairs() {
      const legs = legsOf(providers)
      const best = bestWays(legs.filter(isAwake))
      const isKnown = ({ from, to }: LanguagePair) => best.some(way => way.from === from && way.to === to)
      return [...best, ...bestWays(legs).filter(way => !isKnown(way))]
    },
    async translate(sentences, pair, signal, onWay) {
      if (signal.aborted) throw new AppError('cancelled')
      if (pair.from === pair.to) return sentences
      let failure: AppError | undefined
      for (const way of waysOf(pair)) {
        try {
          const translated = await follow(way, sentences, signal)
          onWay?.(way.pair)
          return translated
        } catch (error) {
          failure = toAppError(error)
          if (failure.code === 'cancelled') throw failure
          warn(`Translation by ${way.pair.engine} failed: ${reasonOf(failure)}`)
        }
      }
      throw failure ?? noTranslation(pair)
    },
    async close() {
      await Promise.all(providers.map(provider => provider.close()))
    },
  }
}

function nameOf({ provider, from, to }: Leg): string {
  return `${provider.id} ${from}-${to}`
}

function reasonOf(failure: AppError): string {
  const cause = failure.cause instanceof Error ? ` (${failure.cause.message})` : ''
  return `${failure.message}${cause}`
}

function noTranslation({ from, to }: LanguagePair): AppError {
  return new AppError('no-translation', {
    from: translationLanguages[from],
    to: translationLanguages[to],
    advice: noTranslationAdvice,
  })
}
