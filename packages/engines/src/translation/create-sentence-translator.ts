/** Translates sentences with the best available engine and falls back to the next best on failure. */
import { AppError, toAppError } from '@filesmith/contract/errors'
import { translationLanguages } from '@filesmith/contract/languages'
import { noTranslationAdvice } from '@filesmith/contract/translation-pairs'
import { elementAt } from '../element-at.ts'
import type { EngineSettings } from '../engine.ts'
import { nodeProgram } from '../process/node-helper.ts'
import type { Sandbox } from '../process/sandbox.ts'
import { isPlausible } from './check-translation.ts'
import { modesFolder, readModes } from './providers/apertium/read-modes.ts'
import type { ApertiumRequest } from './providers/apertium/request.ts'
import { startBergamot } from './providers/bergamot/start-bergamot.ts'
import { startDeepl } from './providers/deepl/start-deepl.ts'
import { startLibreTranslate } from './providers/libretranslate/start-libretranslate.ts'
import { startMt12 } from './providers/mt12/start-mt12.ts'
import { createSentencePool, helperLimits } from './providers/sentence-pool.ts'
import {
  efforts,
  type LanguagePair,
  type SearchEffort,
  type SentenceTranslator,
  type TranslationProvider,
} from './sentence-translator.ts'
import {
  bestTranslationPairs,
  findTranslationRoutes,
  type Leg,
  legsOf,
  type TranslationRoute,
} from './translation-routes.ts'

/** Cooldown of a failed engine, so that a long document does not wait for a dead service at every batch. */
const cooldownMs = 60_000

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
  return createFallbackTranslator(
    providers.filter(provider => provider !== undefined),
    settings.warn,
  )
}

export function createFallbackTranslator(
  providers: readonly TranslationProvider[],
  warn: (message: string) => void,
  now: () => number = Date.now,
): SentenceTranslator {
  const cooldownUntilMs = new Map<string, number>()
  const isAvailable = (leg: Leg) => (cooldownUntilMs.get(nameOf(leg)) ?? 0) <= now()

  /** Routes in cooldown come last. */
  function routesOf(pair: LanguagePair): TranslationRoute[] {
    const all = findTranslationRoutes(legsOf(providers), pair)
    const isReady = ({ legs }: TranslationRoute) => legs.every(isAvailable)
    return [...all.filter(isReady), ...all.filter(route => !isReady(route))]
  }

  async function translateByRoute(
    route: TranslationRoute,
    sentences: readonly string[],
    signal: AbortSignal,
    effort: SearchEffort,
  ): Promise<string[]> {
    const nonEmpty = [...sentences.entries()].filter(([, sentence]) => /\S/.test(sentence))
    let current: readonly string[] = nonEmpty.map(([, sentence]) => sentence)
    for (const leg of route.legs) {
      try {
        if (current.length > 0) current = await leg.provider.translate(current, leg, signal, effort)
        if (current.length !== nonEmpty.length)
          throw new AppError('translation-failed', {}, { cause: new Error('a sentence has no translation') })
        cooldownUntilMs.delete(nameOf(leg))
      } catch (error) {
        if (signal.aborted) throw new AppError('cancelled', {}, { cause: error })
        cooldownUntilMs.set(nameOf(leg), now() + cooldownMs)
        throw toAppError(error)
      }
    }
    const translated = sentences.map(() => '')
    for (const [position, [index]] of nonEmpty.entries()) translated[index] = elementAt(current, position)
    return translated
  }

  async function translateByBestRoute(
    routes: readonly TranslationRoute[],
    sentences: readonly string[],
    pair: LanguagePair,
    signal: AbortSignal,
    effort: SearchEffort,
  ): Promise<{ readonly route: TranslationRoute; readonly translated: string[] }> {
    let failure: AppError | undefined
    for (const route of routes) {
      try {
        return { route, translated: await translateByRoute(route, sentences, signal, effort) }
      } catch (error) {
        failure = toAppError(error)
        if (failure.code === 'cancelled') throw failure
        warn(`Translation by ${route.pair.engine} failed: ${reasonOf(failure)}`)
      }
    }
    throw failure ?? noTranslation(pair)
  }

  return {
    pairs() {
      const legs = legsOf(providers)
      const best = bestTranslationPairs(legs.filter(isAvailable))
      const isListed = ({ from, to }: LanguagePair) =>
        best.some(route => route.from === from && route.to === to)
      return [...best, ...bestTranslationPairs(legs).filter(route => !isListed(route))]
    },
    async translate(sentences, pair, signal, { effort = 'best', onRoute } = {}) {
      if (signal.aborted) throw new AppError('cancelled')
      if (pair.from === pair.to) return sentences
      const routes = routesOf(pair)
      const { route, translated } = await translateByBestRoute(routes, sentences, pair, signal, effort)
      onRoute?.(route.pair)
      const answers: (string | null)[] = translated.map((answer, index) =>
        isPlausible(elementAt(sentences, index), answer, pair) ? answer : null,
      )
      for (const other of otherAttempts(route, routes, effort)) {
        const failed = [...answers.keys()].filter(index => answers[index] === null)
        if (failed.length === 0) break
        const again = failed.map(index => elementAt(sentences, index))
        const found = await translateByBestRoute([other.route], again, pair, signal, other.effort).catch(
          error => {
            if (toAppError(error).code === 'cancelled') throw error
            return undefined
          },
        )
        for (const [position, index] of failed.entries()) {
          const answer = found?.translated[position]
          if (answer !== undefined && isPlausible(elementAt(again, position), answer, pair))
            answers[index] = answer
        }
      }
      return answers
    },
    async close() {
      await Promise.all(providers.map(provider => provider.close()))
    },
  }
}

