import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answers, callsTo, json, sentTo, standInForServer } from '../../../lib/file-tools.test-support.tsx'
import {
  choose,
  image,
  openMore,
  panel,
  setUpGifMaker,
  showVideo,
  showWith,
  slide,
} from '../gif-maker.test-support.tsx'

standInForServer()
setUpGifMaker()

const path = '/api/estimate/gif'
const measured = (bytes: number | null) =>
  json(bytes === null ? { bytes, frames: 0 } : { bytes, frames: 100, isExact: true })
const size = () => panel('GIF Preview')
const expectLastRequest = (settings: object) =>
  waitFor(() => expect(sentTo(path).at(-1)).toMatchObject(settings), { timeout: 3000 })

test('GIF-14 useServerSizeEstimate: shows the rough estimate until the server has measured', async () => {
  const reply = Promise.withResolvers<void>()
  answers.set(`POST ${path}`, () => reply.promise.then(measured(512_000)))
  await showVideo(12)
  expect(size().getByText('Estimated')).toBeTruthy()
  await expectLastRequest({ duration: 10 })
  expect(size().getByText(/measuring\.\.\.$/)).toBeTruthy()
  reply.resolve()
  expect(await size().findByText('500 KB')).toBeTruthy()
  expect(size().getByText('Measured')).toBeTruthy()
  expect(size().getByText('from all frames, made on the server')).toBeTruthy()
  expect(sentTo(path).at(-1)).toEqual({
    files: [{ uploadId: 'u1' }],
    fps: 10,
    width: 480,
    quality: 'medium',
    startTime: 0,
    duration: 10,
    outputFormat: 'gif',
    loopCount: 0,
    isReversed: false,
    caption: '',
    maxKilobytes: 0,
  })
})

test('useServerSizeEstimate: a size from sample frames of the server is not called measured', async () => {
  answers.set(`POST ${path}`, json({ bytes: 512_000, frames: 18, isExact: false }))
  await showVideo(12)
  expect(await size().findByText('500 KB', {}, { timeout: 3000 })).toBeTruthy()
  expect(size().getByText('Estimated')).toBeTruthy()
  expect(size().queryByText('Measured')).toBeNull()
  expect(size().getByText('from 18 sample frames, made on the server')).toBeTruthy()
})

test('useServerSizeEstimate: requests again for other settings and drops a late response', async () => {
  const late = Promise.withResolvers<void>()
  answers.set(`POST ${path}`, () => late.promise.then(measured(512_000)))
  await showVideo(12)
  await expectLastRequest({ duration: 10 })
  answers.set(`POST ${path}`, measured(102_400))
  slide('Width', 320)
  expect(await size().findByText('100 KB', {}, { timeout: 3000 })).toBeTruthy()
  late.resolve()
  await late.promise
  expect(size().queryByText('500 KB')).toBeNull()
  answers.set(`POST ${path}`, measured(204_800))
  choose('High')
  expect(size().queryByText('100 KB')).toBeNull()
  expect(await size().findByText('200 KB', {}, { timeout: 3000 })).toBeTruthy()
  expect(sentTo(path).at(-1)).toMatchObject({ width: 320, quality: 'high' })
})

test('useServerSizeEstimate: ignores loop count and size limit, but reports an exceeded limit', async () => {
  answers.set(`POST ${path}`, measured(512_000))
  await showWith(image('a.png'), image('b.png'))
  expect(await size().findByText('500 KB', {}, { timeout: 3000 })).toBeTruthy()
  openMore()
  const limit = screen.getByLabelText<HTMLInputElement>('Maximum file size (KB)')

  fireEvent.change(limit, { target: { value: '100 KB' } })
  fireEvent.change(screen.getByLabelText('Loop'), { target: { value: '3' } })
  expect(await size().findByText(/Over your limit of 100 KB/)).toBeTruthy()
  expect(size().getByText('500 KB')).toBeTruthy()
  expect(callsTo('POST', path)).toBe(1)
})

test('useServerSizeEstimate: keeps the rough estimate if the server is busy or rejects the request', async () => {
  answers.set(`POST ${path}`, measured(null))
  await showVideo(12)
  await expectLastRequest({ duration: 10 })
  await waitFor(() => expect(size().queryByText(/measuring/)).toBeNull())
  expect(size().getByText('Estimated')).toBeTruthy()
  answers.set(`POST ${path}`, json({ code: 'file-damaged', message: 'Damaged.' }, 422))
  slide('Width', 320)
  await expectLastRequest({ width: 320 })
  await waitFor(() => expect(size().queryByText(/measuring/)).toBeNull())
  expect(size().getByText('Estimated')).toBeTruthy()
})
