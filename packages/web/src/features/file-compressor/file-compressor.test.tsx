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
/** Files are read and deflated for real. */
const findEstimate = (text: RegExp) => screen.findByText(text, {}, { timeout: 6000 })

test('COMP-01 takes several files of any kind, exactly 1GB too; a larger one is told by an alert', async () => {
  show(<FileCompressor isActive />)
  expect(screen.getByText(/Takes files of any kind, up to 1GB each\./)).toBeTruthy()
  tusServer.hold()
  await dropFiles(fileOf('huge.iso', 1024 * megabyte + 1))
  expect(alertStub).toHaveBeenCalledWith('File is too large. Maximum size is 1024MB.')
  expect(screen.queryByTitle('huge.iso')).toBeNull()
  await dropFiles(fileOf('exact.iso', 1024 * megabyte), fileOf('a.txt', 10, 'text/plain'))
  expect(screen.getByTitle('exact.iso')).toBeTruthy()
  expect(screen.getByTitle('a.txt')).toBeTruthy()
})

test('COMP-01 Pro packs larger files', async () => {
  onPlan('pro')
  show(<FileCompressor isActive />)
  expect(await screen.findByText(/up to 2GB each\./)).toBeTruthy()
})

test('COMP-02 four formats, in order, ZIP chosen', async () => {
  await showWithFile()
  const radios = within(screen.getByRole('group', { name: 'Archive format' })).getAllByRole<HTMLInputElement>(
    'radio',
  )
  expect(radios.map(({ value }) => value)).toEqual(['zip', '7z', 'tar', 'rar'])
  expect(radios.find(({ checked }) => checked)?.value).toBe('zip')
})

test('COMP-03 COMP-04 COMP-05 the level goes from 1 to 9, and says what it means', async () => {
  onPlan('basic')
  await showWithFile()
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

test('COMP-06 COMP-07 the password field comes with the switch; its hint is only a hint', async () => {
  await showWithFile()
  expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false')
  expect(passwordField()).toBeNull()
  protect()
  expect(passwordField()?.type).toBe('password')
  expect(screen.getByText(/A password should have at least 4 characters\./)).toBeTruthy()
  press('Show characters')
  expect(passwordField()?.type).toBe('text')
  type('abc')
  await compress()
  expect(sentTo(path)).toMatchObject([{ isPasswordProtected: true, password: 'abc' }])
})

test('COMP-08 COMP-09 first the file is asked for, then the password', async () => {
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

test('COMP-11 a TAR has no password: the switch is disabled and says why', async () => {
  await showWithFile()
  protect()
  type('secret')
  choose('TAR')
  const switched = screen.getByRole<HTMLButtonElement>('switch')
  expect(switched.disabled).toBe(true)
  expect(switched.getAttribute('aria-checked')).toBe('false')
  expect(screen.getByText('A TAR archive cannot be protected by a password.')).toBeTruthy()
  expect(passwordField()).toBeNull()
  await compress()
  expect(sentTo(path)).toMatchObject([{ compressionFormat: 'tar', isPasswordProtected: false }])
  expect(JSON.stringify(sentTo(path))).not.toContain('secret')
})

test('COMP-13 COMP-14 on Free RAR and the levels 8 and 9 are locked, and the way to them is shown', async () => {
  await showWithFile()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /RAR/ }).disabled).toBe(true)
  expect(screen.getByRole('img', { name: 'Basic and Pro' })).toBeTruthy()
  setLevel(9)
  expect(slider().value).toBe('7')
  const note = screen.getByText(/RAR and the levels 8 and 9 come with Basic and Pro\./)
  expect(within(note).getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/premium/plans')
})

test('COMP-13 COMP-14 on Basic they can be had', async () => {
  onPlan('basic')
  await showWithFile()
  choose('RAR')
  setLevel(9)
  await compress()
  expect(sentTo(path)).toMatchObject([{ compressionFormat: 'rar', compressionLevel: 9 }])
  expect(screen.queryByText(/come with Basic and Pro/)).toBeNull()
})

test('COMP-15 COMP-16 what premium gives, and what compression does, is said', () => {
  show(<FileCompressor isActive />)
  expect(screen.getByText('Compression gives up to 70% reduction.')).toBeTruthy()
  expect(
    screen.getByText(/unlimited compression sizes, RAR and the highest compression levels\./),
  ).toBeTruthy()
})

test('a dropped folder is packed with its structure and times', async () => {
  show(<FileCompressor isActive />)
  await drop(fakeTransfer(fakeFolder('/site', [fakeFile('/site/index.html'), fakeFile('/site/Thumbs.db')])))
  expect(await screen.findByText('Upload complete!')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe('1 hidden system file left out.')
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

test('an honest estimate comes from a sample of the files, and follows them', async () => {
  show(<FileCompressor isActive />)
  const line = 'A line of a log that comes again and again.\n'
  await dropFiles(new File([line.repeat(1000)], 'server.log', { lastModified: 1 }))
  expect(await findEstimate(/^About .*, 9\d% smaller \(from a sample of your files\)$/)).toBeTruthy()
  const noise = crypto.getRandomValues(new Uint8Array(60_000))
  press('Remove server.log')
  await dropFiles(new File([noise], 'noise.bin', { lastModified: 2 }))
  expect(await findEstimate(/^About 59 KB: these files hardly get any smaller/)).toBeTruthy()
}, 15_000)

test('TOOL-02 TOOL-03 options come when the server has a file; Start Over brings the empty area back', async () => {
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
