import { expect, test } from 'vitest'
import { brandOf, checkCard, formatCardNumber, formatExpiry, isCardNumber } from './card-rules.ts'
import { testCards } from './test-cards.ts'

const now = new Date('2026-11-15T12:00:00Z')

test.each([
  ['4242424242424242', 'visa', '4242 4242 4242 4242'],
  ['5555 5555-5555 4444', 'mastercard', '5555 5555 5555 4444'],
  ['2223003122003222', 'mastercard', '2223 0031 2200 3222'],
  ['378282246310005', 'amex', '3782 822463 10005'],
  ['6011111111111117', 'discover', '6011 1111 1111 1117'],
  ['9', 'unknown', '9'],
  ['', 'unknown', ''],
])('formatCardNumber: PAY-09 %j is %s, formatted as %j', (number, brand, written) => {
  expect(brandOf(number).brand).toBe(brand)
  expect(formatCardNumber(number)).toBe(written)
})

test.each([
  ['1', '1'],
  ['4', '04'],
  ['1/', '01'],
  ['12', '12'],
  ['122', '12/2'],
  ['12/27', '12/27'],
  ['12 / 2027', '12/27'],
  ['1/2027', '01/27'],
  ['12/20', '12/20'],
])('formatExpiry: PAY-09 %j becomes %j', (typed, written) => {
  expect(formatExpiry(typed)).toBe(written)
})

test.each([
  [{ number: '4242 4242 4242 4242', expiry: '11/26', cvc: '123' }, {}],
  [{ number: '3782 822463 10005', expiry: '12/30', cvc: '1234' }, {}],
  [{ number: '3782 822463 10005', expiry: '12/30', cvc: '123' }, { cvc: 'cvc' }],
  [{ number: '4242 4242 4242', expiry: '12/30', cvc: '123' }, { number: 'number-incomplete' }],
  [{ number: '4242 4242 4242 4241', expiry: '12/30', cvc: '123' }, { number: 'number' }],
  [{ number: '4242 4242 4242 4242', expiry: '10/26', cvc: '123' }, { expiry: 'expired' }],
  [{ number: '4242 4242 4242 4242', expiry: '13/30', cvc: '123' }, { expiry: 'expiry' }],
  [
    { number: '', expiry: '', cvc: '' },
    { number: 'number-incomplete', expiry: 'expiry', cvc: 'cvc' },
  ],
])('checkCard: PAY-09 %j has the problems %j', (card, problems) => {
  expect(checkCard(card, now)).toEqual(problems)
})

test('PAY-09 every test card number is valid', () => {
  expect(testCards.filter(card => !isCardNumber(card.number))).toEqual([])
})
