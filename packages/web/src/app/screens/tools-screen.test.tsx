import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  address,
  choose,
  goBack,
  openTool,
  press,
  renderTools,
  server,
  standInForServer,
} from './tools-screen.test-support.tsx'

standInForServer()

const searchFor = (text: string) =>
  fireEvent.change(screen.getByLabelText('Search tools...'), { target: { value: text } })
const foundTools = () =>
  [...screen.getByLabelText('Search results').querySelectorAll('h2')].map(heading => heading.textContent)
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
])('%s ToolsScreen: %s opens %s', (_id, path, label) => {
  renderTools(path)
  expect(openTool()).toBe(label)
})

test('HUB-11 ToolsScreen: shows ten tabs in order, and further tools after them', () => {
  renderTools('/tools')
  const tabList = screen.getByRole('tablist', { name: 'Tools' })
  expect(
    within(tabList)
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
    'QR Code Maker',
    'PDF Workbench',
  ])
})

test.each([
  ['/tools/gif', 'GIF Maker: Video and Images to GIF | Filesmith', '/tools/gif', 'gif maker, video to gif'],
  ['/tools?tool=ocr', 'Text Extractor (OCR): Text from Images and Scans | Filesmith', '/tools/ocr', 'ocr, '],
  ['/tools', 'Online File Tools: PDF, Batch, OCR, Compress and More | Filesmith', '/tools', 'online file'],
])('HUB-04 ToolsScreen: %s has its own head', async (path, title, address, keywords) => {
  renderTools(path)
  expect(document.title).toBe(title)
  await waitFor(() => expect(canonical()).toBe(new URL(address, window.location.origin).href))
  expect(metaOf('keywords')).toMatch(new RegExp(`^${keywords}`))
  expect(metaOf('robots')).toBeUndefined()
})

test('HUB-04 ToolsScreen: updates the description with the tool without duplicate tags', async () => {
  renderTools('/tools/pdf')
  await waitFor(() => expect(metaOf('description')).toMatch(/^Convert PDF to DOCX/))
  choose('GIF Maker')
  await waitFor(() => expect(metaOf('description')).toMatch(/^Create an animated GIF/))
  const tags = 'meta[name="keywords"], meta[name="description"], link[rel="canonical"]'
  expect(document.head.querySelectorAll(tags)).toHaveLength(3)
})

test('HUB-05 ToolsScreen: an unknown tool has the general head with noindex', async () => {
  renderTools('/tools/abacus')
  expect(document.title).toBe('Online File Tools: PDF, Batch, OCR, Compress and More | Filesmith')
  await waitFor(() => expect(metaOf('robots')).toBe('noindex'))
  choose('GIF Maker')
  await waitFor(() => expect(metaOf('robots')).toBeUndefined())
})

test('HUB-06 ToolsScreen: choosing a tab pushes its URL; Back returns', () => {
  renderTools('/tools')
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

test('ToolsScreen: arrow keys move the focus, and Enter opens the tool', async () => {
  renderTools('/tools')
  const [pdf, batch] = document.querySelectorAll<HTMLElement>('[role=tab]')
  act(() => pdf?.focus())
  if (pdf) fireEvent.keyDown(pdf, { key: 'ArrowRight' })
  await waitFor(() => expect(document.activeElement).toBe(batch))
  expect(address()).toBe('/tools')
  if (batch) fireEvent.keyDown(batch, { key: 'Enter' })
  expect(address()).toBe('/tools/batch')
  expect(document.activeElement).toBe(batch)
})

test('HUB-07 HUB-08 HUB-09 ToolSearch: finds tools by name, case-insensitively, each with a button', () => {
  renderTools('/tools')
  const box = screen.getByRole('searchbox', { name: 'Search tools...' })
  expect(box.getAttribute('placeholder')).toBe('Search tools...')
  searchFor('CONV')
  expect(foundTools()).toEqual(['PDF Converter', 'Batch Converter'])
  expect(screen.getAllByRole('button', { name: 'Open Tool' })).toHaveLength(2)
  searchFor('text')
  expect(foundTools()).toEqual(['Text Extractor OCR', 'Text Translator', 'Video to Text'])
  expect(screen.getByText('3 tools found').getAttribute('role')).toBe('status')
})

test('ToolSearch: formats that no tool names lead to the pages of their conversions', async () => {
  renderTools('/tools')
  searchFor('srt to vtt')
  expect((await screen.findByRole('link', { name: 'SRT to VTT' })).getAttribute('href')).toBe(
    '/convert/srt-to-vtt',
  )
  expect(screen.getByRole('link', { name: 'Convert any file' }).getAttribute('href')).toBe('/?tab=any')
  searchFor('teapot')
  expect(await screen.findByRole('button', { name: 'Show all tools' })).toBeTruthy()
})

test('HUB-07 ToolsScreen: opens with the search of the URL', () => {
  renderTools('/tools?search=image')
  expect(foundTools()).toEqual(['Image Editor', 'Image Resizer'])
})

test('HUB-10 ToolSearch: choosing a result clears the search, opens the tool and focuses its tab', () => {
  renderTools('/tools')
  searchFor('suite')
  press('Open Tool')
  expect(openTool()).toBe('Audio Suite')
  expect(address()).toBe('/tools/audio')
  expect(screen.getByLabelText<HTMLInputElement>('Search tools...').value).toBe('')
  expect(screen.queryByLabelText('Search results')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Audio Suite')
})

test('HUB-10 ToolSearch: Enter opens the first result and does nothing when empty', () => {
  renderTools('/tools')
  const form = screen.getByLabelText('Search tools...').closest('form')
  if (!form) throw new Error('search form not found')
  fireEvent.submit(form)
  expect(address()).toBe('/tools')
  searchFor('gif')
  fireEvent.submit(form)
  expect(address()).toBe('/tools/gif')
})

test('HUB-08 ToolSearch: a search without results offers to show all tools', () => {
  renderTools('/tools')
  searchFor(' abacus ')
  const region = screen.getByLabelText('Search results')
  expect(within(region).getByRole('status').textContent).toBe('No tools match "abacus".')
  press('Show all tools')
  expect(openTool()).toBe('PDF Converter')
})

test('HUB-13 ComingSoon: lists the planned tools', () => {
  renderTools('/tools')
  const section = screen.getByRole('region', { name: 'More Tools Coming Soon' })
  expect(
    within(section)
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual(['Video EditorComing soon', 'SVG CreatorComing soon', 'AI Content GeneratorComing soon'])
})

test('TOOL-08 PremiumNote: shows the upgrade hint below Pro', async () => {
  renderTools('/tools')
  expect(await screen.findByText(/Premium plans allow larger files and larger batches/)).toBeTruthy()
})

test('TOOL-08 PremiumNote: shows no upgrade hint on Pro', async () => {
  server.plan = 'pro'
  renderTools('/tools')
  await screen.findByText(/Deleted after 30 days/)
  expect(screen.queryByText(/Premium plans allow/)).toBeNull()
})

test('ToolsScreen: keeps the state of a tool while another one is open', async () => {
  renderTools('/tools')
  await screen.findByText('Convert PDF')
  press('Convert PDF')
  expect(screen.getByText('Please select a PDF file first')).toBeTruthy()
  choose('GIF Maker')
  goBack()
  expect(screen.getByText('Please select a PDF file first')).toBeTruthy()
})
