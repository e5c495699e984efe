/**
 * Ranks the engines for a language pair, including pivot routes through a third language.
 *
 * Best first: a good engine directly, then two good ones through a pivot language, then the rest by score. A pivot route
 * scores as its weaker leg minus the loss of a second translation. A draft of a draft is offered only if that still
 * reaches the minimum score of a draft.
 */
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
/** Minimum score of a draft; the same as in mt12's quality.json. */
const minDraftScore = 40

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
  return [...direct, ...indirect.filter(isOfferable)].sort(compareRoutes)
}

/** The best route of every translatable pair. */
export function bestTranslationPairs(legs: readonly Leg[]): TranslationPair[] {
  return languageIds.flatMap(from =>
    languageIds
      .filter(to => to !== from)
      .flatMap(to => {
        const direct = legs.filter(leg => leg.from === from && leg.to === to && leg.quality === 'good')
        // A good direct route always ranks first, so the many pivot routes need not be ranked.
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

function isOfferable(route: RankedRoute): boolean {
  return route.pair.quality !== 'draft' || route.score >= minDraftScore
}

function compareRoutes(a: RankedRoute, b: RankedRoute): number {
  return (
    Number(isGood(b)) - Number(isGood(a)) ||
    (isGood(a) ? a.legs.length - b.legs.length : 0) ||
    b.score - a.score ||
    Number(b.pair.through === 'en') - Number(a.pair.through === 'en') ||
    Number(a.pair.downloadBytes !== null) - Number(b.pair.downloadBytes !== null)
  )
}

function isGood(route: TranslationRoute): boolean {
  return route.pair.quality === 'good'
}

function rank(quality: TranslationPair['quality']): number {
  return translationQualities.indexOf(quality)
}
