import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { TranslatorFeatures } from './translator.tsx'

afterEach(cleanup)

test('TRAN-27 TranslatorFeatures: renders three cards: languages, documents, privacy', () => {
  render(<TranslatorFeatures />)
  expect([...document.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
    'Multiple Languages',
    'Document Translation',
    'Secure & Private',
  ])
  expect(screen.getByText(/over 10 languages/)).toBeTruthy()
})
