import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { Contact } from '../../features/contact/contact.tsx'
import { mara } from '../../lib/account.fixture.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { toasts } from '../../lib/toast-store.ts'
import {
  Address,
  address,
  answers,
  capabilities,
  fill,
  json,
  noAnswer,
  noContent,
  press,
  refusal,
  sentTo,
  standInForServer,
  visit,
} from '../site.test-support.tsx'

standInForServer()
beforeEach(() => {
  answers.set(
    'GET /api/contact',
    json({
      supportEmail: 'help@forge.example',
      infoEmail: 'hello@forge.example',
      phone: '+1 (415) 555-0142',
      addressLines: ['Forge Ltd', '7 Anvil Street'],
    }),
  )
})

const signedIn = (plan = 'free') => {
  answers.set(
    'GET /api/auth/status',
    json({ authenticated: true, user: { ...mara, subscriptionPlan: plan } }),
  )
  answers.set('GET /api/capabilities', capabilities({ plan }))
}
/** Renders the page without the layout, which is slow and tested elsewhere. */
const renderContact = (path = '/contact') => {
  render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[path]} useTransitions={false}>
          <Contact />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </StrictMode>,
  )
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement | HTMLTextAreaElement>(label)
const values = () => ['Name', 'Email', 'Subject', 'Message'].map(label => field(label).value)
const fillForm = () => {
  fill('Name', 'Anna Berg')
  fill('Email', 'anna@example.org')
  fill('Subject', 'A question')
  fill('Message', 'How large may a video be?')
}

test('CONT-01 CONT-02 Contact: shows the heading and the fields name, email, subject and message in order', async () => {
  visit('/contact')
  await screen.findByRole('heading', { level: 1, name: 'Contact Us' })
  const form = screen.getByRole('button', { name: 'Send Message' }).closest('form')
  const labels = within(form as HTMLElement)
    .getAllByRole('textbox')
    .map(box => box.closest('div')?.querySelector('label')?.textContent)
  expect(labels).toEqual(['Name', 'Email', 'Subject', 'Message'])
  expect(document.title).toBe('Contact Us | Filesmith')
})

test('CONT-03 CONT-04 CONT-05 CONT-06 ContactForm: shows validation errors at the fields and sends nothing', async () => {
  renderContact()
  fill('Name', 'A')
  fill('Email', 'anna@')
  fill('Subject', 'Hey!')
  fill('Message', 'Too short')
  press('Send Message')
  const expectedErrors = [
    ['Name', 'Name must be at least 2 characters.'],
    ['Email', 'Please enter a valid email address.'],
    ['Subject', 'Subject must be at least 5 characters.'],
    ['Message', 'Message must be at least 10 characters.'],
  ] as const
  for (const [label, words] of expectedErrors) {
    const errorText = await screen.findByText(words)
    expect(field(label).getAttribute('aria-describedby')?.split(' ')).toContain(errorText.id)
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
  }
  expect(document.activeElement).toBe(field('Name'))
  expect(sentTo('/api/contact')).toEqual([])

  fill('Name', 'Anna')
  fill('Email', 'anna@example.org')
  press('Send Message')
  await waitFor(() => expect(document.activeElement).toBe(field('Subject')))
  expect(screen.queryByText('Name must be at least 2 characters.')).toBeNull()
})

test('CONT-08 CONT-10 ContactForm: shows a spinner while sending, then a toast and an empty form', async () => {
  const sent = Promise.withResolvers<Response>()
  answers.set('POST /api/contact', () => sent.promise)
  renderContact()
  fillForm()
  press('Send Message')
  const busy = await screen.findByRole('button', { name: 'Sending...' })
  expect(busy.querySelector('svg.turn')).not.toBeNull()
  fireEvent.click(busy)
  expect(toasts.current()?.title).toBe('An older toast')
  await act(async () => sent.resolve(new Response(null, { status: 204 })))
  expect(await screen.findByRole('button', { name: 'Send Message' })).toBeTruthy()
  expect(toasts.current()).toMatchObject({
    title: 'Message sent!',
    description: "We've received your message and will get back to you soon.",
    variant: 'default',
  })
  expect(values()).toEqual(['', '', '', ''])
  expect(sentTo('/api/contact')).toEqual([
    {
      name: 'Anna Berg',
      email: 'anna@example.org',
      subject: 'A question',
      message: 'How large may a video be?',
      isPriority: false,
      website: '',
      filledInMs: expect.any(Number),
    },
  ])
})