interface Attempt {
  readonly route: TranslationRoute
  readonly effort: SearchEffort
}

/** After an implausible translation: the same model with more effort, then the next engine. */
function otherAttempts(
  route: TranslationRoute,
  routes: readonly TranslationRoute[],
  effort: SearchEffort,
): Attempt[] {
  const isSearching = route.legs.some(({ provider }) => provider.id === 'mt12')
  const stronger = isSearching ? efforts.slice(efforts.indexOf(effort) + 1) : []
  const others = routes.filter(other => other !== route).slice(0, 1)
  return [
    ...stronger.map((more): Attempt => ({ route, effort: more })),
    ...others.map((other): Attempt => ({ route: other, effort: 'best' })),
  ]
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

/** A sentence takes a few milliseconds, so a batch takes well under a second. */
const batch = { sentences: 50, characters: 10_000 }
const batchTimeoutMs = 60_000
/** The same as in mt12's quality.json. */
const minDraftScore = 40

/** Apertium provider: rule-based translation with Debian's packages for eight pairs, without downloads. */
export async function startApertium(
  settings: EngineSettings,
  sandbox: Sandbox,
  folder = modesFolder,
): Promise<TranslationProvider> {
  const modes = await readModes(folder)
  const { command, script, mounts, env } = nodeProgram(sandbox, 'translation/providers/apertium/program.ts')
  const { maxMemoryBytes } = settings.translation
  const limits = helperLimits(maxMemoryBytes)
  const pool = createSentencePool({
    prepare: () => sandbox.prepare({ command, args: [script], mounts, system: 'programs', env, limits }),
    size: settings.helpersPerEngine,
    recycleAfterJobs: settings.recycleAfterJobs,
    helperIdleMs: settings.helperIdleMs,
    onHelperEnd: settings.onHelperEnd,
    maxMemoryBytes,
    timeoutMs: Math.min(batchTimeoutMs, settings.translation.timeoutMs),
    batch,
  })
  return {
    id: 'apertium',
    isBundled: true,
    pairs: () =>
      modes.map(({ from, to, score }) => ({
        from,
        to,
        score,
        quality: score < minDraftScore ? 'rough' : 'draft',
        downloadBytes: null,
      })),
    async translate(sentences, { from, to }, signal) {
      const mode = modes.find(candidate => candidate.from === from && candidate.to === to)
      if (mode === undefined) throw new AppError('engine-missing', { tool: 'This translation' })
      const request: Omit<ApertiumRequest, 'sentences'> = { name: `${from}-${to}`, stages: mode.stages }
      return pool.translate(sentences, request, signal)
    },
    close: () => pool.close(),
  }
}
