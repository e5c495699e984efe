import { errorMessage } from '@filesmith/contract/errors'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dropFiles, fileOf, press, show, standInForServer } from '../file-tools.test-support.tsx'
import { tusServer } from '../tus.fixture.ts'
import { FilesZone } from './files-zone.tsx'
import { UploadList } from './upload-list.tsx'
import { useFileList } from './use-file-list.ts'

standInForServer()

function Tool() {
  const list = useFileList('compress', 'compress-files')
  return (
    <FilesZone
      icon={null}
      prompt="Drop files here"
      hint="Takes anything"
      accept=""
      isDisabled={false}
      isListening
      onPicked={({ files }) => list.add(files)}
      notes={[]}
      content={
        list.files.length > 0 ? (
          <UploadList list={list} accept="" onPicked={({ files }) => list.add(files)} />
        ) : undefined
      }
    />
  )
}

async function showThree() {
  show(<Tool />)
  await dropFiles(fileOf('a.txt'), fileOf('b.txt'), fileOf('c.txt'))
  await screen.findByText('3 files ready to process')
}
const rowNames = () =>
  screen.getAllByRole('button', { name: /^Remove / }).map(button => button.getAttribute('aria-label'))

test('UploadList: buttons reorder files, keep the focus and announce the new position', async () => {
  await showThree()
  const down = screen.getByRole('button', { name: 'Move a.txt down' })
  down.focus()
  fireEvent.click(down)
  expect(rowNames()).toEqual(['Remove b.txt', 'Remove a.txt', 'Remove c.txt'])
  expect(screen.getByText('a.txt is now 2 of 3.').getAttribute('role')).toBe('status')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move a.txt down')
  press('Move c.txt up')
  press('Move c.txt up')
  expect(rowNames()).toEqual(['Remove c.txt', 'Remove b.txt', 'Remove a.txt'])
})

test('UploadList: the first file cannot move up nor the last one down, and the button keeps the focus', async () => {
  await showThree()
  const up = screen.getByRole<HTMLButtonElement>('button', { name: 'Move a.txt up' })
  expect(up.getAttribute('aria-disabled')).toBe('true')
  expect(up.disabled).toBe(false)
  fireEvent.click(up)
  press('Move c.txt down')
  expect(rowNames()).toEqual(['Remove a.txt', 'Remove b.txt', 'Remove c.txt'])
})

test('UploadList: a row dragged past the middle of another one takes its position', async () => {
  await showThree()
  const rows = screen.getAllByRole('button', { name: /^Remove / }).map(button => button.closest('li'))
  const currentRows = () =>
    screen.getAllByRole('button', { name: /^Remove / }).map(button => button.closest('li'))
  for (const row of rows)
    if (row)
      row.getBoundingClientRect = () => ({ top: currentRows().indexOf(row) * 60, height: 60 }) as DOMRect
  const grip = rows[0]?.querySelector('[title="Drag to reorder"]')
  if (!grip) throw new Error('no grip')
  fireEvent.pointerDown(grip, { button: 0 })
  fireEvent.pointerMove(window, { clientY: 85 })
  expect(rowNames()[0]).toBe('Remove a.txt')
  fireEvent.pointerMove(window, { clientY: 95 })
  expect(rowNames()).toEqual(['Remove b.txt', 'Remove a.txt', 'Remove c.txt'])
  fireEvent.pointerMove(window, { clientY: 170 })
  expect(rowNames()).toEqual(['Remove b.txt', 'Remove c.txt', 'Remove a.txt'])
  fireEvent.pointerMove(window, { clientY: 10 })
  expect(rowNames()[0]).toBe('Remove a.txt')
  fireEvent.pointerUp(window)
  fireEvent.pointerMove(window, { clientY: 170 })
  expect(rowNames()[0]).toBe('Remove a.txt')
})

test('UploadList: removing a file moves the focus to the next one, and finally to the empty drop zone', async () => {
  await showThree()
  press('Remove b.txt')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove c.txt')
  press('Remove c.txt')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove a.txt')
  press('Remove a.txt')
  expect(screen.getByText('Drop files here')).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Choose files: Drop files here')
})

test('TOOL-01 UploadList: shows "Upload complete!" for one file, and count and size for several', async () => {
  show(<Tool />)
  await dropFiles(fileOf('a.txt', 1536))
  expect(await screen.findByText('Upload complete!')).toBeTruthy()
  expect(screen.getByText('1 file · 1.5 KB')).toBeTruthy()
  await dropFiles(fileOf('b.txt', 512))
  expect(await screen.findByText('2 files ready to process')).toBeTruthy()
  expect(screen.getByText('2 files · 2 KB')).toBeTruthy()
})

test('TOOL-01 UploadList: a failed upload shows the reason and can be retried', async () => {
  tusServer.refuse('b.txt', 'The server is out of storage.')
  show(<Tool />)
  await dropFiles(fileOf('a.txt'), fileOf('b.txt'))
  expect(await screen.findByText('The server is out of storage.')).toBeTruthy()
  expect(screen.getByText('Some uploads failed. Try again or remove them.')).toBeTruthy()
  tusServer.acceptAgain('b.txt')
  press('Try again: b.txt')
  expect(await screen.findByText('2 files ready to process')).toBeTruthy()
})

test.each([
  [413, 'storage-quota-used', errorMessage('storage-quota-used', { size: '20 GB' })],
  [429, 'too-many-uploads', errorMessage('too-many-uploads', { limit: 100 })],
  [507, 'storage-full', errorMessage('storage-full')],
] as const)(
  'UploadList: a file rejected with %i %s shows it in its row and stores nothing to resume',
  async (status, code, message) => {
    tusServer.refuse('b.txt', message, status, code)
    show(<Tool />)
    await dropFiles(fileOf('a.txt'), fileOf('b.txt'))
    const reason = await screen.findByText(message)
    expect(reason.closest('li')?.textContent).toContain('b.txt')
    expect(tusServer.received().map(({ fileName }) => fileName)).toEqual(['a.txt'])
    expect(Object.keys(localStorage).filter(key => key.startsWith('tus::'))).toEqual([])
  },
)

test('TOOL-01 FilesZone: a dragged file highlights the drop zone', async () => {
  await showThree()
  const zone = screen.getByRole('group', { name: 'Your files' }).closest('[data-drag]')
  fireEvent.dragOver(document.body, { dataTransfer: { types: ['Files'], files: [] } })
  expect(zone?.getAttribute('data-drag')).toBe('page')
})

test('FilesZone: a selected folder keeps its structure', async () => {
  show(<Tool />)
  const input = document.querySelector<HTMLInputElement>('input[webkitdirectory]')
  if (!input) throw new Error('no folder picker')
  const file = fileOf('a.txt')
  Object.defineProperty(file, 'webkitRelativePath', { value: 'album/sea/a.txt' })
  fireEvent.change(input, { target: { files: [file] } })
  expect(await screen.findByTitle('album/sea/a.txt')).toBeTruthy()
})

test('UploadList: a long list is collapsed and can be expanded', async () => {
  show(<Tool />)
  tusServer.hold()
  await dropFiles(...Array.from({ length: 32 }, (_, index) => fileOf(`${index}.txt`)))
  // Not by role: happy-dom takes seconds to compute the visibility of that many rows.
  const rows = () => document.querySelectorAll('li[data-row]').length
  expect(rows()).toBe(30)
  fireEvent.click(screen.getByText('Show all 32 files'))
  expect(rows()).toBe(32)
  expect(screen.getByTitle('31.txt')).toBeTruthy()
})