test.each([
  [
    'too many messages',
    refusal(429, 'too-many-attempts', 'Too many attempts. Please try again in 43 minutes.'),
    'Too many attempts. Please try again in 43 minutes.',
  ],
  [
    'a server error',
    () => new Response('', { status: 502 }),
    'Message not sent. Please try again in a moment.',
  ],
  ['no connection', noAnswer, 'Message not sent: could not reach the server. Please try again.'],
])('CONT-11 ContactForm: with %s shows the reason and keeps the input', async (_what, answer, words) => {
  answers.set('POST /api/contact', answer)
  renderContact()
  fillForm()
  press('Send Message')
  const alert = await screen.findByText(words)
  expect(alert.closest('[role=alert]')).not.toBeNull()
  expect(values()).toEqual(['Anna Berg', 'anna@example.org', 'A question', 'How large may a video be?'])
  expect(toasts.current()?.title).toBe('An older toast')

  answers.set('POST /api/contact', noContent)
  press('Send Message')
  await waitFor(() => expect(toasts.current()?.title).toBe('Message sent!'))
  expect(screen.queryByText(words)).toBeNull()
})

test('ContactForm: the honeypot field is hidden from users, keyboards and screen readers', async () => {
  answers.set('POST /api/contact', noContent)
  renderContact()
  const honeypot = document.querySelector<HTMLInputElement>('input[name=topic]')
  expect([honeypot?.tabIndex, honeypot?.autocomplete]).toEqual([-1, 'off'])
  expect(honeypot?.closest('[aria-hidden=true]')).not.toBeNull()
  fillForm()
  if (honeypot) fireEvent.change(honeypot, { target: { value: 'https://pills.example' } })
  press('Send Message')
  await waitFor(() => expect(sentTo('/api/contact')).toMatchObject([{ website: 'https://pills.example' }]))
})

test('CONT-10 ContactForm: prefills name and email of signed-in users, also after sending', async () => {
  answers.set('POST /api/contact', noContent)
  signedIn()
  renderContact()
  await waitFor(() => expect(values()).toEqual(['mara.holt', 'mara@lighthouse.example', '', '']))
  fill('Name', 'Mara Holt')
  fill('Subject', 'A question')
  fill('Message', 'How large may a video be?')
  press('Send Message')
  await waitFor(() => expect(toasts.current()?.title).toBe('Message sent!'))
  expect(sentTo('/api/contact')).toMatchObject([{ name: 'Mara Holt', email: 'mara@lighthouse.example' }])
  expect(values()).toEqual(['mara.holt', 'mara@lighthouse.example', '', ''])
})

test('CONT-12 ContactInformation: lists both email addresses, phone number and office', async () => {
  renderContact()
  const column = screen.getByRole('region', { name: 'Contact information' })
  const linkTo = async (name: string) =>
    (await within(column).findByRole('link', { name })).getAttribute('href')
  expect(await linkTo('help@forge.example')).toBe('mailto:help@forge.example')
  expect(await linkTo('hello@forge.example')).toBe('mailto:hello@forge.example')
  expect(await linkTo('+1 (415) 555-0142')).toBe('tel:+14155550142')
  expect(within(column).getByText('Forge Ltd')).toBeTruthy()
  expect(within(column).getByText('7 Anvil Street')).toBeTruthy()
})

test('CONT-12 ContactInformation: shows an error with a retry button; the form still works', async () => {
  const response = answers.get('GET /api/contact')
  answers.set('GET /api/contact', noAnswer)
  renderContact()
  await screen.findByText('Could not load our addresses. You can still use the form.')
  expect(field('Message')).toBeTruthy()
  if (response) answers.set('GET /api/contact', response)
  press('Try again')
  expect(await screen.findByText('help@forge.example')).toBeTruthy()
})

