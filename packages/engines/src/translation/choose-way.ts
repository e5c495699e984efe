/**
 * Which engine translates a pair, and through which language where there is no direct way.
 *
 * Best first: a good engine directly; two good ones through a third language; then whatever remains by its known score,
 * a way through a third language counting as its weaker half less what a second translation costs. A rough draft of a
 * rough draft is offered only when that still reaches what a draft must reach by itself.
 */
import { languageIds } from '@filesmith/contract/languages'
import { type TranslationPair, translationQualities } from '@filesmith/contract/translation-pairs'
import type { LanguagePair, ProvidedPair, TranslationProvider } from './sentence-translator.ts'

/** One translation from one language into another by one engine. */
export interface Leg extends ProvidedPair {
  readonly provider: TranslationProvider
}

export interface Way {
  readonly pair: TranslationPair
  /** One, or two where it goes through a third language. */
  readonly legs: readonly [Leg, ...Leg[]]
}

interface RankedWay extends Way {
  readonly score: number
}

/** chrF lost when a translation is translated again. */
const secondLegCost = 5
/** What a draft has to reach; mt12's own list says the same. */
const plausibleScore = 40

export function legsOf(providers: readonly TranslationProvider[]): Leg[] {
  return providers.flatMap(provider => provider.pairs().map((pair): Leg => ({ ...pair, provider })))
}

/** Every way to translate the pair, the best first. */
export function findWays(legs: readonly Leg[], { from, to }: LanguagePair): Way[] {
  const outgoing = legs.filter(leg => leg.from === from)
  const incoming = legs.filter(leg => leg.to === to)
  const direct = outgoing.filter(leg => leg.to === to).map(directWay)
  const indirect = outgoing.flatMap(first =>
    incoming.filter(second => second.from === first.to).map(second => wayThrough(first, second)),
  )
  return [...direct, ...indirect.filter(isPlausible)].sort(compareWays)
}

/** The best way of every pair that can be translated. */
export function bestWays(legs: readonly Leg[]): TranslationPair[] {
  return languageIds.flatMap(from =>
    languageIds
      .filter(to => to !== from)
      .flatMap(to => {
        const direct = legs.filter(leg => leg.from === from && leg.to === to && leg.quality === 'good')
        // Nothing goes before a good direct way, so the many others need not be looked at.
        const [best] =
          direct.length > 0 ? direct.map(directWay).sort(compareWays) : findWays(legs, { from, to })
        return best ? [best.pair] : []
      }),
  )
}

function directWay(leg: Leg): RankedWay {
  const { from, to, quality, downloadBytes, provider, score } = leg
  return {
    pair: { from, to, engine: provider.id, quality, through: null, downloadBytes },
    legs: [leg],
    score,
  }
}

/** A chain is named after its weaker link. */
function wayThrough(first: Leg, second: Leg): RankedWay {
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
    score: Math.min(first.score, second.score) - secondLegCost,
  }
}

function isWeaker(leg: Leg, other: Leg): boolean {
  const difference = rank(leg.quality) - rank(other.quality)
  return difference > 0 || (difference === 0 && leg.score < other.score)
}

function isPlausible(way: RankedWay): boolean {
  return way.pair.quality !== 'draft' || way.score >= plausibleScore
}

function compareWays(a: RankedWay, b: RankedWay): number {
  return (
    Number(isGood(b)) - Number(isGood(a)) ||
    (isGood(a) ? a.legs.length - b.legs.length : 0) ||
    b.score - a.score ||
    Number(b.pair.through === 'en') - Number(a.pair.through === 'en') ||
    Number(a.pair.downloadBytes !== null) - Number(b.pair.downloadBytes !== null)
  )
}

function isGood(way: Way): boolean {
  return way.pair.quality === 'good'
}

function rank(quality: TranslationPair['quality']): number {
  return translationQualities.indexOf(quality)
}
