/** Chooses the engines for a language pair: directly, or in two steps through a third language. */
import { languageIds } from '@filesmith/contract/languages'
import { type TranslationPair, translationQualities } from '@filesmith/contract/translation-pairs'
import type { LanguagePair, ProvidedPair, TranslationProvider } from './sentence-translator.ts'

/** One translation by one engine. */
export interface Leg extends ProvidedPair {
  readonly provider: TranslationProvider
}

export interface TranslationRoute {
  readonly pair: TranslationPair
  /** Two legs for a pivot route. */
  readonly legs: readonly [Leg, ...Leg[]]
}

interface RankedRoute extends TranslationRoute {
  readonly score: number
}

/** chrF points lost by a second translation. */
const pivotCost = 5

export function legsOf(providers: readonly TranslationProvider[]): Leg[] {
  return providers.flatMap(provider => provider.pairs().map((pair): Leg => ({ ...pair, provider })))
}

/** All routes for the pair, the best first. */
export function findTranslationRoutes(legs: readonly Leg[], { from, to }: LanguagePair): TranslationRoute[] {
  const outgoing = legs.filter(leg => leg.from === from)
  const incoming = legs.filter(leg => leg.to === to)
  const direct = outgoing.filter(leg => leg.to === to).map(directRoute)
  const indirect = outgoing.flatMap(first =>
    incoming.filter(second => second.from === first.to).map(second => pivotRoute(first, second)),
  )
  // Measured: two steps with a bundled model are no better than one.
  const useful = direct.length === 0 ? indirect : indirect.filter(isConfigured)
  return [...direct, ...useful].sort(compareRoutes)
}

/** The best route of every translatable pair. */
export function bestTranslationPairs(legs: readonly Leg[]): TranslationPair[] {
  return languageIds.flatMap(from =>
    languageIds
      .filter(to => to !== from)
      .flatMap(to => {
        const direct = legs.filter(leg => leg.from === from && leg.to === to && !leg.provider.isBundled)
        // A direct route of a configured engine always ranks first, so the many pivot routes need not be ranked.
        const [best] =
          direct.length > 0
            ? direct.map(directRoute).sort(compareRoutes)
            : findTranslationRoutes(legs, { from, to })
        return best ? [best.pair] : []
      }),
  )
}

function directRoute(leg: Leg): RankedRoute {
  const { from, to, quality, downloadBytes, provider, score } = leg
  return {
    pair: { from, to, engine: provider.id, quality, through: null, downloadBytes },
    legs: [leg],
    score,
  }
}

/** Reported with the quality of its weaker leg. */
function pivotRoute(first: Leg, second: Leg): RankedRoute {
  const weaker = isWeaker(second, first) ? second : first
  const downloads = [first.downloadBytes, second.downloadBytes].filter(bytes => bytes !== null)
  return {
    pair: {
      from: first.from,
      to: second.to,
      engine: weaker.provider.id,
      quality: weaker.quality,
      through: first.to,
      downloadBytes: downloads.length === 0 ? null : downloads.reduce((sum, bytes) => sum + bytes),
    },
    legs: [first, second],
    score: Math.min(first.score, second.score) - pivotCost,
  }
}

function isWeaker(leg: Leg, other: Leg): boolean {
  const difference = rank(leg.quality) - rank(other.quality)
  return difference > 0 || (difference === 0 && leg.score < other.score)
}

/** Engines that the operator configured come before bundled ones. */
function compareRoutes(a: RankedRoute, b: RankedRoute): number {
  return (
    Number(isConfigured(b)) - Number(isConfigured(a)) ||
    a.legs.length - b.legs.length ||
    b.score - a.score ||
    Number(b.pair.through === 'en') - Number(a.pair.through === 'en') ||
    Number(a.pair.downloadBytes !== null) - Number(b.pair.downloadBytes !== null)
  )
}

function isConfigured({ legs }: TranslationRoute): boolean {
  return legs.every(({ provider }) => !provider.isBundled)
}

function rank(quality: TranslationPair['quality']): number {
  return translationQualities.indexOf(quality)
}
