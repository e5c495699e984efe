import { expect, test } from 'vitest'
import { layOut } from '../model/grid-layout.ts'
import { workspaceOf } from '../model/workspace.fixture.ts'
import { actionOfKey, undoOfKey } from './grid-keys.ts'
import { scrollStep } from './use-page-drag.ts'

const workspace = workspaceOf('abcdef', 'b')
const layout = layOut(workspace.documents, 324, 100)
const keys = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }

test.each([
  ['ArrowRight', {}, { type: 'focus', by: 1, isExtending: false }],
  ['ArrowDown', {}, { type: 'focus', by: 3, isExtending: false }],
  ['ArrowUp', {}, { type: 'focus', by: 0, isExtending: false }],
  ['ArrowLeft', { shiftKey: true }, { type: 'focus', by: -1, isExtending: true }],
  ['ArrowDown', { altKey: true }, { type: 'shift', by: 3 }],
  ['End', {}, { type: 'focus', by: 6, isExtending: false }],
  [' ', {}, { type: 'select', page: 'b', mode: 'toggle' }],
  [' ', { shiftKey: true }, { type: 'select', page: 'b', mode: 'range' }],
  ['Delete', {}, { type: 'remove' }],
  ['r', {}, { type: 'rotate', degrees: 90 }],
  ['R', { shiftKey: true }, { type: 'rotate', degrees: -90 }],
  ['d', { ctrlKey: true }, { type: 'duplicate' }],
  ['z', { metaKey: true }, { type: 'undo' }],
  ['Z', { ctrlKey: true, shiftKey: true }, { type: 'redo' }],
  ['a', { ctrlKey: true }, { type: 'select-all' }],
  ['Escape', {}, { type: 'select-pages', pages: [] }],
  ['Enter', {}, 'preview'],
  ['r', { ctrlKey: true }, undefined],
  ['Tab', {}, undefined],
])('actionOfKey: %s with %o', (key, held, expected) => {
  expect(actionOfKey({ ...keys, ...held, key }, workspace, layout)).toEqual(expected)
})

test('undoOfKey: undo and redo only', () => {
  expect(undoOfKey({ ...keys, ctrlKey: true, key: 'y' })).toEqual({ type: 'redo' })
  expect(undoOfKey({ ...keys, ctrlKey: true, key: 'd' })).toBeUndefined()
  expect(undoOfKey({ ...keys, key: 'z' })).toBeUndefined()
})

test('scrollStep: only near the edges, and faster closer to them', () => {
  const box = { top: 100, bottom: 700 }
  expect(scrollStep(box, 400)).toBe(0)
  expect(scrollStep(box, 690)).toBeGreaterThan(scrollStep(box, 650))
  expect(scrollStep(box, 110)).toBeLessThan(0)
})
