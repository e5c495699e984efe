import { expect, test } from 'vitest'
import { type Box, placeToast } from './toast-viewport.tsx'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

test('placeToast: without controls it is at the top right', () => {
  expect(placeToast({ width: 400, height: 90 }, desktop, [])).toEqual({ left: 864, top: 16, isFree: true })
})

test('placeToast: goes below the header and between the controls of a phone', () => {
  const header = box(330, 10, 44, 44)
  const dropZone = box(16, 130, 358, 300)
  const action = box(16, 780, 358, 48)
  const place = placeToast({ width: 358, height: 90 }, phone, [header, dropZone, action])
  expect(place).toEqual({ left: 16, top: 438, isFree: true })
})

test('placeToast: moves to the other side when the right one is full', () => {
  const right = box(700, 0, 580, 800)
  expect(placeToast({ width: 400, height: 90 }, desktop, [right])).toEqual({
    left: 16,
    top: 16,
    isFree: true,
  })
})

test('placeToast: keeps its place while it is free, and leaves it when a control appears there', () => {
  const size = { width: 400, height: 90 }
  const current = { left: 864, top: 300, isFree: true }
  expect(placeToast(size, desktop, [], current)).toBe(current)
  const moved = placeToast(size, desktop, [box(900, 320, 100, 40)], current)
  expect(moved).toEqual({ left: 864, top: 16, isFree: true })
})

test('placeToast: reports that no place is free, and takes the one that covers least', () => {
  const rows = Array.from({ length: 10 }, (_, row) => box(0, row * 84, 390, row === 9 ? 10 : 80))
  expect(placeToast({ width: 358, height: 90 }, phone, rows)).toMatchObject({ isFree: false, top: 738 })
})
