import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeFile, fakeFolder, fakeTransfer } from '../../lib/file-list/drop.fixture.ts'
import {
  choose,
  drop,
  dropFiles,
  fileOf,
  onPlan,
  press,
  sentTo,
  show,
  standInForServer,
} from '../../lib/file-tools.test-support.tsx'
import { saveWork } from '../../lib/job/saved-work.ts'
import { toasts } from '../../lib/toast-store.ts'
import { tusServer } from '../../lib/tus.fixture.ts'
import {
  acceptArchives,
  alertStub,
  compress,
  passwordField,
  path,
  protect,
  setLevel,
  showWithFile,
  slider,
  type,
} from './compressor.test-support.tsx'
import { FileCompressor } from './file-compressor.tsx'

standInForServer()
acceptArchives()

const megabyte = 1024 * 1024
/** Longer timeout: files are really read and deflated. */
const findEstimate = (text: RegExp) => screen.findByText(text, {}, { timeout: 6000 })

test('COMP-01 FileCompressor: accepts several files of any kind up to 1 GB and rejects larger ones with an alert', async () => {
  show(<FileCompressor isActive />)
  expect(screen.getByText(/Accepts files of any type, up to 1GB each\./)).toBeTruthy()
  tusServer.hold()
  await dropFiles(fileOf('huge.iso', 1024 * megabyte + 1))
  expect(alertStub).toHaveBeenCalledWith('File is too large. Maximum size is 1GB.')
  expect(screen.queryByTitle('huge.iso')).toBeNull()
  await dropFiles(fileOf('exact.iso', 1024 * megabyte), fileOf('a.txt', 10, 'text/plain'))
  expect(screen.getByTitle('exact.iso')).toBeTruthy()
  expect(screen.getByTitle('a.txt')).toBeTruthy()
})

test('COMP-01 FileCompressor: accepts files of any size on Basic and Pro', async () => {
  onPlan('basic')
  show(<FileCompressor isActive />)
  expect(await screen.findByText(/Accepts files of any type and size\./)).toBeTruthy()
  tusServer.hold()
  await dropFiles(fileOf('huge.iso', 5000 * megabyte))
  expect(screen.getByTitle('huge.iso')).toBeTruthy()
})

test('COMP-02 FileCompressor: offers four formats in order with ZIP selected', async () => {
  await showWithFile()
  const radios = within(screen.getByRole('group', { name: 'Archive format' })).getAllByRole<HTMLInputElement>(
    'radio',
  )
  expect(radios.map(({ value }) => value)).toEqual(['zip', '7z', 'tar', 'rar'])
  expect(radios.find(({ checked }) => checked)?.value).toBe('zip')
})

test('COMP-03 COMP-04 COMP-05 FileCompressor: the level ranges from 1 to 9 with label and estimated reduction', async () => {
  onPlan('basic')
  // Of a file from an earlier visit no sample can be read, so the level alone decides.
  saveWork('compress', { files: [{ uploadId: 'u7', path: 'a.txt', sizeBytes: 9 }] })
  show(<FileCompressor isActive />)
  await screen.findByText('Archive format')
  const level = slider()
  expect([level.min, level.max, level.value]).toEqual(['1', '9', '5'])
  const expected: readonly (readonly [number, string, string])[] = [
    [1, 'Faster', '14%'],
    [3, 'Faster', '22%'],
    [4, 'Balanced', '26%'],
    [6, 'Balanced', '34%'],
    [7, 'Smaller', '38%'],
    [9, 'Smaller', '46%'],
    [5, 'Balanced', '30%'],
  ]
  for (const [value, label, reduction] of expected) {
    fireEvent.change(level, { target: { value: String(value) } })
    expect(screen.getByText(label)).toBeTruthy()
    expect(screen.getByText(`Estimated reduction: ${reduction}`)).toBeTruthy()
    expect(level.getAttribute('aria-valuetext')).toBe(`Level ${value}, ${label}`)
  }
})

test('COMP-06 COMP-07 FileCompressor: the switch shows the password field, whose length hint is not enforced', async () => {
  await showWithFile()
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false')
  expect(passwordField()).toBeNull()
  protect()
  expect(passwordField()?.type).toBe('password')
  expect(screen.getByText(/Use at least 4 characters\./)).toBeTruthy()
  press('Show password')
  expect(passwordField()?.type).toBe('text')
  type('abc')
  await compress()
  expect(sentTo(path)).toMatchObject([{ isPasswordProtected: true, password: 'abc' }])
})

