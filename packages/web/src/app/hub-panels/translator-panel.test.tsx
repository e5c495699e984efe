import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { openWorkspace, standInForServer } from '../screens/tools-screen.test-support.tsx'

standInForServer()
beforeAll(async () => {
  await import('../../features/translator/translator.tsx')
}, 60_000)

test('TRAN-01 TRAN-27 TranslatorPanel: shows the translator with two tabs and three feature cards', async () => {
  await openWorkspace('/tools/translate', 'Translate Text and Documents')
  expect(screen.getByText('Text Translation').getAttribute('aria-selected')).toBe('true')
  expect(screen.getByText('Secure & Private')).toBeTruthy()
})
