import { expect, test } from 'vitest'
import { brandOf, checkCard, expiryOf, formatCardNumber, formatExpiry, isCardNumber } from './card-rules.ts'
import { testCards } from './test-cards.ts'

const now = new Date(Date.UTC(2026, 10, 15))

test.each([
  ['4242424242424242', 'visa', '4242 4242 4242 4242'],
  ['5555555555554444', 'mastercard', '5555 5555 5555 4444'],
  ['2223003122003222', 'mastercard', '2223 0031 2200 3222'],
  ['378282246310005', 'amex', '3782 822463 10005'],
  ['6011111111111117', 'discover', '6011 1111 1111 1117'],
  ['42', 'visa', '42'],
  ['', 'unknown', ''],
])('%s is a number of %s and written as %s', (number, brand, written) => {
  expect(brandOf(number).brand).toBe(brand)
  expect(formatCardNumber(number)).toBe(written)
})

test('a wrong digit, a missing one and one too many are noticed', () => {
  expect(isCardNumber('4242 4242 4242 4242')).toBe(true)
  expect(isCardNumber('4242 4242 4242 4243')).toBe(false)
  expect(isCardNumber('4242 4242 4242 424')).toBe(false)
  expect(isCardNumber('3782 822463 100050')).toBe(false)
})

test('every test card is well formed', () => {
  expect(testCards.filter(card => !isCardNumber(card.number))).toEqual([])
})

test.each([
  ['4', '04'],
  ['12', '12'],
  ['122', '12/2'],
  ['12/27', '12/27'],
  ['1 / 27', '01/27'],
  ['427', '04/27'],
])('%s is typed as %s', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown)
})

test('a card works to the end of its month', () => {
  expect(expiryOf('11/26')).toEqual(new Date(Date.UTC(2026, 11, 1)))
  expect(checkCard({ number: '4242424242424242', expiry: '11/26', cvc: '123' }, now)).toEqual({})
  expect(checkCard({ number: '4242424242424242', expiry: '10/26', cvc: '123' }, now)).toEqual({
    expiry: 'expired',
  })
})

test('what is wrong is said for each field', () => {
  expect(checkCard({ number: '4242', expiry: '13/30', cvc: '12' }, now)).toEqual({
    number: 'number-incomplete',
    expiry: 'expiry',
    cvc: 'cvc',
  })
  expect(checkCard({ number: '378282246310005', expiry: '12/30', cvc: '123' }, now)).toEqual({ cvc: 'cvc' })
})
