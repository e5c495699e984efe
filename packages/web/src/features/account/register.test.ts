import { afterEach, expect, test, vi } from 'vitest'
import { mara } from '../../lib/account.fixture.ts'
import { toasts } from '../../lib/toast-store.ts'
import { register } from './sign-up-form.tsx'

afterEach(() => vi.unstubAllGlobals())

const details = { username: 'mara.holt', email: 'mara@lighthouse.example', password: 'copper lantern' }

test('SUP-08 register: announces a registration outside the sign-up page with its own text', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ user: mara }, { status: 201 }))
  await expect(register(details)).resolves.toEqual(mara)
  expect(toasts.current()).toMatchObject({
    title: 'Registration Successful',
    description: 'Your account has been created',
    variant: 'default',
  })
})

test('register: shows no toast when the server rejects the registration', async () => {
  toasts.show({ title: 'An older toast' })
  const body = { code: 'account-exists', message: 'This username or email address cannot be used.' }
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 409 }))
  await expect(register(details)).rejects.toThrow('409: This username or email address cannot be used.')
  expect(toasts.current()?.title).toBe('An older toast')
})
