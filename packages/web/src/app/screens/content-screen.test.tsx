import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { address, standInForServer, visit } from '../site.test-support.tsx'

standInForServer()

// Queries by selector: queries by role are slow on long pages.
const main = () => {
  const found = document.querySelector('main')
  if (!found) throw new Error('main element not found')
  return found
}
const linkTo = (text: string) =>
  within(main()).getByText(text, { selector: 'a, a *' }).closest('a')?.getAttribute('href')
const press = (text: string) => fireEvent.click(screen.getByText(text, { selector: 'button, button *' }))
const status = () => main().querySelector('[role="status"]')?.textContent
const searchFor = (text: string) =>
  fireEvent.change(screen.getByLabelText('Search help'), { target: { value: text } })
const questions = (state = '') => [...main().querySelectorAll(`button[aria-expanded${state}]`)]
const openQuestions = () => questions('="true"').map(button => button.textContent)
const topics = () => main().querySelector('ul[aria-label="Topics"]')

async function visitPage(path: string, heading: string) {
  visit(path)
  await screen.findByText(heading, { selector: 'h1' })
}
const visitHelp = (path = '/help') => visitPage(path, 'Help Center')

test('HELP-02 HELP-03 HelpCards: shows four cards in order with links to their articles', async () => {
  await visitHelp()
  const cards = [...(topics()?.children ?? [])]
  expect(
    cards.map(card => [card.querySelector('h2')?.textContent, card.querySelector('a')?.getAttribute('href')]),
  ).toEqual([
    ['Getting Started', '/help/getting-started'],
    ['Tutorials', '/help/tutorials'],
    ['Account & Billing', '/help/account-and-billing'],
    ['Contact Support', '/contact'],
  ])
})

test('HELP-04 HELP-05 Help: shows ten questions, one open at a time', async () => {
  await visitHelp()
  expect(questions()).toHaveLength(10)
  expect(openQuestions()).toEqual([])
  press('How do I convert a file?')
  expect(openQuestions()).toEqual(['How do I convert a file?'])
  press('How long are my files kept?')
  expect(openQuestions()).toEqual(['How long are my files kept?'])
  press('How long are my files kept?')
  expect(openQuestions()).toEqual([])
})

test('HELP-09 Help: Contact Support links to /contact', async () => {
  await visitHelp()
  expect(linkTo('Contact Support')).toBe('/contact')
})

test('HELP-01 Help: typing filters questions and articles, shows the count and updates the URL', async () => {
  await visitHelp()
  searchFor('cancel')
  expect(address()).toBe('/help?q=cancel')
  await waitFor(() => expect(status()).toBe('2 articles and 2 questions found'))
  expect(topics()).toBeNull()
  expect(questions().map(button => button.textContent)).toContain(
    'What happens when I cancel my subscription?',
  )
  expect(linkTo('Account and billing')).toBe('/help/account-and-billing#cancelling')
  expect([...main().querySelectorAll('mark')].map(mark => mark.textContent?.toLowerCase())).toContain(
    'cancel',
  )
  searchFor('cancel subscription')
  expect(questions()).toHaveLength(1)
})

test('HELP-01 Help: opens with the search of the URL; clearing it shows everything', async () => {
  await visitHelp('/help?q=gif')
  expect(screen.getByLabelText<HTMLInputElement>('Search help').value).toBe('gif')
  const firstFound = () => main().querySelector('[aria-label="Search results"] a')
  await waitFor(() => expect(firstFound()?.getAttribute('href')).toBe('/help/gif'))
  fireEvent.click(screen.getByLabelText('Clear search'))
  expect(address()).toBe('/help')
  expect(questions()).toHaveLength(10)
  expect(document.activeElement).toBe(screen.getByLabelText('Search help'))
})

test('HELP-01 Help: a search without results offers to show everything', async () => {
  await visitHelp()
  searchFor('abacus')
  await waitFor(() => expect(status()).toBe('Nothing found for "abacus"'))
  expect(questions()).toEqual([])
  press('Show everything')
  expect(questions()).toHaveLength(10)
  expect(status()).toBe('')
})

test('HELP-03 Tutorials: lists an article for the converter and for each tool', async () => {
  await visitPage('/help/tutorials', 'Tutorials')
  const links = main().querySelectorAll('ul[aria-label="Articles"] a')
  expect([...links].map(link => link.getAttribute('href'))).toEqual(
    [
      'converter',
      'any-file',
      'pdf',
      'batch',
      'ocr',
      'compress',
      'image',
      'audio',
      'translate',
      'gif',
      'resize',
      'video2text',
      'qr',
      'workbench',
    ].map(id => `/help/${id}`),
  )
  expect(document.title).toBe('Tutorials for Every Tool | Filesmith')
})

test('HELP-03 HelpArticle: has its own title, a table of contents and a link to its tool', async () => {
  await visitPage('/help/pdf', 'PDF Converter')
  expect(document.title).toBe('PDF Converter: Steps, Formats and Limits | Filesmith Help')
  expect(linkTo('Open PDF Converter')).toBe('/tools/pdf')
  const contents = screen.getByText('On this page').closest('nav')?.querySelectorAll('a') ?? []
  expect(contents).toHaveLength(6)
  for (const link of contents) {
    const target = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
    expect(target?.textContent).toBe(link.textContent)
  }
  expect(screen.getByText('File size, Free').nextSibling?.textContent).toBe('up to 100MB')
})

test('HELP-01 HELP-03 HelpArticle: a search result opens and focuses the matching section', async () => {
  await visitHelp('/help?q=cancel')
  fireEvent.click(await within(main()).findByText('Account and billing'))
  const heading = await screen.findByText('Canceling your plan', { selector: 'h2' })
  expect(address()).toBe('/help/account-and-billing')
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('HELP-03 HelpArticleScreen: an unknown article is a 404 with noindex', async () => {
  await visitPage('/help/teapot', '404 Page Not Found')
  await waitFor(() => expect(document.title).toBe('404 Page Not Found | Filesmith'))
  expect(document.head.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
})

test('TEXT-01 TEXT-02 About: links to sign-up and contact', async () => {
  await visitPage('/about', 'About Filesmith')
  expect(linkTo('Create an Account')).toBe('/sign-up')
  expect(linkTo('Contact Us')).toBe('/contact')
})

test('TEXT-03 TEXT-04 Privacy: shows the date of the last change and the minimum age of 16', async () => {
  await visitPage('/privacy', 'Privacy Policy')
  expect(screen.getByText('Last Updated: April 2023')).toBeTruthy()
  expect(screen.getByText(/Our services are not intended for people under 16\./)).toBeTruthy()
  expect(screen.getByText(/change that choice at any time with "Ad choices"/)).toBeTruthy()
})

test('TEXT-05 TEXT-06 Terms: shows the date of the last change and the 30 days’ notice of material changes', async () => {
  await visitPage('/terms', 'Terms of Service')
  expect(screen.getByText('Last Updated: April 2023')).toBeTruthy()
  expect(screen.getByText(/We give 30 days' notice of material changes before they take effect/)).toBeTruthy()
})

test('LegalPage: can be printed', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await visitPage('/terms', 'Terms of Service')
  press('Print this page')
  expect(print).toHaveBeenCalledOnce()
})
