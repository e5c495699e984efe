import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  conversionCalls,
  openWithUpload,
  press,
  server,
  standInForServer,
} from './home-screen.test-support.tsx'

standInForServer()

const sentFields = () => {
  const body = conversionCalls()[0]?.[1]?.body
  return body instanceof FormData ? Object.fromEntries(body) : undefined
}

async function open(tab: string, toolId: string, plan: string) {
  server.plan = plan
  const panel = await openWithUpload(tab, toolId)
  if (plan !== 'free') await screen.findByText(/Deleted after (7|30) days/)
  fireEvent.click(within(panel).getByText('Advanced options'))
  return within(panel)
}

test.each([
  ['Image', 'home-image', 'Exact quality'],
  ['Video', 'home-video', 'Constant rate factor (CRF)'],
  ['Audio', 'home-audio', 'Sample rate'],
])(
  'AdvancedOptions: on Free they are locked on the %s tab, with a note and a link to the plans',
  async (...row) => {
    const [tab, toolId, label] = row
    const panel = await open(tab, toolId, 'free')
    expect(panel.getByLabelText(label).closest('fieldset')?.disabled).toBe(true)
    const note = panel.getByText(/Advanced options are part of Basic and Pro\./)
    expect(within(note).getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe(
      '/premium/plans',
    )
  },
)

test('AdvancedOptions: on Basic they are sent, without those that the format does not have', async () => {
  const panel = await open('Image', 'home-image', 'basic')
  fireEvent.click(panel.getByRole('radio', { name: 'JPG' }))
  fireEvent.change(panel.getByLabelText('Exact quality'), { target: { value: '42' } })
  fireEvent.click(panel.getByRole('switch', { name: 'Keep metadata' }))
  expect(panel.getByRole('switch', { name: 'Lossless' }).matches(':disabled')).toBe(true)
  press('Convert Image')
  await waitFor(() => expect(conversionCalls()).toHaveLength(1))
  expect(sentFields()).toMatchObject({ outputFormat: 'jpg', qualityPercent: '42', keepMetadata: 'true' })
  expect(sentFields()).not.toHaveProperty('isLossless')
})

test('AdvancedOptions: video and audio send codec, CRF and sample rate', async () => {
  const panel = await open('Video', 'home-video', 'pro')
  fireEvent.change(panel.getByLabelText('Video codec'), { target: { value: 'hevc' } })
  fireEvent.change(panel.getByLabelText('Constant rate factor (CRF)'), { target: { value: '18' } })
  press('Convert Video')
  await waitFor(() => expect(conversionCalls()).toHaveLength(1))
  expect(sentFields()).toMatchObject({ outputFormat: 'mp4', videoCodec: 'hevc', crf: '18' })
})

test('AdvancedOptions: premium formats can be chosen on Pro only', async () => {
  const panel = await open('Audio', 'home-audio', 'basic')
  expect(panel.getByLabelText('Premium format').matches(':disabled')).toBe(true)
  expect(panel.getByText(/Premium formats are part of Pro\./)).toBeTruthy()
})

test('AdvancedOptions: a premium format is sent on Pro', async () => {
  const panel = await open('Audio', 'home-audio', 'pro')
  fireEvent.change(panel.getByLabelText('Premium format'), { target: { value: 'opus' } })
  press('Convert Audio')
  await waitFor(() => expect(conversionCalls()).toHaveLength(1))
  expect(sentFields()).toMatchObject({ outputFormat: 'opus' })
})
