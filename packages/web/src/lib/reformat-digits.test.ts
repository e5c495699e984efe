import { formatCardNumber, formatExpiry } from '@filesmith/contract/card-rules'
import { expect, test } from 'vitest'
import { reformatDigits } from './card-fields.tsx'

/** `|` marks the caret. */
function reformat(previous: string, typed: string, format: (text: string) => string, inputType?: string) {
  const caret = typed.indexOf('|')
  const result = reformatDigits({ text: typed.replace('|', ''), caret, previous, inputType }, format)
  return `${result.text.slice(0, result.caret)}|${result.text.slice(result.caret)}`
}

test.each([
  ['', '4|', '4|'],
  ['4242', '42424|', '4242 4|'],
  ['4242 4242', '42429| 4242', '4242 9|424 2'],
  ['4242 4242', '42x|42 4242', '42|42 4242'],
  ['', '4242-4242-4242-4242|', '4242 4242 4242 4242|'],
  ['4242', '378282246310005|', '3782 822463 10005|'],
])('PAY-09 reformatDigits: over %j the number %j becomes %j', (previous, typed, result) => {
  expect(reformat(previous, typed, formatCardNumber)).toBe(result)
})

test.each([
  ['4242 4242', '4242|4242', 'deleteContentBackward', '424|4 242'],
  ['4242 4242', '4242|4242', 'deleteContentForward', '4242| 242'],
  ['4242 4242', '424| 4242', 'deleteContentBackward', '424|4 242'],
  ['4242 4', '4242 |', 'deleteContentBackward', '4242|'],
])('PAY-09 reformatDigits: deleting in %j (%j, %s) leaves %j', (previous, typed, inputType, result) => {
  expect(reformat(previous, typed, formatCardNumber, inputType)).toBe(result)
})

test.each([
  ['', '4|', '04|'],
  ['04', '042|', '04/2|'],
  ['12/27', '1|/27', '01|/27'],
  ['', '12/2027|', '12/27|'],
])('PAY-09 reformatDigits: over %j the date %j becomes %j', (previous, typed, result) => {
  expect(reformat(previous, typed, formatExpiry)).toBe(result)
})
