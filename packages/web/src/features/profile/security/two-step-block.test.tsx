import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toasts } from '../../../lib/toast-store.ts'
import {
  answers,
  callsTo,
  done,
  press,
  refuse,
  security,
  showSection,
  standInForServer,
  type,
} from '../profile.test-support.tsx'

standInForServer()

const codes = Array.from({ length: 10 }, (_, index) => `aaaa-bbbb-cccc-ddd${index}`)
const setup = {
  secret: 'JBSWY3DPEHPK3PXP',
  otpauthUrl: 'otpauth://totp/Filesmith:ada?secret=JBSWY3DPEHPK3PXP&issuer=Filesmith',
}
const on = { ...security, twoStep: { isOn: true, recoveryCodesLeft: 7 } }

async function beginSetUp() {
  answers['POST /api/user/two-step'] = () => Response.json(setup)
  showSection('security')
  fireEvent.click(await screen.findByRole('button', { name: 'Set up' }))
  type('Your password', 'correct horse')
  press('Continue')
  await screen.findByRole('img', { name: 'QR code for your authenticator app' })
}

test('TwoStepBlock: setup requires the password and shows the key as a QR code and in groups of four', async () => {
  await beginSetUp()
  expect(callsTo('POST', '/api/user/two-step')).toEqual([{ password: 'correct horse' }])
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
})

test('TwoStepSetup: copies the key without spaces', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard)
  await beginSetUp()
  press('Copy key')
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(writeText).toHaveBeenCalledWith('JBSWY3DPEHPK3PXP')
})

test('TwoStepBlock: a wrong password does not start the setup', async () => {
  answers['POST /api/user/two-step'] = refuse(403, 'wrong-password', 'Wrong password.')
  showSection('security')
  fireEvent.click(await screen.findByRole('button', { name: 'Set up' }))
  type('Your password', 'nope')
  press('Continue')
  expect(await screen.findByText('Wrong password.')).toBeTruthy()
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
})

test('TwoStepSetup: the first valid code turns it on and shows ten recovery codes until they are confirmed as saved', async () => {
  await beginSetUp()
  answers['POST /api/user/two-step/confirm'] = () => Response.json({ recoveryCodes: codes })
  answers['GET /api/user/security'] = () =>
    Response.json({ ...security, twoStep: { isOn: true, recoveryCodesLeft: 10 } })
  type('Code from the app', '123 456')
  press('Turn on')
  const list = await screen.findByRole('list', { name: 'Your recovery codes' })
  expect(callsTo('POST', '/api/user/two-step/confirm')).toEqual([{ code: '123456' }])
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual(codes)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Done' }).disabled).toBe(true)
  fireEvent.click(screen.getByLabelText('I have saved them'))
  press('Done')
  expect(await screen.findByText(/10 recovery codes left\./)).toBeTruthy()
  expect(screen.queryByText(codes[0] ?? '')).toBeNull()
})

test('TwoStepSetup: a wrong code is shown at its field and can be retried', async () => {
  await beginSetUp()
  const message = 'Wrong code, or it was already used.'
  answers['POST /api/user/two-step/confirm'] = refuse(403, 'wrong-code', message)
  type('Code from the app', '000000')
  press('Turn on')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Code from the app'))
})

test('TwoStepBlock: creates new recovery codes with the password', async () => {
  answers['GET /api/user/security'] = () => Response.json(on)
  answers['POST /api/user/two-step/recovery-codes'] = () => Response.json({ recoveryCodes: codes })
  showSection('security')
  expect(await screen.findByText(/7 recovery codes left\./)).toBeTruthy()
  press('New recovery codes')
  type('Your password', 'correct horse')
  press('Create new codes')
  expect(await screen.findByText(codes[9] ?? '')).toBeTruthy()
})

test('TwoStepBlock: turning it off requires the password and returns the focus to the block', async () => {
  answers['GET /api/user/security'] = () => Response.json(on)
  answers['POST /api/user/two-step/off'] = done
  showSection('security')
  fireEvent.click(await screen.findByRole('button', { name: 'Turn off' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Your password'))
  type('Your password', 'correct horse')
  answers['GET /api/user/security'] = () => Response.json(security)
  press('Turn off')
  await waitFor(() => expect(toasts.current()?.title).toBe('Two-step sign-in is off'))
  expect(callsTo('POST', '/api/user/two-step/off')).toEqual([{ password: 'correct horse' }])
  const setUp = await screen.findByRole('button', { name: 'Set up' })
  await waitFor(() => expect(document.activeElement).toBe(setUp))
})
