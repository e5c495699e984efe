import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mara } from '../lib/account.fixture.ts'
import { toasts } from '../lib/toast-store.ts'
import {
  address,
  answers,
  capabilities,
  fetchStub,
  json,
  standInForServer,
  visit,
} from './site.test-support.tsx'

standInForServer()

const works = { isAvailable: true, reason: null }
const noVideo = { isAvailable: false, reason: 'No video engine is installed on this server.' }

/** Radix activates a tab on mousedown. */
const openTab = (name: string) => fireEvent.mouseDown(screen.getByRole('tab', { name }), { button: 0 })

test('HOME-01 HOME-02 Router: home shows the hero text and sets its title', () => {
  visit('/')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('All-in-one Media Conversion Tool')
  expect(document.title).toBe('Free Online File Converter, No Signup Required | Filesmith')
})

test('HOME-03 HOME-04 HOME-06 HomeScreen: shows tabs in order, More Tools and Sign Up Free', async () => {
  visit('/')
  await screen.findByRole('link', { name: 'Sign In' })
  expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual([
    'Image',
    'Video',
    'Audio',
    'Any file',
  ])
  expect(screen.getByRole('link', { name: 'More Tools' }).getAttribute('href')).toBe('/tools')
  expect(screen.getByRole('link', { name: 'Sign Up Free' }).getAttribute('href')).toBe('/sign-up')
})

test('HOME-07 HOME-08 HomeScreen: the image drop zone accepts images and shows formats and maximum size', () => {
  visit('/')
  const input = screen.getByLabelText<HTMLInputElement>(/Choose a file/)
  expect(input.accept).toBe('image/*')
  expect(screen.getByText(/JPG, PNG, GIF, WEBP, BMP and SVG, up to 50\sMB/)).toBeTruthy()
})

test('HOME-12 UP-09 HomeScreen: without a file shows no options, and Convert asks for one', () => {
  visit('/')
  expect(screen.queryByRole('group', { name: 'Options' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Convert Image' }))
  expect(screen.getByText('Please select a file first')).toBeTruthy()
  expect(toasts.current()).toMatchObject({ title: 'Please select a file first' })
  expect(fetchStub.mock.calls.filter(([, init]) => init?.method !== 'GET')).toEqual([])
})

test('CALL-09 HomeScreen: disables a tool without its engine and shows the reason', async () => {
  answers.set(
    'GET /api/capabilities',
    capabilities({
      operations: { 'convert-image': works, 'convert-video': noVideo, 'convert-audio': noVideo },
    }),
  )
  visit('/')
  openTab('Video')
  const panel = screen.getByRole('tabpanel', { name: 'Video' })
  expect(await within(panel).findByText('No video engine is installed on this server.')).toBeTruthy()
  expect(within(panel).getByLabelText<HTMLInputElement>(/Choose a file/).disabled).toBe(true)
  expect(within(panel).getByRole<HTMLButtonElement>('button', { name: 'Convert Video' }).disabled).toBe(true)
  for (const name of ['Output format', 'Quality'])
    expect(within(panel).getByRole<HTMLFieldSetElement>('group', { name }).disabled).toBe(true)
})

test('NF-01 NF-02 Router: unknown paths show the 404 screen in the layout with a home link', async () => {
  visit('/no/such/page')
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('404 Page Not Found')
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy()
  expect(screen.getByRole('banner')).toBeTruthy()
  expect(document.title).toBe('404 Page Not Found | Filesmith')
  expect(within(screen.getByRole('main')).getByRole('link').getAttribute('href')).toBe('/')
})

test('HOME-06 HomeScreen: does not invite signed-in users to sign up', async () => {
  answers.set('GET /api/auth/status', json({ authenticated: true, user: mara }))
  visit('/')
  await screen.findByRole('button', { name: 'Account menu of mara.holt' })
  expect(screen.queryByRole('link', { name: 'Sign Up Free' })).toBeNull()
})

test.each(['/plans', '/premium'])('SUB-12 FRAME-04 Router: %s redirects to /premium/plans', async path => {
  visit(path)
  await waitFor(() => expect(address()).toBe('/premium/plans'))
})

test('HUB-04 HUB-06 Router: opening a hub tab keeps the focus, and leaving the hub replaces its head tags', async () => {
  visit('/')
  fireEvent.click(screen.getByRole('link', { name: 'More Tools' }))
  const gif = await screen.findByText('GIF Maker', {}, { timeout: 4000 })
  expect(document.activeElement).toBe(screen.getByRole('main'))
  gif.focus()
  fireEvent.mouseDown(gif, { button: 0 })
  expect(address()).toBe('/tools/gif')
  expect(document.activeElement).toBe(gif)
  const [headerLink] = screen.getAllByText('Tools', { selector: 'a' })
  expect(headerLink?.getAttribute('aria-current')).toBe('page')
  const tags = () => document.head.querySelectorAll('meta[name="keywords"], link[rel="canonical"]').length
  await waitFor(() => expect(tags()).toBe(2))
  fireEvent.click(screen.getByText('Home', { selector: 'a' }))
  expect(document.title).toBe('Free Online File Converter, No Signup Required | Filesmith')
  const canonicalUrl = () => document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')
  await waitFor(() => expect(canonicalUrl()).toBe(new URL('/', window.location.origin).href))
  expect(tags()).toBe(2)
})
