/** Translates the paragraphs of a document sentence by sentence and restores the styles. */
import { setImmediate } from 'node:timers/promises'
import { AppError } from '@filesmith/contract/errors'
import { elementAt } from '../../element-at.ts'
import type { LanguagePair, SentenceTranslator } from '../sentence-translator.ts'
import { gapBetween } from '../text/join-sentences.ts'
import { createUnitTranslator, type UnitTranslator } from '../text/translate-units.ts'
import type { TranslatedUnit } from '../text/unit.ts'
import { alignSentence } from './align/align-sentence.ts'
import { type Evidence, evidencePhrases } from './align/evidence.ts'
import { type Flow, type FlowItem, isMark, mergeFlow } from './flow.ts'
import { splitFlow } from './split-flow.ts'
import { type FlowPart, hasUniformStyle, type StyledSentence } from './styled-sentence.ts'

interface TranslateFlows extends LanguagePair {
  readonly flows: readonly Flow[]
  readonly signal: AbortSignal
  /** Called with the number of translated flows. */
  readonly onFlows: (done: number) => void
}

/** Paragraphs per batch. */
const flowsAtOnce = 12

export async function translateFlows(
  translator: SentenceTranslator,
  { flows, from, to, signal, onFlows }: TranslateFlows,
): Promise<Flow[]> {
  const pair = { from, to }
  const units = createUnitTranslator(translator, pair, signal)
  const result: Flow[] = []
  for (let start = 0; start < flows.length; start += flowsAtOnce) {
    const split = flows.slice(start, start + flowsAtOnce).map(flow => splitFlow(flow, from))
    const sentences = split.flat().flatMap(part => ('sentence' in part ? [part.sentence] : []))
    const translated = await units.translate(sentences)
    const evidence = await collectEvidence(units, sentences, translated, pair)
    const answers: FlowItem[][] = []
    for (const [index, sentence] of sentences.entries()) {
      // Alignment is CPU-bound: yield to other work on this thread.
      if (!hasUniformStyle(sentence)) await setImmediate()
      if (signal.aborted) throw new AppError('cancelled')
      answers.push(aligned(sentence, translated[index] ?? sentence, evidence, pair))
    }
    const next = answers.values()
    for (const parts of split) result.push(joinParts(parts, () => next.next().value ?? [], pair))
    onFlows(result.length)
  }
  return result
}

function aligned(
  sentence: StyledSentence,
  translated: TranslatedUnit,
  evidence: Evidence,
  pair: LanguagePair,
): FlowItem[] {
  const span = sentence.spans[0]
  if (hasUniformStyle(sentence) && span)
    return [{ text: translated.text, style: span.style, within: span.within }]
  return alignSentence(sentence, translated, evidence, pair)
}

async function collectEvidence(
  units: UnitTranslator,
  sentences: readonly StyledSentence[],
  translated: readonly TranslatedUnit[],
  { from }: LanguagePair,
): Promise<Evidence> {
  const phrases = sentences.flatMap((sentence, index) =>
    hasUniformStyle(sentence) || translated[index]?.text === sentence.text
      ? []
      : evidencePhrases(sentence, from),
  )
  const answers = await units.translateWords(phrases)
  return new Map(phrases.map((phrase, index) => [phrase, elementAt(answers, index)]))
}

function joinParts(
  parts: readonly FlowPart[],
  nextSentence: () => readonly FlowItem[],
  pair: LanguagePair,
): Flow {
  const flow: FlowItem[] = []
  const shown = (items: readonly FlowItem[]) => items.map(({ text }) => text).join('')
  let before = ''
  let gap: FlowItem[] = []
  for (const part of parts) {
    if ('items' in part) {
      for (const item of part.items) gap.push(item)
      continue
    }
    const items = nextSentence()
    const space = before === '' ? gap : betweenSentences(gap, before, shown(items), pair, items[0])
    for (const item of [...space, ...items]) flow.push(item)
    before = shown(items)
    gap = []
  }
  return mergeFlow([...flow, ...gap])
}

/** Spaces between sentences follow the target language; marks, tabs and line breaks stay. */
function betweenSentences(
  gap: readonly FlowItem[],
  before: string,
  after: string,
  pair: LanguagePair,
  next: FlowItem | undefined,
): FlowItem[] {
  if (gap.some(item => isMark(item) && item.kind !== 'point' && item.kind !== 'opening')) return [...gap]
  const spaces = gap.filter(item => !isMark(item)).map(({ text }) => text)
  const expected = gapBetween(spaces.join(''), before, after, pair)
  if (expected === spaces.join('')) return [...gap]
  const styledItem = gap.find(item => !isMark(item)) ?? (next && !isMark(next) ? next : undefined)
  const space = styledItem && expected !== '' ? [{ ...styledItem, text: expected }] : []
  return [...gap.filter(isMark), ...space]
}
