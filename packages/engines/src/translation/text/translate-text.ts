/** Translates a text piece by piece: sentences change, everything between them stays. */
import { AppError } from '@filesmith/contract/errors'
import type { LanguagePair, SentenceTranslator } from '../sentence-translator.ts'
import { findProtected } from './find-protected.ts'
import { gapBetween } from './join-sentences.ts'
import { placeBreaks } from './place-breaks.ts'
import { rangesBetween } from './ranges.ts'
import { type SoftBreak, splitLines, type TextPart } from './split-lines.ts'
import { splitSentences } from './split-sentences.ts'
import { createUnitTranslator } from './translate-units.ts'
import type { Unit } from './unit.ts'

interface TranslateText extends LanguagePair {
  readonly text: string
  readonly signal: AbortSignal
  readonly onPiece: (piece: string) => void | Promise<void>
}

/** A part of the text in its order: copied, or a sentence with the gap in front of it. */
type Cell =
  | { readonly copied: string }
  | {
      readonly gap: string
      readonly isFirst: boolean
      readonly unit: Unit
      readonly breaks: readonly SoftBreak[]
    }

/** The first sentences come at once, the others in larger handfuls. */
const firstBatchSentences = 3
const batchSentences = 12

export async function translateText(translator: SentenceTranslator, request: TranslateText): Promise<void> {
  const { text, from, to, signal, onPiece } = request
  if (from === to) return onPiece(text)
  const units = createUnitTranslator(translator, { from, to }, signal)
  const cells = cellsIn(text, request)
  let before = ''
  let wanted = firstBatchSentences
  for (let batch = takeBatch(cells, wanted); batch.length > 0; batch = takeBatch(cells, wanted)) {
    if (signal.aborted) throw new AppError('cancelled')
    wanted = batchSentences
    const sentences = batch.flatMap(cell => ('unit' in cell ? [cell.unit] : []))
    const answers = (await units.translate(sentences)).values()
    let piece = ''
    for (const cell of batch) {
      if ('copied' in cell) {
        piece += cell.copied
        continue
      }
      const translated = placeBreaks(answers.next().value?.text ?? '', cell.unit.text, cell.breaks)
      piece += (cell.isFirst ? cell.gap : gapBetween(cell.gap, before, translated, request)) + translated
      before = translated
    }
    if (signal.aborted) throw new AppError('cancelled')
    if (piece !== '') await onPiece(piece)
  }
}

/** Made as they are needed: the first sentences of a long text must not wait for its last ones to be found. */
function* cellsIn(text: string, pair: LanguagePair): Generator<Cell> {
  for (const part of splitLines(text, pair.from)) yield* cellsOf(part, pair)
}

function takeBatch(cells: Generator<Cell>, wanted: number): Cell[] {
  const batch: Cell[] = []
  for (let sentences = 0; sentences < wanted && batch.length < 20 * wanted; ) {
    const next = cells.next()
    if (next.done) break
    batch.push(next.value)
    if ('unit' in next.value) sentences += 1
  }
  return batch
}

function cellsOf(part: TextPart, { from }: LanguagePair): Cell[] {
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

/** A line end between two sentences stands there in place of the space. */
function gapWithBreaks(text: string, from: number, to: number, breaks: readonly SoftBreak[]): string {
  const between = breaks.filter(
    ({ offset }) => offset >= from && offset <= to && (offset < to || from === to),
  )
  if (between.length === 0) return text.slice(from, to)
  return between.map(({ insert }) => insert).join('')
}
