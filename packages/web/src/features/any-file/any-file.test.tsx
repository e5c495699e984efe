import type { BatchState } from '@filesmith/contract/schemas/batch'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeFile, fakeFolder, fakeTransfer } from '../../lib/file-list/drop.fixture.ts'
import {
  answers,
  callsTo,
  conversionOf,
  drop,
  dropFiles,
  json,
  listedNames,
  onPlan,
  press,
  say,
  sentTo,
  show,
  standInForServer,
} from '../../lib/file-tools.test-support.tsx'
import { RecognitionWorker } from '../../lib/recognize/recognition-worker.test-support.ts'
import { tusServer } from '../../lib/tus.fixture.ts'
import { AnyFile } from './any-file.tsx'

standInForServer()
beforeEach(() => void vi.stubGlobal('Worker', RecognitionWorker))

const job = { id: 'b1', statusUrl: '/api/batches/b1', eventsUrl: '/api/batches/b1/events' }
const loadWaitScreen = async () => () => null

/** Bytes as they are: text in a Blob is UTF-8. */
const bytes = (text: string) => Uint8Array.from([...text].map(character => character.charCodeAt(0)))
const pngFile = (name: string) =>
  new File([bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')], name, { lastModified: 1 })
const jpgFile = (name: string) => new File([bytes('\xff\xd8\xff\xe0\0\x10JFIF')], name, { lastModified: 1 })
const textFile = (name: string) => new File(['Dear reader\n'], name, { lastModified: 1 })
const program = (name: string) => new File([bytes('MZ\x90\0\x03\0\0\0')], name, { lastModified: 1 })

const showTab = () => show(<AnyFile isActive toolId="any-file" loadWaitScreen={loadWaitScreen} />)
const targetButton = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name} is `) })

/** Chooses a format in the open dialog. */
async function chooseFormat(label: string) {
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('radio', { name: label }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
}

test('AnyFile: recognizes files by content and suggests what is wanted most', async () => {
  onPlan('pro')
  showTab()
  await dropFiles(pngFile('wrong-name.mp3'), textFile('letter.txt'))
  expect(await screen.findByRole('button', { name: /^wrong-name.mp3 is PNG and becomes JPG/ })).toBeTruthy()
  expect(targetButton('letter.txt').textContent).toContain('PDF')
  await waitFor(() =>
    expect(tusServer.received().map(({ purpose }) => purpose)).toEqual(['convert-files', 'convert-files']),
  )
})

test('AnyFile: says what a file is that cannot be converted, and does not upload it', async () => {
  showTab()
  await dropFiles(program('setup.exe'), new File([bytes('\x01\x02\x03\xff\xfe\0\x07')], 'thing.xyz'))
  await screen.findByText('This is a Windows program (EXE or DLL). Filesmith cannot convert it.')
  expect(screen.getByText('Filesmith does not recognize this file and cannot convert it.')).toBeTruthy()
  expect(screen.getByText('setup.exe')).toBeTruthy()
  expect(tusServer.received()).toEqual([])
})

test('AnyFile: names what looks like text and is not, and recognizes text without an extension', async () => {
  onPlan('pro')
  showTab()
  await dropFiles(
    new File(['v 0 0 0\nv 1 0 0\n'], 'cube.obj', { lastModified: 1 }),
    new File(['{"port": "Oslo"}'], 'harbor', { lastModified: 1 }),
  )
  await screen.findByText('This is a 3D model. Filesmith cannot convert it.')
  expect(await screen.findByRole('button', { name: /^harbor.json is JSON and becomes CSV/ })).toBeTruthy()
})

test('AnyFile: converts each file to its format with its options in one request', async () => {
  onPlan('pro')
  answers.set('POST /api/batches', json(job, 202))
  showTab()
  await dropFiles(pngFile('a.png'), jpgFile('b.jpg'), textFile('c.txt'))
  await screen.findByText('3 files ready to process')
  fireEvent.click(targetButton('a.png'))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('radio', { name: 'WEBP' }))
  fireEvent.change(within(dialog).getByLabelText('Quality'), { target: { value: 'high' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }))
  expect((await screen.findByText('a.png will become WEBP.')).getAttribute('role')).toBe('status')
  await act(async () => press('Convert all'))
  await waitFor(() => expect(sentTo('/api/batches')).toHaveLength(1))
  expect(sentTo('/api/batches')).toEqual([
    {
      files: [
        { uploadId: 'u1', outputFormat: 'webp', options: { quality: 'high' } },
        { uploadId: 'u2', outputFormat: 'png' },
        { uploadId: 'u3', outputFormat: 'pdf' },
      ],
    },
  ])
})

test('AnyFile: one choice for all images leaves the other files alone', async () => {
  onPlan('pro')
  showTab()
  await dropFiles(pngFile('a.png'), jpgFile('b.jpg'), textFile('c.txt'))
  press('Convert all images to: Mixed')
  await chooseFormat('WEBP')
  expect(screen.getByText('2 images will become WEBP.')).toBeTruthy()
  expect(targetButton('a.png').textContent).toContain('WEBP')
  expect(targetButton('b.jpg').textContent).toContain('WEBP')
  expect(targetButton('c.txt').textContent).toContain('PDF')
  expect(screen.getByRole('button', { name: 'Convert all images to: WEBP' })).toBeTruthy()
})

test('AnyFile: the dialog finds a format by its extension, and Enter chooses it', async () => {
  showTab()
  await dropFiles(pngFile('a.png'))
  fireEvent.click(await screen.findByRole('button', { name: /^a.png is PNG/ }))
  const search = await screen.findByRole('searchbox')
  fireEvent.change(search, { target: { value: '.tif' } })
  expect(screen.getAllByRole('radio').map(radio => radio.getAttribute('value'))).toEqual(['tiff'])
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(screen.getByRole<HTMLInputElement>('radio').checked).toBe(true)
  expect(document.activeElement?.textContent).toBe('Apply')
  fireEvent.change(search, { target: { value: 'mp3' } })
  expect(screen.getByText('It cannot become "mp3".')).toBeTruthy()
})

test('AnyFile: Free has the limits of a batch for several files, and a wait that is checked first', async () => {
  answers.set('POST /api/batches/check-files', json({ code: 'allowance-used', message: 'All used.' }, 429))
  showTab()
  await dropFiles(...['a', 'b', 'c', 'd', 'e', 'f'].map(letter => pngFile(`${letter}.png`)))
  await screen.findByText('Up to 5 files can be converted at once.')
  expect(listedNames().filter(name => name.endsWith('.png'))).toHaveLength(5)
  await screen.findByText('5 files ready to process')
  await act(async () => press('Convert all'))
  expect((await screen.findAllByText(/All used\./)).length).toBeGreaterThan(0)
  expect(sentTo('/api/batches')).toEqual([])
})

test('AnyFile: a format without an engine on this server is off, with the reason', async () => {
  onPlan('pro', { 'convert-document': 'Documents need LibreOffice, which this server does not have.' })
  showTab()
  await dropFiles(textFile('letter.txt'))
  fireEvent.click(await screen.findByRole('button', { name: 'Choose a format for letter.txt' }))
  await screen.findByText('Documents need LibreOffice, which this server does not have.')
  expect(screen.getAllByRole<HTMLInputElement>('radio').every(({ disabled }) => disabled)).toBe(true)
})

const withoutLibreOffice = { 'convert-mail': { eml: ['pdf'] }, 'convert-document': { txt: ['pdf'] } }
const mailFile = (name: string) =>
  new File(
    ['From: a@example.org\r\nTo: b@example.org\r\nSubject: Tide\r\nMIME-Version: 1.0\r\n\r\nLow at 4.\r\n'],
    name,
  )

test('AnyFile: a pair without an engine is off with its name, and the next format is suggested', async () => {
  onPlan('pro', {}, withoutLibreOffice)
  showTab()
  await dropFiles(mailFile('tide.eml'))
  fireEvent.click(await screen.findByRole('button', { name: /^tide.eml is EML and becomes HTML/ }))
  await screen.findByText('EML to PDF is currently not available on this server.')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'PDF' }).disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'TXT' }).disabled).toBe(false)
})

test('AnyFile: the page of a pair without an engine says so, and chooses no other format', async () => {
  onPlan('pro', {}, withoutLibreOffice)
  show(
    <AnyFile
      isActive
      toolId="any-file"
      loadWaitScreen={loadWaitScreen}
      preset={{ from: 'eml', to: 'pdf' }}
    />,
  )
  expect((await screen.findByRole('note')).textContent).toBe(
    'EML to PDF is currently not available on this server.',
  )
  await dropFiles(mailFile('tide.eml'))
  expect(await screen.findByRole('button', { name: 'Choose a format for tide.eml' })).toBeTruthy()
})

test('AnyFile: a frame-rate change of subtitles needs both frame rates, and the dialog says so', async () => {
  onPlan('pro')
  showTab()
  await dropFiles(new File(['1\n00:00:01,000 --> 00:00:02,000\nAhoy\n'], 'clip.srt'))
  fireEvent.click(await screen.findByRole('button', { name: /^clip.srt is SRT/ }))
  const dialog = await screen.findByRole('dialog')
  const fill = (label: RegExp, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
  fill(/^Made for a video/, '25')
  expect(within(dialog).getByText(/are used together/).textContent).not.toContain('fromFrameRate')
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true)
  fill(/^Wanted for a video/, '24')
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(false)
})

test('AnyFile: favicons ask for the name and the color of the website', async () => {
  onPlan('pro')
  answers.set('POST /api/batches', json(job, 202))
  showTab()
  await dropFiles(pngFile('logo.png'))
  fireEvent.click(await screen.findByRole('button', { name: /^logo.png is PNG/ }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'favicon' } })
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Favicon set (ZIP)' }))
  fireEvent.change(within(dialog).getByLabelText('Name of the website'), { target: { value: 'Harbor' } })
  fireEvent.change(within(dialog).getByLabelText('Background color'), { target: { value: '#102030' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }))
  await screen.findByText('logo.png will become Favicon set (ZIP).')
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  await act(async () => press('Convert all'))
  await waitFor(() => expect(sentTo('/api/batches')).toHaveLength(1))
  expect(sentTo('/api/batches')).toEqual([
    {
      files: [{ uploadId: 'u1', outputFormat: 'zip', options: { name: 'Harbor', background: '#102030' } }],
    },
  ])
})

test('AnyFile: several audio files can be joined to one audiobook, in the order of the list', async () => {
  onPlan('pro')
  answers.set('POST /api/batches', json(job, 202))
  const mp3File = (name: string) =>
    new File([bytes('ID3\x04\0\0\0\0\0\0\xff\xfb\x90\0')], name, { lastModified: 1 })
  showTab()
  await dropFiles(mp3File('1.mp3'))
  await screen.findByRole('button', { name: /^1.mp3 is MP3/ })
  expect(screen.queryByRole('checkbox', { name: /audiobook/ })).toBeNull()
  await dropFiles(mp3File('2.mp3'))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Join to one audiobook (M4B)' }))
  expect(screen.queryByText('All files of a kind')).toBeNull()
  fireEvent.change(screen.getByLabelText(/^Title/), { target: { value: 'Harbor' } })
  press('Move 2.mp3 up')
  await act(async () => press('Create audiobook'))
  await waitFor(() => expect(sentTo('/api/batches')).toHaveLength(1))
  expect(sentTo('/api/batches')).toEqual([
    {
      files: [
        { uploadId: 'u2', outputFormat: 'm4b' },
        { uploadId: 'u1', outputFormat: 'm4b' },
      ],
      audiobook: { title: 'Harbor' },
    },
  ])
})

test('AnyFile: a Markdown file and its images become one document and separate files again, also on Free', async () => {
  showTab()
  const image = (name: string) => fakeFile(`/trip/images/${name}`, { content: '\u0089PNG' })
  const images = ['1.png', '2.png', '3.png', '4.png', '5.png', '6.png'].map(image)
  const text = fakeFile('/trip/a.md', { content: '# Sea\n\n![](images/1.png)\n![](images/6.png)\n' })
  await drop(fakeTransfer(fakeFolder('/trip', [...images, text])))
  const checkbox = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Make a.md and its images one document',
  })
  checkbox.focus()
  fireEvent.click(checkbox)
  await screen.findByRole('button', { name: /^a.textpack is Markdown ZIP and becomes PDF/ })
  await waitFor(() => expect(listedNames()).not.toContain('trip/images/1.png'))
  expect(listedNames()).toContain('trip/images/2.png')
  expect(document.activeElement).toBe(checkbox)
  expect(checkbox.checked).toBe(true)
  expect(screen.getByText('The Markdown file and its images are one document.')).toBeTruthy()
  fireEvent.click(checkbox)
  await screen.findByRole('button', { name: /^a.md is Markdown/ })
  expect(listedNames()).not.toContain('trip/a.textpack')
})

const batchOf = (files: BatchState['files'], change: Partial<BatchState> = {}): BatchState => ({
  id: 'b1',
  status: 'running',
  percent: 10,
  downloadUrl: null,
  files,
  ...change,
})

test('AnyFile: cancels one file, and shows the notes of a result', async () => {
  onPlan('pro')
  answers.set('POST /api/batches', json(job, 202))
  answers.set('DELETE /api/conversions/c1', json({}))
  showTab()
  await dropFiles(pngFile('a.png'), textFile('c.txt'))
  await screen.findByText('2 files ready to process')
  await act(async () => press('Convert all'))
  const running = conversionOf({ id: 'c1', fileName: 'a.png', status: 'running' })
  const done = conversionOf({
    id: 'c2',
    fileName: 'c.txt',
    status: 'succeeded',
    downloadUrl: '/api/download/c2',
    resultSize: 9,
    notes: ['A font was replaced.'],
  })
  await waitFor(() => say(batchOf([running, done])))
  await act(async () => press('Cancel a.png'))
  expect(callsTo('DELETE', '/api/conversions/c1')).toBe(1)
  say(
    batchOf([{ ...running, status: 'cancelled' }, done], {
      status: 'succeeded',
      downloadUrl: '/api/batches/b1/download',
    }),
  )
  expect(await screen.findByText('A font was replaced.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again: a.png' })).toBeTruthy()
})

test('AnyFile: formats and options of files are there after a reload', async () => {
  onPlan('pro')
  showTab()
  await dropFiles(pngFile('a.png'), textFile('c.txt'))
  await screen.findByText('2 files ready to process')
  fireEvent.click(targetButton('a.png'))
  await chooseFormat('AVIF')
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain('avif'))
  document.body.replaceChildren()
  showTab()
  expect(await screen.findByRole('button', { name: /^a.png is PNG and becomes AVIF/ })).toBeTruthy()
  expect(targetButton('c.txt').textContent).toContain('PDF')
})

test('AnyFile: 200 mixed files are listed, and one choice changes all of a kind', async () => {
  onPlan('pro')
  tusServer.hold()
  showTab()
  await screen.findByText('Any number of files, up to 2GB each.')
  const files = Array.from({ length: 200 }, (_, index) =>
    index % 2 === 0 ? pngFile(`${index}.png`) : textFile(`${index}.txt`),
  )
  await dropFiles(...files)
  expect(await screen.findByText('100 images')).toBeTruthy()
  press('Convert all images to: JPG')
  await chooseFormat('WEBP')
  expect(screen.getByText('100 images will become WEBP.')).toBeTruthy()
})
