import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  address,
  choose,
  goBack,
  openTool,
  press,
  server,
  showTools,
  standInForServer,
} from './tools-screen.test-support.tsx'

standInForServer()

const searchFor = (text: string) =>
  fireEvent.change(screen.getByLabelText('Search tools...'), { target: { value: text } })
const foundTools = () =>
  [...screen.getByLabelText('Found tools').querySelectorAll('h2')].map(heading => heading.textContent)
const metaOf = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content')
const canonical = () => document.querySelector('link[rel="canonical"]')?.getAttribute('href')

test.each([
  ['HUB-01', '/tools?tool=compress', 'File Compressor'],
  ['HUB-02', '/tools', 'PDF Converter'],
  ['HUB-02', '/tools?tool=', 'PDF Converter'],
  ['HUB-03', '/tools/resize', 'Image Resizer'],
  ['HUB-03', '/tools/resize?tool=gif', 'Image Resizer'],
  ['HUB-05', '/tools/abacus', 'PDF Converter'],
  ['HUB-05', '/tools?tool=abacus', 'PDF Converter'],
])('%s %s opens %s', (_id, path, label) => {
  showTools(path)
  expect(openTool()).toBe(label)
})

test('HUB-11 ten tabs, in order', () => {
  showTools('/tools')
  const rack = screen.getByRole('tablist', { name: 'Tools' })
  expect(
    within(rack)
      .getAllByRole('tab')
      .map(tab => tab.textContent),
  ).toEqual([
    'PDF Converter',
    'Batch Converter',
    'Text Extractor OCR',
    'File Compressor',
    'Image Editor',
    'Audio Suite',
    'Text Translator',
    'GIF Maker',
    'Image Resizer',
    'Video to Text',
  ])
})

test.each([
  ['/tools/gif', 'GIF Maker: Video and Images to GIF | Filesmith', '/tools/gif', 'gif maker, video to gif'],
  ['/tools?tool=ocr', 'Text Extractor (OCR): Text from Images and Scans | Filesmith', '/tools/ocr', 'ocr, '],
  ['/tools', 'Online File Tools: PDF, Batch, OCR, Compress and More | Filesmith', '/tools', 'online file'],
])('HUB-04 %s has a head of its own', async (path, title, address, keywords) => {
  showTools(path)
  expect(document.title).toBe(title)
  await waitFor(() => expect(canonical()).toBe(new URL(address, window.location.origin).href))
  expect(metaOf('keywords')).toMatch(new RegExp(`^${keywords}`))
  expect(metaOf('robots')).toBeUndefined()
})

test('HUB-04 the description follows the tool, and no tag is there twice', async () => {
  showTools('/tools/pdf')
  await waitFor(() => expect(metaOf('description')).toMatch(/^Convert PDF to DOCX/))
  choose('GIF Maker')
  await waitFor(() => expect(metaOf('description')).toMatch(/^Make an animated GIF/))
  const tags = 'meta[name="keywords"], meta[name="description"], link[rel="canonical"]'
  expect(document.head.querySelectorAll(tags)).toHaveLength(3)
})

test('HUB-05 an unknown tool has the general head, and is not to be found by search engines', async () => {
  showTools('/tools/abacus')
  expect(document.title).toBe('Online File Tools: PDF, Batch, OCR, Compress and More | Filesmith')
  await waitFor(() => expect(metaOf('robots')).toBe('noindex'))
  choose('GIF Maker')
  await waitFor(() => expect(metaOf('robots')).toBeUndefined())
})

test('HUB-06 choosing a tab pushes its address; Back returns', () => {
  showTools('/tools')
  choose('GIF Maker')
  expect(address()).toBe('/tools/gif')
  choose('Image Resizer')
  expect(address()).toBe('/tools/resize')
  goBack()
  expect(address()).toBe('/tools/gif')
  expect(openTool()).toBe('GIF Maker')
  goBack()
  expect(address()).toBe('/tools')
  expect(openTool()).toBe('PDF Converter')
})

