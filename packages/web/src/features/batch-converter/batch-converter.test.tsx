import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeFile, fakeFolder, fakeTransfer } from '../../lib/file-list/drop.fixture.ts'
import {
  answers,
  choose,
  drop,
  dropFiles,
  fileOf,
  inspected,
  json,
  listedNames,
  onPlan,
  press,
  sentTo,
  show,
  standInForServer,
} from '../../lib/file-tools.test-support.tsx'
import { toasts } from '../../lib/toast-store.ts'
import { tusServer } from '../../lib/tus.fixture.ts'
import { openTab } from './batch.test-support.ts'
import { BatchConverter } from './batch-converter.tsx'

standInForServer()

const megabyte = 1024 * 1024
const job = { id: 'b1', statusUrl: '/api/batches/b1', eventsUrl: '/api/batches/b1/events' }

test('BATCH-01 BatchConverter: shows four tabs in order', () => {
  show(<BatchConverter isActive />)
  expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual([
    'Images',
    'Documents',
    'Audio',
    'Video',
  ])
})

test.each([
  ['Images', ['JPG', 'PNG', 'WEBP', 'GIF', 'BMP', 'TIFF']],
  ['Documents', ['PDF', 'DOCX', 'TXT', 'RTF', 'HTML']],
  ['Audio', ['MP3', 'WAV', 'OGG', 'FLAC', 'M4A']],
  ['Video', ['MP4', 'WEBM', 'AVI', 'MOV', 'MKV']],
])(
  'BATCH-02 BATCH-03 BATCH-04 BATCH-05 BatchConverter: offers the target formats of %s in order, none selected',
  (tab, labels) => {
    show(<BatchConverter isActive />)
    const panel = openTab(tab)
    const group = within(panel).getByRole('group', { name: 'Target format' })
    const radios = within(group).getAllByRole<HTMLInputElement>('radio')
    expect(radios.map(radio => radio.closest('label')?.textContent)).toEqual(labels)
    expect(radios.some(radio => radio.checked)).toBe(false)
  },
)

test('BatchConverter: offers more formats on request and moves the focus to them', () => {
  show(<BatchConverter isActive />)
  const panel = openTab('Documents')
  fireEvent.click(within(panel).getByRole('button', { name: 'More formats' }))
  expect(document.activeElement).toBe(within(panel).getByLabelText('Markdown'))
  expect(within(panel).queryByRole('button', { name: 'More formats' })).toBeNull()
  fireEvent.click(within(panel).getByLabelText('Markdown'))
  expect(within(panel).getByText(/Images come beside it in a ZIP file/)).toBeTruthy()
  const audioPanel = openTab('Audio')
  expect(within(audioPanel).queryByLabelText('M4B')).toBeNull()
  fireEvent.click(within(audioPanel).getByRole('button', { name: 'More formats' }))
  expect(document.activeElement).toBe(within(audioPanel).getByLabelText('AAC'))
  expect(within(audioPanel).getByLabelText('M4B')).toBeTruthy()
})

test('BATCH-07 BATCH-08 BatchConverter: requires a target format first, then files', async () => {
  show(<BatchConverter isActive />)
  press('Convert Files')
  expect(toasts.current()).toMatchObject({ title: 'Please select a target format', variant: 'destructive' })
  expect(screen.getByText('Please select a target format')).toBeTruthy()
  choose('WEBP')
  expect(screen.queryByText('Please select a target format')).toBeNull()
  press('Convert Files')
  expect(toasts.current()).toMatchObject({ title: 'Please add files to convert', variant: 'destructive' })
  await dropFiles(fileOf('a.png'))
  expect(screen.queryByText('Please add files to convert')).toBeNull()
})

