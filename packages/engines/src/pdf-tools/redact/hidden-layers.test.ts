import { PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { HiddenLayers } from './hidden-layers.ts'

type Expression = (string | number | PDFRef | Expression)[]

/** With the layers A (shown) and B (hidden), and C, which no list has. */
async function withLayers(config: (layers: Record<string, unknown>) => object = ({ B }) => ({ OFF: [B] })) {
  const document = await PDFDocument.create()
  const { context } = document
  const add = (Name: string) => context.register(context.obj({ Type: 'OCG', Name }))
  const layers = { A: add('A'), B: add('B'), C: add('C') }
  const { A, B } = layers
  document.catalog.set(
    PDFName.of('OCProperties'),
    context.obj({ OCGs: [A, B], D: config(layers) as Record<string, never> }),
  )
  const hidden = new HiddenLayers(document)
  const isHidden = (expression: Expression, entries: Readonly<Record<string, Expression>> = {}) => {
    const set = context.obj({})
    for (const [key, value] of Object.entries({ Type: 'OCMD', VE: expression, ...entries }))
      set.set(PDFName.of(key), context.obj(value))
    return hidden.has(set)
  }
  return { hidden, isHidden, layers, context }
}

test('HiddenLayers: And, Or and Not over layers', async () => {
  const { isHidden, layers } = await withLayers()
  const { A, B } = layers
  expect(
    [
      ['And', A],
      ['And', A, B],
      ['Or', A, B],
      ['Or', B],
      ['Not', A],
      ['Not', B],
    ].map(each => isHidden(each)),
  ).toEqual([false, true, false, true, true, false])
})

test('HiddenLayers: nested expressions', async () => {
  const { isHidden, layers } = await withLayers()
  const { A, B } = layers
  expect(isHidden(['And', A, ['Not', B]])).toBe(false)
  expect(isHidden(['Or', ['And', A, B], ['Not', ['Or', A, B]]])).toBe(true)
  expect(isHidden(['Not', ['And', A, ['Or', B, ['Not', B]]]])).toBe(true)
})

test('HiddenLayers: an expression takes precedence over the rule, unless it cannot be read', async () => {
  const { isHidden, layers } = await withLayers()
  const { A, B, C } = layers
  expect(isHidden(['Not', B], { OCGs: [B] })).toBe(false)
  expect(isHidden(['Not', A], { OCGs: [A] })).toBe(true)
  expect(isHidden(['Xor', A, B], { OCGs: [B] })).toBe(true)
  expect(isHidden([], { OCGs: [B] })).toBe(true)
  // Nothing is hidden by operands that are missing or are not layers of the document.
  expect([['Or'], ['Not', C], ['Or', 7], ['Not', ['Xor', A]]].map(each => isHidden(each))).toEqual([
    false,
    false,
    false,
    true,
  ])
})

test('HiddenLayers: deeply nested and endless expressions end', async () => {
  const { isHidden, layers, context } = await withLayers()
  const endless = context.register(context.obj([]))
  context.assign(endless, context.obj(['And', layers.A, endless]))
  expect(isHidden(['And', layers.A, endless])).toBe(false)
})

test('HiddenLayers: an expression hides content while every layer is shown', async () => {
  const { hidden, isHidden, layers } = await withLayers(() => ({}))
  expect([hidden.isUsed, hidden.count]).toEqual([true, 0])
  expect([isHidden(['Not', layers.A]), hidden.count]).toEqual([true, 1])
})

test('HiddenLayers: of a document whose layers are hidden by default', async () => {
  const { isHidden, layers } = await withLayers(({ A }) => ({ BaseState: 'OFF', ON: [A] }))
  expect([isHidden(['And', layers.A]), isHidden(['And', layers.B])]).toEqual([false, true])
})
