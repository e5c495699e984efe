/** Translates a text in chunks: sentences are translated, everything between them is kept. */
import { AppError } from '@filesmith/contract/errors'
import { untranslatedMark } from '@filesmith/contract/tools/translate/messages'
import type { LanguagePair, SearchEffort, SentenceTranslator } from '../sentence-translator.ts'
import { effortFor } from './effort-for.ts'
import { findProtected } from './find-protected.ts'
import { gapBetween } from './join-sentences.ts'
import { rangesBetween } from './ranges.ts'
import { splitSentences } from './split-sentences.ts'
import { type SoftBreak, splitTextLines, type TextSegment } from './split-text-lines.ts'
import { createUnitTranslator } from './translate-units.ts'
import type { TranslatedUnit, Unit } from './unit.ts'

interface TranslateText extends LanguagePair {
  readonly text: string
  readonly signal: AbortSignal
  readonly onChunk: (chunk: string) => void | Promise<void>
  /** Called with each sentence that is left in the source language and marked, because no translation passed the checks. */
  readonly onUntranslated?: (sentence: string) => void
}

/** Part of the text in order: copied, or a sentence with the gap before it. */
type Cell = { readonly copied: string } | SentenceCell

interface SentenceCell {
  readonly gap: string
  readonly isFirst: boolean
  readonly unit: Unit
  readonly breaks: readonly SoftBreak[]
}

/** Short texts are delivered almost sentence by sentence; long ones in batches that keep all helpers busy. */
const firstBatchSentences = 2
const batchSentences: Readonly<Record<SearchEffort, number>> = { fast: 16, best: 4, split: 4 }

export async function translateText(translator: SentenceTranslator, request: TranslateText): Promise<void> {
  const { text, from, to, signal, onChunk } = request
  if (from === to) return onChunk(text)
  const effort = effortFor([text], from)
  const units = createUnitTranslator(translator, { from, to }, signal, effort)
  const cells = cellsIn(text, request)
  let before = ''
  let batchSize = firstBatchSentences
  for (let batch = nextBatch(cells, batchSize); batch.length > 0; batch = nextBatch(cells, batchSize)) {
    if (signal.aborted) throw new AppError('cancelled')
    batchSize = batchSentences[effort]
    const sentences = batch.flatMap(cell => ('unit' in cell ? [cell.unit] : []))
    const answers = (await units.translate(sentences)).values()
    let chunk = ''
    for (const cell of batch) {
      if ('copied' in cell) {
        chunk += cell.copied
        continue
      }
      const answer = answers.next()
      if (answer.done) throw new Error('a sentence has no translation')
      const translated = textOf(answer.value, cell, request)
      chunk += (cell.isFirst ? cell.gap : gapBetween(cell.gap, before, translated, request)) + translated
      before = translated
    }
    if (signal.aborted) throw new AppError('cancelled')
    if (chunk !== '') await onChunk(chunk)
  }
}

/** A sentence that is left in the source language is marked. */
function textOf(
  { text, isUntranslated }: TranslatedUnit,
  { unit, breaks }: SentenceCell,
  { onUntranslated }: TranslateText,
): string {
  const wrapped = restoreLineBreaks(text, unit.text, breaks)
  if (!isUntranslated) return wrapped
  onUntranslated?.(unit.text)
  return `${untranslatedMark} ${wrapped}`
}

/** Lazy, so that the first sentences of a long text are not delayed by splitting all of it. */
function* cellsIn(text: string, pair: LanguagePair): Generator<Cell> {
  for (const part of splitTextLines(text, pair.from)) yield* cellsOf(part, pair)
}

function nextBatch(cells: Generator<Cell>, batchSize: number): Cell[] {
  const batch: Cell[] = []
  for (let sentences = 0; sentences < batchSize && batch.length < 20 * batchSize; ) {
    const next = cells.next()
    if (next.done) break
    batch.push(next.value)
    if ('unit' in next.value) sentences += 1
  }
  return batch
}

function cellsOf(part: TextSegment, { from }: LanguagePair): Cell[] {
  if (part.kind === 'copied') return [{ copied: part.text }]
  const { text, breaks } = part
  const fixed = findProtected(text)
  const cells: Cell[] = []
  let at = 0
  for (const { start, end } of splitSentences(text, from, fixed)) {
    const inside = breaks.filter(({ offset }) => offset > start && offset < end)
    cells.push({
      gap: gapWithBreaks(text, at, start, breaks),
      isFirst: at === 0,
      unit: {
        text: text.slice(start, end),
        fixed: rangesBetween(fixed, start, end).map(range => ({
          start: range.start - start,
          end: range.end - start,
        })),
      },
      breaks: inside.map(({ offset, insert }) => ({ offset: offset - start, insert })),
    })
    at = end
  }
  const rest = gapWithBreaks(text, at, text.length, breaks)
  return rest === '' ? cells : [...cells, { copied: rest }]
}

/** A line break between two sentences replaces the space. */
function gapWithBreaks(text: string, from: number, to: number, breaks: readonly SoftBreak[]): string {
  const between = breaks.filter(
    ({ offset }) => offset >= from && offset <= to && (offset < to || from === to),
  )
  if (between.length === 0) return text.slice(from, to)
  return between.map(({ insert }) => insert).join('')
}

/** Restores the line breaks of a wrapped sentence in its translation, at similar positions between words. */
function restoreLineBreaks(translated: string, source: string, breaks: readonly SoftBreak[]): string {
  let text = ''
  let at = 0
  for (const { offset, insert } of breaks) {
    const target = Math.round((offset / source.length) * translated.length)
    const { start, end } = nearestGap(translated, Math.max(target, at), at)
    text += translated.slice(at, start) + insert
    at = end
  }
  return text + translated.slice(at)
}

/** Without spaces, any position that does not start a line with closing punctuation. */
function nearestGap(text: string, target: number, from: number): { start: number; end: number } {
  const gaps = [...text.matchAll(/\s+/gu)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }))
  const later = gaps.filter(({ start }) => start >= from)
  const distance = (gap: { start: number }) => Math.abs(gap.start - target)
  const nearest = later.reduce<{ start: number; end: number } | undefined>(
    (best, gap) => (best === undefined || distance(gap) < distance(best) ? gap : best),
    undefined,
  )
  const isWide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  if (nearest !== undefined && (!isWide || distance(nearest) < 4)) return nearest
  if (!isWide) return { start: text.length, end: text.length }
  let position = Math.min(target, text.length)
  while (
    position < text.length &&
    /[\p{Pe}\p{Pf}、。，．！？：；ー\p{Mn}\p{Script=Latin}\d]/u.test(text.charAt(position))
  )
    position += 1
  return { start: position, end: position }
}