test('COMP-08 COMP-09 FileCompressor: requires a file first, then the password', async () => {
  show(<FileCompressor isActive />)
  press('Compress Files')
  expect(toasts.current()).toMatchObject({
    title: 'Please add at least one file to compress',
    variant: 'destructive',
  })
  await dropFiles(fileOf('a.txt', 10, 'text/plain'))
  await screen.findByText('Upload complete!')
  expect(screen.queryByText('Please add at least one file to compress')).toBeNull()
  protect()
  press('Compress Files')
  expect(toasts.current()).toMatchObject({
    title: 'Please enter a password for the encrypted archive',
    variant: 'destructive',
  })
  expect(passwordField()?.getAttribute('aria-invalid')).toBe('true')
  expect(sentTo(path)).toEqual([])
  type('x')
  expect(screen.queryByText('Please enter a password for the encrypted archive')).toBeNull()
})

test('COMP-11 FileCompressor: disables password protection for TAR with an explanation', async () => {
  await showWithFile()
  protect()
  type('secret')
  choose('TAR')
  const switched = screen.getByRole<HTMLButtonElement>('switch')
  expect(switched.disabled).toBe(true)
  expect(switched.getAttribute('aria-checked')).toBe('false')
  expect(screen.getByText('TAR archives cannot have a password.')).toBeTruthy()
  expect(passwordField()).toBeNull()
  await compress()
  expect(sentTo(path)).toMatchObject([{ compressionFormat: 'tar', isPasswordProtected: false }])
  expect(JSON.stringify(sentTo(path))).not.toContain('secret')
})

test('COMP-13 COMP-14 FileCompressor: locks RAR and levels 8 and 9 on Free with a link to the plans', async () => {
  await showWithFile()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /RAR/ }).disabled).toBe(true)
  expect(screen.getByRole('img', { name: 'Basic and Pro' })).toBeTruthy()
  setLevel(9)
  expect(slider().value).toBe('7')
  const note = screen.getByText(/RAR and levels 8 and 9 require Basic or Pro\./)
  expect(within(note).getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/premium/plans')
})

test('COMP-13 COMP-14 FileCompressor: allows RAR and levels 8 and 9 on Basic', async () => {
  onPlan('basic')
  await showWithFile()
  choose('RAR')
  setLevel(9)
  await compress()
  expect(sentTo(path)).toMatchObject([{ compressionFormat: 'rar', compressionLevel: 9 }])
  expect(screen.queryByText(/require Basic or Pro/)).toBeNull()
})

test('COMP-15 COMP-16 FileCompressor: shows the benefits of compression and of premium plans', () => {
  show(<FileCompressor isActive />)
  expect(screen.getByText('Up to 70% smaller.')).toBeTruthy()
  expect(
    screen.getByText(/unlimited compression sizes, RAR and the highest compression levels\./),
  ).toBeTruthy()
})

test('FileCompressor: keeps paths and modification times of a dropped folder', async () => {
  show(<FileCompressor isActive />)
  await drop(fakeTransfer(fakeFolder('/site', [fakeFile('/site/index.html'), fakeFile('/site/Thumbs.db')])))
  expect(await screen.findByText('Upload complete!')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe('1 hidden system file skipped.')
  await compress()
  expect(sentTo(path)).toEqual([
    {
      compressionFormat: 'zip',
      compressionLevel: 5,
      isPasswordProtected: false,
      files: [{ uploadId: 'u1', path: 'site/index.html', modifiedAt: '1970-01-01T00:00:00.001Z' }],
    },
  ])
})

test('FileCompressor: estimates the size from a sample and updates it with the files', async () => {
  show(<FileCompressor isActive />)
  const line = 'A line of a log that comes again and again.\n'
  await dropFiles(new File([line.repeat(1000)], 'server.log', { lastModified: 1 }))
  expect(await findEstimate(/^About \S+ \S+ \(based on a sample\)$/)).toBeTruthy()
  expect(screen.getByText(/^Estimated reduction: 9\d%$/)).toBeTruthy()
  const noise = crypto.getRandomValues(new Uint8Array(60_000))
  press('Remove server.log')
  await dropFiles(new File([noise], 'noise.bin', { lastModified: 2 }))
  expect(await findEstimate(/^About 59 KB: these files barely compress/)).toBeTruthy()
  expect(screen.getAllByText(/%$/).map(({ textContent }) => textContent)).toEqual(['Estimated reduction: 0%'])
}, 15_000)

test('TOOL-02 TOOL-03 FileCompressor: shows options once a file is uploaded; Start Over shows the empty drop zone', async () => {
  show(<FileCompressor isActive />)
  tusServer.hold()
  await dropFiles(fileOf('a.txt', 10, 'text/plain'))
  expect(screen.queryByRole('group', { name: 'Options' })).toBeNull()
  await vi.waitFor(() => expect(tusServer.heldCount()).toBe(1))
  act(() => tusServer.release())
  expect(await screen.findByRole('group', { name: 'Options' })).toBeTruthy()
  press('Start Over')
  expect(screen.getByText('Drop files or folders here')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Options' })).toBeNull()
})
