import { usualImageEdit } from '@filesmith/contract/image-edit/settings'
import { expect, test } from 'vitest'
import { type HistoryAction, nextHistory, noHistory } from './edit-history.ts'

const change = (brightness: number, what = 'brightness'): HistoryAction => ({
  type: 'change',
  edit: { ...usualImageEdit, brightness },
  what,
})
const after = (...actions: readonly HistoryAction[]) => actions.reduce(nextHistory, noHistory)

test('a drag is one step, the next one another', () => {
  const history = after(change(110), change(120), { type: 'settle' }, change(130), change(140))
  expect(history.past.map(edit => edit.brightness)).toEqual([100, 120])
  expect(history.present.brightness).toBe(140)
})

test('without the hand coming off, another setting is another step', () => {
  expect(after(change(110), change(120, 'other')).past).toHaveLength(2)
})

test('back and forth, until something new is done', () => {
  const two = [change(110), { type: 'settle' }, change(120)] as const
  const back = after(...two, { type: 'undo' })
  expect(back.present.brightness).toBe(110)
  expect(nextHistory(back, { type: 'redo' }).present.brightness).toBe(120)
  const other = nextHistory(back, change(90))
  expect(other.future).toEqual([])
  expect(nextHistory(other, { type: 'undo' }).present.brightness).toBe(110)
})

test('what changes nothing is no step; before the first step there is nothing', () => {
  expect(after(change(100))).toEqual(noHistory)
  expect(after({ type: 'undo' }, { type: 'redo' }, { type: 'settle' })).toBe(noHistory)
  expect(after(change(150), { type: 'forget' })).toBe(noHistory)
})
