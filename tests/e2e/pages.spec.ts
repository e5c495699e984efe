/** Help, about, contact and legal pages. */
import { expect, test } from '@playwright/test'
import { receiveMail } from '../support/mailbox.ts'
import { expectToast, signUp, signUpOnPlan } from './accounts.ts'
import { dataFolder } from './data-folder.ts'
import { button, field, main } from './locators.ts'

test('HELP-01 HELP-02 HELP-03 HELP-04 HELP-05 help: search, cards that open articles, and questions that open one at a time', async ({
  page,
}) => {
  await page.goto('/help')
  const cards = ['Getting Started', 'Tutorials', 'Account & Billing', 'Contact Support']
  for (const name of cards) await expect(main(page).getByRole('heading', { name }).first()).toBeVisible()
  const questions = main(page).getByRole('button', { expanded: false })
  await expect(questions).toHaveCount(10)
  await questions.nth(0).click()
  await questions.nth(3).click()
  await expect(main(page).getByRole('button', { expanded: true })).toHaveCount(1)
  await main(page).getByRole('button', { expanded: true }).click()
  await expect(main(page).getByRole('button', { expanded: true })).toHaveCount(0)

  await main(page).getByRole('searchbox').fill('teapot of the moon')
  await expect(page).toHaveURL(/q=/)
  await expect(main(page).getByRole('status').first()).toContainText(/no|nothing/i)
  await main(page).getByRole('searchbox').fill('gif')
  await main(page).getByRole('link', { name: /GIF/i }).first().click()
  await expect(page).toHaveURL(/\/help\//)
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText(/GIF/i)
})

test('CONT-01 CONT-02 CONT-03 CONT-04 CONT-05 CONT-06 CONT-08 CONT-09 CONT-10 contact form: a message is validated, sent, stored and mailed', async ({
  page,
}) => {
  // Visitors who submit as fast as this test are treated as bots.
  await signUp(page)
  await page.goto('/contact')
  await expect(main(page).getByRole('heading', { name: 'Contact Us', exact: true })).toBeVisible()
  await field(page, 'Name').fill('A')
  await field(page, 'Email').fill('invalid')
  await field(page, 'Subject').fill('Hi')
  await field(page, 'Message').fill('short')
  await button(page, 'Send Message').click()
  for (const problem of [
    'Name must be at least 2 characters.',
    'Please enter a valid email address.',
    'Subject must be at least 5 characters.',
    'Message must be at least 10 characters.',
  ])
    await expect(main(page).getByText(problem)).toBeVisible()
  const subject = `A question about ${Date.now()}`
  await field(page, 'Name').fill('Anna Smith')
  await field(page, 'Email').fill('anna@example.org')
  await field(page, 'Subject').fill(subject)
  await field(page, 'Message').fill('How large may a video be, and how long is it kept?')
  await button(page, 'Send Message').click()
  await expectToast(page, 'Message sent!', "We've received your message and will get back to you soon.")
  await expect(field(page, 'Message')).toHaveValue('')
  expect(await receiveMail(dataFolder, 'support@localhost', new RegExp(subject))).toBeTruthy()
})

test('CONT-14 CONT-15 CONT-16 Priority Support: the form for Pro, the plans for everyone else', async ({
  page,
}) => {
  await page.goto('/contact')
  await main(page).getByText('Priority Support').first().click()
  await expect(page).toHaveURL('/premium/plans')
  await signUpOnPlan(page, 'pro')
  await page.goto('/contact')
  await main(page).getByText('Priority Support').first().click()
  await expect(field(page, 'Subject')).toHaveValue('Priority support')
})

test('TEXT-01 TEXT-02 TEXT-03 TEXT-05 about and legal pages: links, and dates of the last update', async ({
  page,
}) => {
  await page.goto('/about')
  await expect(main(page).getByRole('link', { name: 'Create an Account' })).toHaveAttribute(
    'href',
    '/sign-up',
  )
  await expect(main(page).locator('a[href="/contact"]').first()).toBeVisible()
  for (const [path, name] of [
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms of Service'],
  ] as const) {
    await page.goto(path)
    await expect(main(page).getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(main(page).getByText('Last Updated: April 2023')).toBeVisible()
  }
})

test('NF-03 FRAME-03 routes: every route of the site answers, and no other', async ({ page, request }) => {
  await signUp(page)
  const routes =
    '/ /profile /checkout /tools /tools/pdf /sign-in /sign-up /pricing /help /about /privacy /terms /contact /premium/plans /forgot-password /reset-password'
  for (const path of routes.split(' '))
    expect([path, (await request.get(path)).status()]).toEqual([path, 200])
  for (const path of ['/nowhere', '/help/nothing-like-it'])
    expect([path, (await request.get(path)).status()]).toEqual([path, 404])
})
