import { passwordStrength } from '@filesmith/contract/password-strength'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PasswordField } from './password-field.tsx'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

test('TextField: is linked to its label, error and hint', () => {
  render(<TextField label="Email" name="email" type="email" hint="For links." error="No address." />)
  const input = screen.getByLabelText('Email')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  const described = (input.getAttribute('aria-describedby') ?? '').split(' ')
  expect(described.map(id => document.getElementById(id)?.textContent)).toEqual(['No address.', 'For links.'])
})

test('PasswordField: toggles the visibility of the password', () => {
  render(<PasswordField label="Password" name="password" autoComplete="current-password" />)
  const input = screen.getByLabelText('Password')
  expect(input.getAttribute('type')).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Show characters' }))
  expect(input.getAttribute('type')).toBe('text')
  fireEvent.click(screen.getByRole('button', { name: 'Hide characters' }))
  expect(input.getAttribute('type')).toBe('password')
})

test('PasswordField: shows the strength of new passwords only and clears it on form reset', () => {
  render(
    <form>
      <PasswordField label="Old" name="old" autoComplete="current-password" />
      <PasswordField label="New" name="new" autoComplete="new-password" strengthOf={passwordStrength} />
      <button type="reset">Clear</button>
    </form>,
  )
  const before = 'At least 8 characters. Several words make a good password.'
  expect(screen.getByRole('status').textContent).toBe(before)
  fireEvent.change(screen.getByLabelText('New'), { target: { value: 'password1' } })
  expect(screen.getByRole('status').textContent).toBe(
    'Password strength: Too easy to guess. This is a common password.',
  )
  fireEvent.click(screen.getByText('Clear'))
  expect(screen.getByRole('status').textContent).toBe(before)
})
