import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { openWorkspace, standInForServer } from '../screens/tools-screen.test-support.tsx'

standInForServer()
beforeAll(async () => {
  await import('./translate-panel.tsx')
}, 60_000)

test('TRAN-01 TRAN-27 the hub has the translator with its two tabs, and its three cards below', async () => {
  await openWorkspace('/tools/translate', 'Translate Text and Documents')
  expect(screen.getByText('Text Translation').getAttribute('aria-selected')).toBe('true')
  expect(screen.getByText('Secure & Private')).toBeTruthy()
})