test.each(['visitor', 'free', 'basic'])(
  'CONT-14 CONT-16 UrgentHelp: Priority Support links a %s to the plans',
  async who => {
    if (who !== 'visitor') signedIn(who)
    renderContact()
    const box = screen.getByRole('region', { name: 'Need Urgent Help?' })
    fireEvent.click(await within(box).findByRole('link', { name: 'Priority Support' }))
    expect(address()).toBe('/premium/plans')
  },
)

test('CONT-14 CONT-15 UrgentHelp: on Pro, Priority Support prefills and sends a priority message', async () => {
  answers.set('POST /api/contact', noContent)
  signedIn('pro')
  renderContact()
  const box = screen.getByRole('region', { name: 'Need Urgent Help?' })
  await within(box).findByText('Included in your Pro plan.')
  fireEvent.click(within(box).getByRole('button', { name: 'Priority Support' }))
  const note = await screen.findByText('Priority message.')
  expect(note.closest('[role=status] p')?.textContent).toBe(
    'Priority message. It goes to the front of the line. We reply within 12 hours.',
  )
  expect(values()).toEqual(['mara.holt', 'mara@lighthouse.example', 'Priority support', ''])
  expect(document.activeElement).toBe(field('Message'))
  expect(address()).toBe('/contact?priority=true')
  fill('Message', 'Nothing works, and I have a deadline.')
  press('Send Message')
  await waitFor(() => expect(toasts.current()?.title).toBe('Message sent!'))
  expect(sentTo('/api/contact')).toMatchObject([{ subject: 'Priority support', isPriority: true }])
  await waitFor(() => expect(values()).toEqual(['mara.holt', 'mara@lighthouse.example', '', '']))
  expect(screen.queryByText('Priority message.')).toBeNull()
  expect(address()).toBe('/contact')
})

test('CONT-15 ContactForm: keeps a custom subject, and a priority message can become a regular one', async () => {
  answers.set('POST /api/contact', noContent)
  signedIn('pro')
  renderContact('/contact?priority=true')
  await screen.findByText('Priority message.')
  fill('Subject', 'My invoice')
  fill('Message', 'It is not that urgent after all.')
  press('Send as a regular message')
  expect(document.activeElement).toBe(field('Message'))
  expect(field('Subject').value).toBe('My invoice')
  press('Send Message')
  await waitFor(() =>
    expect(sentTo('/api/contact')).toMatchObject([{ subject: 'My invoice', isPriority: false }]),
  )
})

test('CONT-16 ContactForm: ignores the priority parameter below Pro', async () => {
  signedIn('basic')
  renderContact('/contact?priority=true')
  await screen.findByText('Part of the Pro plan.')
  expect(field('Subject').value).toBe('')
  expect(screen.queryByText('Priority message.')).toBeNull()
})

test('CONT-17 ContactQuestions: shows four questions in order, one open at a time', async () => {
  renderContact()
  const faq = screen.getByRole('region', { name: 'Questions and answers' })
  const questions = within(faq).getAllByRole('button')
  expect(questions.map(question => question.textContent)).toEqual([
    'How soon will I get an answer?',
    'Do you help with technical problems?',
    'Can I get a refund?',
    'Do you offer custom solutions for enterprises?',
  ])
  const expanded = () => questions.map(question => question.getAttribute('aria-expanded'))
  expect(expanded()).toEqual(['false', 'false', 'false', 'false'])
  fireEvent.click(questions[0] as HTMLElement)
  expect(expanded()).toEqual(['true', 'false', 'false', 'false'])
  expect(within(faq).getByText(/Within 24-48 business hours/)).toBeTruthy()
  fireEvent.click(questions[2] as HTMLElement)
  expect(expanded()).toEqual(['false', 'false', 'true', 'false'])
  expect(within(faq).getByText(/within 14 days of your first payment/)).toBeTruthy()
  fireEvent.click(questions[2] as HTMLElement)
  expect(expanded()).toEqual(['false', 'false', 'false', 'false'])
})
