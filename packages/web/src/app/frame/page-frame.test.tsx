import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { PageFrame } from './page-frame.tsx'

afterEach(cleanup)

function showFrame() {
  render(
    <MemoryRouter>
      <PageFrame />
    </MemoryRouter>,
  )
}

const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map(link => [link.textContent, link.getAttribute('href')])

const headerLinks = [
  ['Home', '/'],
  ['Tools', '/tools'],
  ['Pricing', '/premium/plans'],
  ['Help', '/help'],
]

test('FRAME-01 FRAME-02 the frame has a header, two sidebars, a main content and a footer', () => {
  showFrame()
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Filesmith, home' })).toBeTruthy()
  expect(screen.getByRole('complementary', { name: 'Left sidebar' })).toBeTruthy()
  expect(screen.getByRole('main')).toBeTruthy()
  expect(screen.getByRole('complementary', { name: 'Right sidebar' })).toBeTruthy()
  expect(screen.getByRole('contentinfo').textContent).toContain('Filesmith')
})

test('FRAME-05 FRAME-06 the header has its links in order, and the ways in', () => {
  showFrame()
  const header = screen.getByRole('banner')
  expect(linksIn(within(header).getByRole('navigation', { name: 'Main' }))).toEqual(headerLinks)
  expect(within(header).getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/sign-in')
  expect(within(header).getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/sign-up')
})

test('FRAME-09 the mobile menu carries the same links, and Escape closes it', () => {
  showFrame()
  const button = screen.getByRole('button', { name: 'Menu' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  const menu = document.getElementById(button.getAttribute('aria-controls') ?? '')
  if (!menu) throw new Error('the button controls no menu')
  expect(linksIn(menu)).toEqual([...headerLinks, ['Sign In', '/sign-in'], ['Sign Up', '/sign-up']])
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(button)
})

test('FRAME-09 following a link of the mobile menu closes it', () => {
  showFrame()
  const button = screen.getByRole('button', { name: 'Menu' })
  fireEvent.click(button)
  fireEvent.click(screen.getAllByRole('link', { name: 'Help' })[1] as HTMLElement)
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

test('FRAME-11 the footer has its links in order', () => {
  showFrame()
  const links = linksIn(within(screen.getByRole('contentinfo')).getByRole('navigation'))
  expect(links.map(([, href]) => href)).toEqual([
    '/tools',
    '/premium/plans',
    '/help',
    '/about',
    '/contact',
    '/terms',
    '/privacy',
  ])
})

test('FRAME-12 FRAME-13 FRAME-14 FRAME-16 the left sidebar', () => {
  showFrame()
  const left = screen.getByRole('complementary', { name: 'Left sidebar' })
  expect(within(left).getByText('Advertisement')).toBeTruthy()
  expect(within(left).getByText('Optimized images can cut page load times by up to 70%.')).toBeTruthy()
  expect(linksIn(left)).toEqual([
    ['Upgrade', '/premium/plans'],
    ['Contact Us', '/contact'],
  ])
})

test('FRAME-12 FRAME-13 FRAME-15 FRAME-17 the right sidebar', () => {
  showFrame()
  const right = screen.getByRole('complementary', { name: 'Right sidebar' })
  expect(within(right).getByText('Advertisement')).toBeTruthy()
  for (const point of [
    'Ad-free',
    'File sizes up to 2GB',
    'Advanced conversion options',
    'Priority processing',
  ])
    expect(within(right).getByText(point)).toBeTruthy()
  expect(within(right).getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/premium/plans')
  expect(linksIn(within(right).getByRole('navigation', { name: 'Looking For More' }))).toEqual([
    ['All Tools', '/tools'],
    ['Premium Plans', '/premium/plans'],
    ['Help Center', '/help'],
  ])
})
