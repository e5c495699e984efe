import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { OtherFormLink } from './other-form-link.tsx'

afterEach(cleanup)

function LocationDisplay() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <output>{pathname + search}</output>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
    </>
  )
}

function visit(path: string) {
  render(
    <MemoryRouter initialEntries={['/pricing', path]} useTransitions={false}>
      <OtherFormLink question="No account yet?" label="Sign Up" to="/sign-up" />
      <LocationDisplay />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByText('Sign Up'))
}

const address = () => screen.getByRole('status').textContent

test('PAY-03 OtherFormLink: with a next parameter, replaces the history entry of the form', () => {
  visit('/sign-in?next=/checkout%3Famount%3D4.99')
  expect(address()).toBe('/sign-up?next=%2Fcheckout%3Famount%3D4.99')
  fireEvent.click(screen.getByText('Back'))
  expect(address()).toBe('/pricing')
})

test('OtherFormLink: without a next parameter, adds a history entry', () => {
  visit('/sign-in')
  expect(address()).toBe('/sign-up')
  fireEvent.click(screen.getByText('Back'))
  expect(address()).toBe('/sign-in')
})
