import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FeatureCards } from './feature-cards.tsx'

afterEach(cleanup)

test('TRAN-27 three cards: languages, documents, privacy', () => {
  render(<FeatureCards />)
  expect([...document.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
    'Multiple Languages',
    'Document Translation',
    'Secure & Private',
  ])
  expect(screen.getByText(/over 10 languages/)).toBeTruthy()
})