test('a tool chosen by keyboard is opened by Enter, not in passing, and keeps the focus', async () => {
  showTools('/tools')
  const [pdf, batch] = document.querySelectorAll<HTMLElement>('[role=tab]')
  act(() => pdf?.focus())
  if (pdf) fireEvent.keyDown(pdf, { key: 'ArrowRight' })
  await waitFor(() => expect(document.activeElement).toBe(batch))
  expect(address()).toBe('/tools')
  if (batch) fireEvent.keyDown(batch, { key: 'Enter' })
  expect(address()).toBe('/tools/batch')
  expect(document.activeElement).toBe(batch)
})

test('HUB-07 HUB-08 HUB-09 the search finds tools by name, in any case, each with a button', () => {
  showTools('/tools')
  const box = screen.getByRole('searchbox', { name: 'Search tools...' })
  expect(box.getAttribute('placeholder')).toBe('Search tools...')
  searchFor('CONV')
  expect(foundTools()).toEqual(['PDF Converter', 'Batch Converter'])
  expect(screen.getAllByRole('button', { name: 'Open Tool' })).toHaveLength(2)
  searchFor('text')
  expect(foundTools()).toEqual(['Text Extractor OCR', 'Text Translator', 'Video to Text'])
  expect(screen.getByText('3 tools found').getAttribute('role')).toBe('status')
})

test('HUB-07 an address can carry a search, as search engines offer it', () => {
  showTools('/tools?search=image')
  expect(foundTools()).toEqual(['Image Editor', 'Image Resizer'])
})

test('HUB-10 choosing a result clears the search and opens that tool, where the focus goes on', () => {
  showTools('/tools')
  searchFor('suite')
  press('Open Tool')
  expect(openTool()).toBe('Audio Suite')
  expect(address()).toBe('/tools/audio')
  expect(screen.getByLabelText<HTMLInputElement>('Search tools...').value).toBe('')
  expect(screen.queryByLabelText('Found tools')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Audio Suite')
})

test('HUB-10 Enter in the search opens the first result; in an empty search it does nothing', () => {
  showTools('/tools')
  const form = screen.getByLabelText('Search tools...').closest('form')
  if (!form) throw new Error('the search is no form')
  fireEvent.submit(form)
  expect(address()).toBe('/tools')
  searchFor('gif')
  fireEvent.submit(form)
  expect(address()).toBe('/tools/gif')
})

test('HUB-08 a search without a result says so, and leads back', () => {
  showTools('/tools')
  searchFor(' abacus ')
  const region = screen.getByLabelText('Found tools')
  expect(within(region).getByRole('status').textContent).toBe('No tool is called "abacus".')
  press('Show all tools')
  expect(openTool()).toBe('PDF Converter')
})

test('HUB-13 what is coming is listed as such', () => {
  showTools('/tools')
  const section = screen.getByRole('region', { name: 'More Tools Coming Soon' })
  expect(
    within(section)
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual(['Video EditorComing soon', 'SVG CreatorComing soon', 'AI Content GeneratorComing soon'])
})

test('TOOL-08 premium plans are said to take more, to everybody who has less than that', async () => {
  showTools('/tools')
  expect(await screen.findByText(/Premium plans take larger files and larger batches/)).toBeTruthy()
})

test('TOOL-08 and to nobody else', async () => {
  server.plan = 'pro'
  showTools('/tools')
  await screen.findByText(/Deleted after 30 days/)
  expect(screen.queryByText(/Premium plans take/)).toBeNull()
})

test('what lies on a bench stays there while another tool is looked at', async () => {
  showTools('/tools')
  await screen.findByText('Convert PDF')
  press('Convert PDF')
  expect(screen.getByText('Please select a PDF file first')).toBeTruthy()
  choose('GIF Maker')
  goBack()
  expect(screen.getByText('Please select a PDF file first')).toBeTruthy()
})
