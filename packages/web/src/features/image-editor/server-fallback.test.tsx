import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  answers,
  callsTo,
  conversionOf,
  dropFiles,
  goTo,
  json,
  onPlan,
  say,
  sentTo,
  show,
  standInForServer,
} from '../../lib/file-tools.test-support.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { tusServer } from '../../lib/tus.fixture.ts'
import {
  apply,
  encodedReply,
  imageFile,
  opened,
  path,
  press,
  showWithImage,
  slide,
  stubImageWorker,
  worker,
} from './image-editor.test-support.tsx'
import { ImageEditor } from './image-editor.tsx'

standInForServer()
stubImageWorker()

const done = conversionOf({
  status: 'succeeded',
  percent: 100,
  resultSize: 4096,
  downloadUrl: '/api/download/c1',
})

/** No browser can decode PSD. */
async function openPsd() {
  worker.respond = request => {
    if (request.ask !== 'open') return [encodedReply(request)]
    return [request.image instanceof File ? { reply: 'error', kind: 'unreadable' } : opened]
  }
  answers.set('GET /api/download/c1', () => new Response(new Blob(['png'])))
  show(<ImageEditor isActive />)
  await dropFiles(imageFile('layers.psd', 'psd', ''))
  await waitFor(() => expect(sentTo(path)).toHaveLength(1))
}

test('ImageEditor: converts a format the browser cannot decode to PNG on the server, and says so', async () => {
  await openPsd()
  expect(screen.getByText(/cannot open PSD files. The server is converting it to PNG/)).toBeTruthy()
  expect(screen.queryByText(/Nothing is uploaded/)).toBeNull()
  expect(sentTo(path)[0]).toMatchObject({ uploadId: 'u1', outputFormat: 'png', brightness: 100 })
  expect(tusServer.received()[0]?.purpose).toBe('edit-image')
  say(done)
  expect(await screen.findByText('Brightness')).toBeTruthy()
  expect(screen.getByText(/the server converted it to PNG/)).toBeTruthy()
})

test('ImageEditor: cancels opening on the server', async () => {
  await openPsd()
  await act(async () => press('Cancel'))
  expect(callsTo('DELETE', '/api/conversions/c1')).toBe(1)
  expect(screen.getByText('Drop an image here')).toBeTruthy()
})

test('ImageEditor: shows the message of the server about a file it cannot read', async () => {
  await openPsd()
  say(conversionOf({ status: 'failed', error: { code: 'damaged', message: 'This file is damaged.' } }))
  expect(await screen.findByText('This file is damaged.')).toBeTruthy()
  expect(toasts.current()).toMatchObject({ title: 'Cannot open this file', variant: 'destructive' })
})

test('IMG-15 PreviewTab: exports AVIF on the server with the same settings, after announcing the upload', async () => {
  await showWithImage()
  slide('Contrast', 70)
  await apply()
  fireEvent.click(screen.getByLabelText('AVIF'))
  expect(screen.getByText(/Browsers cannot create AVIF. Your image is uploaded/)).toBeTruthy()
  expect(tusServer.received()).toEqual([])
  await act(async () => press('Create AVIF on the server'))
  await waitFor(() => expect(sentTo(path)).toHaveLength(1))
  expect(sentTo(path)[0]).toMatchObject({ uploadId: 'u1', outputFormat: 'avif', quality: 90, contrast: 70 })
  say(conversionOf({ status: 'running', percent: 40 }))
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('70')
  say(done)
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/api/download/c1'))
  expect(screen.getByText('4 KB')).toBeTruthy()
  expect(screen.getByText(/Your image was uploaded to create this format/)).toBeTruthy()

  // The server has the file now, so it is not uploaded again.
  fireEvent.click(screen.getByLabelText('TIFF'))
  await act(async () => press('Create TIFF on the server'))
  await waitFor(() => expect(sentTo(path)).toHaveLength(2))
  expect(tusServer.received()).toHaveLength(1)
})

test('PreviewTab: uses the server for a format this browser turns out not to encode', async () => {
  worker.respond = request => [request.ask === 'open' ? opened : { reply: 'unsupported' }]
  await showWithImage()
  await apply()
  expect(screen.getByText(/Browsers cannot create JPG/)).toBeTruthy()
})

test('IMG-15 PreviewTab: keeps the error message visible and links to the plans if the allowance is used up', async () => {
  answers.set(`POST ${path}`, json({ code: 'allowance-used', message: "You've used all 10." }, 429))
  await showWithImage()
  await apply()
  fireEvent.click(screen.getByLabelText('AVIF'))
  await act(async () => press('Create AVIF on the server'))
  expect(await screen.findByText("You've used all 10.")).toBeTruthy()
  expect(toasts.current()).toMatchObject({ title: 'Export failed', variant: 'destructive' })
})

test('PreviewTab: reports an unavailable server only where it is needed', async () => {
  onPlan('free')
  answers.set(
    'GET /api/capabilities',
    json({
      operations: { 'edit-image': { isAvailable: false, reason: 'No engine for images.' } },
      plan: 'free',
      signInWith: [],
    }),
  )
  await showWithImage()
  await apply()
  expect(screen.queryByText('No engine for images.')).toBeNull()
  fireEvent.click(screen.getByLabelText('TIFF'))
  expect(screen.getByText('No engine for images.')).toBeTruthy()
})
