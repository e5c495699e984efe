import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { CardFields } from './card-fields.tsx'
import { type CardInput, checkTestCard, emptyCard, toCardPayload } from './card-input.ts'

afterEach(cleanup)

interface FormProps {
  readonly initial?: CardInput
  readonly problemOf?: (name: string) => string | undefined
}

function Form({ initial = emptyCard, problemOf = () => undefined }: FormProps) {
  const [card, setCard] = useState(initial)
  return <CardFields card={card} onChange={setCard} problemOf={problemOf} />
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })

test('PAY-08 CardFields: supports autofill and the numeric keyboard', () => {
  render(<Form />)
  const inputHints = (label: string) => [field(label).autocomplete, field(label).inputMode]
  expect(inputHints('Card number')).toEqual(['cc-number', 'numeric'])
  expect(inputHints('Expiry date')).toEqual(['cc-exp', 'numeric'])
  expect(inputHints('Security code')).toEqual(['cc-csc', 'numeric'])
  expect(field('Name on card').autocomplete).toBe('cc-name')
})

test('PAY-09 CardFields: groups typed and pasted digits and shows the brand', () => {
  render(<Form />)
  type('Card number', '4242424242424242')
  expect(field('Card number').value).toBe('4242 4242 4242 4242')
  const brandLabel = screen.getByText('Visa')
  expect(field('Card number').getAttribute('aria-describedby')).toContain(brandLabel.id)
  type('Card number', '3782-8224-6310-005')
  expect(field('Card number').value).toBe('3782 822463 10005')
  expect(screen.getByText('American Express')).toBeTruthy()
  type('Expiry date', '1/2031')
  expect(field('Expiry date').value).toBe('01/31')
})

test('PAY-09 CardFields: limits the security code to three digits, or four on American Express', () => {
  render(<Form />)
  expect(screen.getByText('3 digits')).toBeTruthy()
  type('Security code', '12345x')
  expect(field('Security code').value).toBe('123')
  type('Card number', '378282246310005')
  expect(screen.getByText('4 digits')).toBeTruthy()
  type('Security code', '12345')
  expect(field('Security code').value).toBe('1234')
})

test('PAY-09 CardFields: keeps the caret behind a digit inserted in the middle', () => {
  render(<Form initial={{ ...emptyCard, number: '4242 4242' }} />)
  const input = field('Card number')
  input.focus()
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setValue?.call(input, '42429 4242')
  input.setSelectionRange(5, 5)
  fireEvent(input, new InputEvent('input', { bubbles: true, inputType: 'insertText', data: '9' }))
  expect(input.value).toBe('4242 9424 2')
  expect(input.selectionStart).toBe(6)
})

test('PAY-08 CardFields: shows an error at its field', () => {
  render(<Form problemOf={name => (name === 'expiry' ? 'This card has expired.' : undefined)} />)
  const input = field('Expiry date')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.getAttribute('aria-describedby')?.split(' ')[0]).toBe(
    screen.getByText('This card has expired.').id,
  )
  expect(field('Card number').getAttribute('aria-invalid')).toBeNull()
})

const now = new Date('2026-11-15T12:00:00Z')
const good: CardInput = { number: '4242 4242 4242 4242', expiry: '12/30', cvc: '123', name: ' Mara ' }

test.each<[Partial<CardInput>, Record<string, string>]>([
  [{ number: '4242' }, { number: 'Please enter the whole card number.' }],
  [{ number: '4242 4242 4242 4241' }, { number: 'This card number is not valid.' }],
  [
    { number: '4111 1111 1111 1111' },
    { number: 'This server accepts test payments only. Please use one of the test card numbers.' },
  ],
  [{ expiry: '1' }, { expiry: 'Please enter the expiry date as MM/YY.' }],
  [{ expiry: '10/26' }, { expiry: 'This card has expired.' }],
  [{ cvc: '12' }, { cvc: 'Please enter the security code of your card.' }],
])('PAY-09 checkTestCard: rejects %j with %j', (change, fields) => {
  expect(checkTestCard({ ...good, ...change }, now)).toEqual({ fields })
})

test('PAY-09 toCardPayload: sends digits only', () => {
  expect(checkTestCard(good, now)).toBeUndefined()
  expect(toCardPayload(good)).toEqual({
    number: '4242424242424242',
    expiry: '12/30',
    cvc: '123',
    name: 'Mara',
  })
})
