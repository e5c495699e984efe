/**
 * Runs an expression against long texts in which a part that it matches is repeated. Matching in linear time takes about
 * a millisecond; with quadratic growth it takes many times the limit.
 */
import { runInNewContext } from 'node:vm'
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import type { Expression } from './collect-expressions.ts'

const textLength = 64_000
const maxCpuMs = 100
/** The second of two runs does not pay for compiling the expression. */
const runs = 2
/** Ends exponential growth. */
const maxRunMs = 1_000
const maxPumps = 60
/** Fails a match that has gone through all repetitions. */
const ends = ['', '\u0001']

/** Returns the repeated part that makes it slow; undefined if none does. */
export function slowPump(expression: Expression): string | undefined {
  const regularExpression = new RegExp(expression.source, expression.flags)
  for (const { before, pump } of pumpsOf(expression)) {
    const repeated = before + pump.repeat(Math.ceil(textLength / pump.length))
    if (ends.some(end => cpuMs(regularExpression, repeated + end) > maxCpuMs)) return pump
  }
  return undefined
}

function cpuMs(expression: RegExp, text: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs && best > maxCpuMs; run++) {
    const before = process.cpuUsage()
    // Global expressions are used on a whole text.
    const match = () => (expression.global ? text.replace(expression, '') : expression.test(text))
    try {
      runInNewContext('match()', { match }, { timeout: maxRunMs })
    } catch {
      return Number.POSITIVE_INFINITY
    }
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
    expression.lastIndex = 0
  }
  return best
}

interface Pump {
  readonly before: string
  readonly pump: string
}

/** Every run of neighboring elements, repeated after what has to stand before it. */
function pumpsOf({ source, flags }: Expression): Pump[] {
  const unicode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  const parsed = new RegExpParser().parsePattern(source, 0, source.length, unicode)
  const pumps = new Map<string, Pump>()
  const add = (before: string, pump: string) => {
    if (pump !== '') pumps.set(`${before}\0${pump}`, { before, pump })
  }
  const inAlternatives = (alternatives: readonly AST.Alternative[], before: string) => {
    for (const { elements } of alternatives) {
      const samples = elements.map(element => sampleOf(element, flags))
      for (const [from, element] of elements.entries()) {
        const start = before + samples.slice(0, from).join('')
        for (let to = from + 1; to <= elements.length; to++) {
          add(start, samples.slice(from, to).join(''))
          add('', samples.slice(from, to).join(''))
        }
        const inner = element.type === 'Quantifier' ? element.element : element
        if ('alternatives' in inner && Array.isArray(inner.alternatives))
          inAlternatives(inner.alternatives as AST.Alternative[], start)
      }
    }
  }
  inAlternatives(parsed.alternatives, '')
  return [...pumps.values()].slice(0, maxPumps)
}

const candidates = [...'a0 \n\t\r-.,;:="\'<>(){}[]/\\_+*#&%@!|~$^é。あ漢ก']

/** A short text that the element matches. */
function sampleOf(element: AST.Element, flags: string): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value)
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const one = new RegExp(`^${element.raw}$`, flags.replaceAll(/[gy]/g, ''))
      return candidates.find(character => one.test(character)) ?? ''
    }
    case 'Quantifier':
      return element.max === 0 ? '' : sampleOf(element.element, flags).repeat(Math.max(1, element.min))
    case 'Group':
    case 'CapturingGroup':
      return sampleOfAlternative(element.alternatives[0], flags)
    case 'Assertion':
      return element.kind === 'lookahead' && !element.negate
        ? sampleOfAlternative(element.alternatives[0], flags)
        : ''
    case 'Backreference':
      return ''
  }
}

function sampleOfAlternative(alternative: AST.Alternative | undefined, flags: string): string {
  return (alternative?.elements ?? []).map(element => sampleOf(element, flags)).join('')
}