test('BATCH-06 BATCH-11 TOOL-01 TOOL-02 BatchConverter: uploads added files and converts them in one request', async () => {
  answers.set('POST /api/batch-convert', json(job, 202))
  show(<BatchConverter isActive />)
  tusServer.hold()
  await dropFiles(fileOf('a.png'), fileOf('b.png'))
  expect(screen.getByRole('progressbar', { name: 'Upload progress' })).toBeTruthy()
  choose('WEBP')
  await waitFor(() => expect(tusServer.heldCount()).toBe(2))
  act(() => tusServer.release())
  expect(await screen.findByText('2 files ready to process')).toBeTruthy()
  await dropFiles(fileOf('c.png'))
  expect(await screen.findByText('3 files ready to process')).toBeTruthy()
  expect(tusServer.received().every(({ purpose }) => purpose === 'batch-convert')).toBe(true)
  await act(async () => press('Convert Files'))
  expect(sentTo('/api/batch-convert')).toEqual([
    {
      fileType: 'images',
      targetFormat: 'webp',
      files: [{ uploadId: 'u1' }, { uploadId: 'u2' }, { uploadId: 'u3' }],
    },
  ])
})

test('BatchConverter: pressed while files are uploading, it converts them once they have arrived', async () => {
  answers.set('POST /api/batch-convert', json(job, 202))
  show(<BatchConverter isActive />)
  tusServer.hold()
  await dropFiles(fileOf('a.png'), fileOf('b.png'))
  choose('WEBP')
  press('Convert Files')
  expect(screen.getByText('Uploading')).toBeTruthy()
  expect(screen.getByText('0 Bytes of 20 Bytes uploaded')).toBeTruthy()
  await waitFor(() => expect(tusServer.heldCount()).toBe(2))
  expect(screen.getAllByText('0 Bytes of 10 Bytes')).toHaveLength(2)
  expect(sentTo('/api/batch-convert')).toEqual([])
  act(() => tusServer.release())
  await waitFor(() => expect(sentTo('/api/batch-convert')).toHaveLength(1))
  expect(sentTo('/api/batch-convert')[0]).toMatchObject({ files: [{ uploadId: 'u1' }, { uploadId: 'u2' }] })
})

/** Lines of the alert: each reason, and the files that it is about. */
const alertLines = () => [...screen.getByRole('alert').querySelectorAll('p')].map(line => line.textContent)

test('BATCH-09 BatchConverter: rejects, counts and names files above the Free limit and keeps the rest', async () => {
  show(<BatchConverter isActive />)
  await dropFiles(
    fileOf('small.png'),
    fileOf('big.png', 10 * megabyte + 1),
    fileOf('bigger.png', 20 * megabyte),
  )
  expect(alertLines()).toEqual(['2 files exceed the 10MB limit.', 'big.png, bigger.png'])
  expect(listedNames()).toContain('small.png')
  await dropFiles(fileOf('big.png', 10 * megabyte + 1))
  expect(alertLines()).toEqual(['1 file exceeds the 10MB limit.', 'big.png'])
  expect(await screen.findByText('Upload complete!')).toBeTruthy()
})

test('BATCH-10 BatchConverter: shows the Free limits and rejects a sixth file', async () => {
  show(<BatchConverter isActive />)
  expect(screen.getByText('Up to 5 files at once, 10MB per file.')).toBeTruthy()
  await dropFiles(...['a', 'b', 'c', 'd', 'e', 'f'].map(letter => fileOf(`${letter}.png`)))
  expect(alertLines()).toEqual(['Up to 5 files can be converted at once.', 'f.png'])
  expect(await screen.findByText('5 files ready to process')).toBeTruthy()
  await dropFiles(fileOf('g.png'))
  expect(alertLines()).toEqual(['Up to 5 files can be converted at once.', 'g.png'])
})

test('BATCH-10 TOOL-08 BatchConverter: shows the Pro limits and no upgrade hint on Pro', async () => {
  onPlan('pro')
  show(<BatchConverter isActive />)
  expect(await screen.findByText('Any number of files, up to 2GB each.')).toBeTruthy()
  expect(screen.queryByText(/Premium plans/)).toBeNull()
  await dropFiles(...Array.from({ length: 7 }, (_, index) => fileOf(`${index}.png`)))
  expect(await screen.findByText('7 files ready to process')).toBeTruthy()
})

