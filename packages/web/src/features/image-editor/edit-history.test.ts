import { defaultImageEdit } from '@filesmith/contract/image-edit/settings'
import { expect, test } from 'vitest'
import { emptyHistory, type HistoryAction, historyReducer } from './edit-history.ts'

const change = (brightness: number, control = 'brightness'): HistoryAction => ({
  type: 'change',
  edit: { ...defaultImageEdit, brightness },
  control,
})
const after = (...actions: readonly HistoryAction[]) => actions.reduce(historyReducer, emptyHistory)

test('historyReducer: a drag is one step, the next one another', () => {
  const history = after(change(110), change(120), { type: 'commit' }, change(130), change(140))
  expect(history.past.map(edit => edit.brightness)).toEqual([100, 120])
  expect(history.present.brightness).toBe(140)
})

test('historyReducer: changing another control without releasing starts a new step', () => {
  expect(after(change(110), change(120, 'other')).past).toHaveLength(2)
})

test('historyReducer: undo and redo, until a new change clears the future', () => {
  const two = [change(110), { type: 'commit' }, change(120)] as const
  const back = after(...two, { type: 'undo' })
  expect(back.present.brightness).toBe(110)
  expect(historyReducer(back, { type: 'redo' }).present.brightness).toBe(120)
  const other = historyReducer(back, change(90))
  expect(other.future).toEqual([])
  expect(historyReducer(other, { type: 'undo' }).present.brightness).toBe(110)
})

test('historyReducer: ignores changes without effect, and undo without history', () => {
  expect(after(change(100))).toEqual(emptyHistory)
  expect(after({ type: 'undo' }, { type: 'redo' }, { type: 'commit' })).toBe(emptyHistory)
  expect(after(change(150), { type: 'reset' })).toBe(emptyHistory)
})
