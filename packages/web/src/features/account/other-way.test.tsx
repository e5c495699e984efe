import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { OtherWay } from './other-way.tsx'

afterEach(cleanup)

function Whereabouts() {
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
      <OtherWay question="No account yet?" label="Sign Up" to="/sign-up" />
      <Whereabouts />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByText('Sign Up'))
}

const address = () => screen.getByRole('status').textContent

test('PAY-03 on the way to the checkout, going back afterwards leads to before it', () => {
  visit('/sign-in?next=/checkout%3Famount%3D4.99')
  expect(address()).toBe('/sign-up?next=%2Fcheckout%3Famount%3D4.99')
  fireEvent.click(screen.getByText('Back'))
  expect(address()).toBe('/pricing')
})

test('without anywhere to go, the other form is a step of its own', () => {
  visit('/sign-in')
  expect(address()).toBe('/sign-up')
  fireEvent.click(screen.getByText('Back'))
  expect(address()).toBe('/sign-in')
})