test('TOOL-08 BatchConverter: shows an upgrade hint on Free', () => {
  show(<BatchConverter isActive />)
  expect(screen.getByText(/Premium plans allow larger batches and larger files\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/premium/plans')
})

test('BatchConverter: adds the matching files of a dropped folder and reports the others', async () => {
  show(<BatchConverter isActive />)
  await drop(
    fakeTransfer(
      fakeFolder('/trip', [
        fakeFile('/trip/.DS_Store'),
        fakeFile('/trip/notes.txt', { type: 'text/plain' }),
        fakeFile('/trip/phone.HEIC'),
        fakeFolder('/trip/sea', [fakeFile('/trip/sea/a.png', { type: 'image/png' })]),
      ]),
    ),
  )
  expect(await screen.findByText('2 files ready to process')).toBeTruthy()
  const list = screen.getByRole('group', { name: 'Your files' })
  expect(within(list).getByTitle('trip/phone.HEIC')).toBeTruthy()
  expect(within(list).getByTitle('trip/sea/a.png')).toBeTruthy()
  expect(alertLines()).toEqual([
    '1 file is not an image and was skipped.',
    'trip/notes.txt',
    '1 hidden system file skipped.',
  ])
})

test('TOOL-03 BatchConverter: Start Over clears the tab', async () => {
  show(<BatchConverter isActive />)
  await dropFiles(fileOf('a.png'))
  choose('WEBP')
  await screen.findByText('Upload complete!')
  press('Start Over')
  expect(screen.getByText('Drop images or a folder here')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'WEBP' }).checked).toBe(false)
})

test('BatchConverter: each tab keeps its files, and only the active tab accepts drops', async () => {
  show(<BatchConverter isActive />)
  await dropFiles(fileOf('a.png'))
  await screen.findByText('Upload complete!')
  const documents = openTab('Documents')
  await dropFiles(fileOf('letter.pdf', 10, 'application/pdf'))
  expect(await within(documents).findByText('Upload complete!')).toBeTruthy()
  expect(within(documents).queryByText(/left out/)).toBeNull()
  expect(within(openTab('Images')).getByTitle('a.png')).toBeTruthy()
})

test('CALL-09 BatchConverter: disables a tab whose engine is missing with the reason; the others work', async () => {
  onPlan('free', { 'convert-document': 'Documents need LibreOffice, which this server does not have.' })
  show(<BatchConverter isActive />)
  const documents = openTab('Documents')
  expect(await within(documents).findByRole('note')).toBeTruthy()
  const button = within(documents).getByRole<HTMLButtonElement>('button', { name: 'Convert Files' })
  expect(button.disabled).toBe(true)
  openTab('Images')
  await dropFiles(fileOf('a.png'))
  expect(await screen.findByText('Upload complete!')).toBeTruthy()
})

test('BatchConverter: shows the pages of an image, and converts one page only when it is chosen', async () => {
  answers.set('POST /api/batch-convert', json(job, 202))
  inspected('u1', 3)
  show(<BatchConverter isActive />)
  await dropFiles(fileOf('scan.tiff', 10, 'image/tiff'))
  await screen.findByText(/· 3 pages$/)
  choose('PNG')
  expect(screen.getByText('3 numbered PNG files in a ZIP file.')).toBeTruthy()
  choose('One page')
  fireEvent.change(screen.getByLabelText('Page'), { target: { value: '3' } })
  expect(screen.getByText('Only page 3 is converted.')).toBeTruthy()
  await act(async () => press('Convert Files'))
  await waitFor(() => expect(sentTo('/api/batch-convert')).toHaveLength(1))
  const files = [{ uploadId: 'u1' }]
  expect(sentTo('/api/batch-convert')).toEqual([{ fileType: 'images', targetFormat: 'png', page: 3, files }])
})

test('BatchConverter: files without pages send none, even if one was chosen before', async () => {
  answers.set('POST /api/batch-convert', json(job, 202))
  inspected('u1', 3)
  show(<BatchConverter isActive />)
  await dropFiles(fileOf('scan.tiff', 10, 'image/tiff'), fileOf('b.png'))
  await screen.findByText(/· 3 pages$/)
  choose('PNG')
  choose('First page')
  press('Remove scan.tiff')
  expect(screen.queryByRole('radio', { name: 'All pages' })).toBeNull()
  await act(async () => press('Convert Files'))
  await waitFor(() => expect(sentTo('/api/batch-convert')).toHaveLength(1))
  const files = [{ uploadId: 'u2' }]
  expect(sentTo('/api/batch-convert')).toEqual([{ fileType: 'images', targetFormat: 'png', files }])
})
