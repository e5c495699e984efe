import { expect, test } from 'vitest'
import { PdfDocument } from '../qpdf/pdf-document.ts'
import type { PdfDict, PdfValue } from '../qpdf/pdf-value.ts'
import { HiddenLayers } from './hidden-layers.ts'

type Layers = Readonly<Record<'A' | 'B' | 'C', string>>

/** With the layers A (shown) and B (hidden), and C, which no list has. */
function withLayers(config: (layers: Layers) => PdfDict = ({ B }) => ({ '/OFF': [B] })) {
  const document = new PdfDocument([])
  const add = (name: string) => document.add({ '/Type': '/OCG', '/Name': `u:${name}` })
  const layers = { A: add('A'), B: add('B'), C: add('C') }
  const { A, B } = layers
  const hidden = new HiddenLayers(document, { '/OCProperties': { '/OCGs': [A, B], '/D': config(layers) } })
  const isHidden = (expression: PdfValue, entries: PdfDict = {}) =>
    hidden.has({ '/Type': '/OCMD', '/VE': expression, ...entries })
  return { hidden, isHidden, layers, document }
}

test('HiddenLayers: And, Or and Not over layers', () => {
  const { isHidden, layers } = withLayers()
  const { A, B } = layers
  expect(
    [
      ['/And', A],
      ['/And', A, B],
      ['/Or', A, B],
      ['/Or', B],
      ['/Not', A],
      ['/Not', B],
    ].map(each => isHidden(each)),
  ).toEqual([false, true, false, true, true, false])
})

test('HiddenLayers: nested expressions', () => {
  const { isHidden, layers } = withLayers()
  const { A, B } = layers
  expect(isHidden(['/And', A, ['/Not', B]])).toBe(false)
  expect(isHidden(['/Or', ['/And', A, B], ['/Not', ['/Or', A, B]]])).toBe(true)
  expect(isHidden(['/Not', ['/And', A, ['/Or', B, ['/Not', B]]]])).toBe(true)
})

test('HiddenLayers: an expression takes precedence over the rule, unless it cannot be read', () => {
  const { isHidden, layers } = withLayers()
  const { A, B, C } = layers
  expect(isHidden(['/Not', B], { '/OCGs': [B] })).toBe(false)
  expect(isHidden(['/Not', A], { '/OCGs': [A] })).toBe(true)
  expect(isHidden(['/Xor', A, B], { '/OCGs': [B] })).toBe(true)
  expect(isHidden([], { '/OCGs': [B] })).toBe(true)
  // Nothing is hidden by operands that are missing or are not layers of the document.
  expect([['/Or'], ['/Not', C], ['/Or', 7], ['/Not', ['/Xor', A]]].map(each => isHidden(each))).toEqual([
    false,
    false,
    false,
    true,
  ])
})

test('HiddenLayers: deeply nested and endless expressions end', () => {
  const { isHidden, layers, document } = withLayers()
  const expression: PdfValue[] = ['/And', layers.A]
  const endless = document.add(expression)
  expression.push(endless)
  expect(isHidden(['/And', layers.A, endless])).toBe(false)
})

test('HiddenLayers: an expression hides content while every layer is shown', () => {
  const { hidden, isHidden, layers } = withLayers(() => ({}))
  expect([hidden.isUsed, hidden.count]).toEqual([true, 0])
  expect([isHidden(['/Not', layers.A]), hidden.count]).toEqual([true, 1])
})

test('HiddenLayers: of a document whose layers are hidden by default', () => {
  const { isHidden, layers } = withLayers(({ A }) => ({ '/BaseState': '/OFF', '/ON': [A] }))
  expect([isHidden(['/And', layers.A]), isHidden(['/And', layers.B])]).toEqual([false, true])
})
