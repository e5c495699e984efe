import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import { saveWork } from '../../lib/job/saved-work.ts'
import { answers, json, noContent, refusal, standInForServer, visit } from '../site.test-support.tsx'

standInForServer()

test('ALLOW-22 HomeScreen: removes the file of the account after signing out', async () => {
  const arrived = { 'upload-length': '9', 'upload-offset': '9' }
  saveWork('home-image', { files: [{ uploadId: 'u1', path: 'secret.png', sizeBytes: 9 }] })
  answers.set('GET /api/auth/status', json({ authenticated: true, user: mara }))
  answers.set('HEAD /api/uploads/u1', () => new Response(null, { headers: arrived }))
  answers.set('POST /api/auth/logout', () => {
    answers.set('HEAD /api/uploads/u1', refusal(404, 'upload-not-found', 'This upload does not exist.'))
    return noContent()
  })
  visit('/')
  expect(await screen.findByText('secret.png')).toBeTruthy()

  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Account menu of mara.holt' })
  await waitFor(() => expect(button().disabled).toBe(false))
  fireEvent.pointerDown(button(), { button: 0 })
  fireEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Log out' }))

  expect(await screen.findByText('Drop an image here')).toBeTruthy()
  expect(screen.queryByText('secret.png')).toBeNull()
  await waitFor(() => expect(localStorage).toHaveLength(0))
})
