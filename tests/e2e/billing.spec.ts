/** Billing: choosing, paying for, changing and canceling a plan. */
import { expect, type Page, test } from '@playwright/test'
import { receiveMail } from '../support/mailbox.ts'
import { createAccount, expectToast, signUp } from './accounts.ts'
import { dataFolder } from './data-folder.ts'
import { button, field, main } from './locators.ts'

const heading = (page: Page, name: string) => main(page).getByRole('heading', { name, exact: true })

async function openCheckout(page: Page, query = 'planId=2&amount=4.99'): Promise<void> {
  await page.goto(`/checkout?${query}`)
  await expect(heading(page, 'Complete Your Purchase')).toBeVisible()
}

async function typeCard(page: Page, number: string): Promise<void> {
  await field(page, 'Card number').pressSequentially(number)
  await field(page, 'Expiry date').pressSequentially('1240')
  await field(page, 'Security code').pressSequentially('123')
}

const payButton = (page: Page) => main(page).getByRole('button', { name: /^Pay \$/ })

async function buy(page: Page, query?: string): Promise<void> {
  await openCheckout(page, query)
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expectToast(page, 'Subscription Updated')
  await expect(page).toHaveURL(/\/profile/)
}

test('FRAME-04 /plans and /premium redirect to the plans page', async ({ page }) => {
  for (const path of ['/plans', '/premium']) {
    await page.goto(path)
    await expect(page).toHaveURL('/premium/plans')
  }
})

test('PLAN-01 PLAN-02 PLAN-03 PLAN-04 PLAN-09 PLAN-10 PLAN-12 PLAN-13 PLAN-14 PLAN-15 plans page: compares plans and leads to the checkout', async ({
  page,
}) => {
  await page.goto('/premium/plans')
  await expect(heading(page, 'Choose Your Plan')).toBeVisible()
  await expect(main(page).getByText('Save 20%')).toBeVisible()
  const prices = main(page).getByText(/^\$\d+\.\d\d$/)
  await expect(prices).toHaveText(['$0.00', '$4.99', '$9.99'])
  await expect(main(page).getByText('Most Popular')).toHaveCount(1)

  const free = main(page).getByRole('button', { disabled: true }).first()
  await expect(free).toHaveAttribute('aria-disabled', 'true')
  await free.click({ force: true })
  await expectToast(page, 'Free Plan', "You're already on the free plan! Enjoy our basic features.")
  await expect(page).toHaveURL('/premium/plans')

  await main(page)
    .getByRole('radio', { name: /Yearly/ })
    .check()
  await expect(prices).toHaveText(['$0.00', '$47.90', '$95.90'])
  await main(page)
    .getByRole('radio', { name: /Monthly/ })
    .check()
  await main(page).getByRole('button', { name: 'Choose Basic' }).click()
  await expectToast(page, 'Subscription Selection', 'You selected the Basic plan. Redirecting to checkout...')
  // A visitor signs in first and returns to the selected plan.
  await expect(page).toHaveURL(/\/sign-in\?/)
})

test('PLAN-15 PAY-07 checkout: a visitor who picks a yearly plan signs in and returns to the same checkout', async ({
  page,
}) => {
  const { username, password } = await createAccount(page)
  await page.goto('/premium/plans')
  await main(page)
    .getByRole('radio', { name: /Yearly/ })
    .check()
  await main(page).getByRole('button', { name: 'Choose Pro' }).click()
  await field(page, 'Username').fill(username)
  await field(page, 'Password').fill(password)
  await main(page).getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/checkout?planId=3&amount=95.9')
  await expect(heading(page, 'Complete Your Purchase')).toBeVisible()
  await expect(main(page).getByText('Pro plan')).toBeVisible()
  await expect(main(page).getByText('$95.90').first()).toBeVisible()
})

test('PAY-08 PAY-09 PAY-10 PAY-11 PAY-12 checkout: a test card pays, the plan is active immediately, with a receipt', async ({
  page,
}) => {
  const { email } = await signUp(page)
  await openCheckout(page, 'planId=3&amount=9.99')
  await expect(main(page).getByText('Test mode').first()).toBeVisible()
  await expect(main(page).getByText(/processed securely/)).toBeVisible()
  await typeCard(page, '4242424242424242')
  await expect(field(page, 'Card number')).toHaveValue('4242 4242 4242 4242')
  await expect(field(page, 'Expiry date')).toHaveValue('12/40')
  const payments: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/test-payments/confirm')) payments.push(request.url())
  })
  await payButton(page).dblclick()
  await expectToast(page, 'Subscription Updated')
  expect(payments).toHaveLength(1)
  await expect(page).toHaveURL(/\/profile/)
  await expect(main(page).getByText('Pro', { exact: true }).first()).toBeVisible()
  await expect(main(page).getByText(/renew on/)).toBeVisible()
  const mail = await receiveMail(dataFolder, email, /receipt|payment/i)
  expect(mail).toBeTruthy()
  const download = page.waitForEvent('download')
  await main(page)
    .getByRole('link', { name: /Download invoice FS-/ })
    .click()
  expect((await download).suggestedFilename()).toMatch(/FS-\d{4}-\d{6}\.pdf$/)
})

test('PAY-13 checkout: a declined card shows an error, and another card works', async ({ page }) => {
  await signUp(page)
  await openCheckout(page)
  await typeCard(page, '4000000000000002')
  await payButton(page).click()
  await expectToast(page, 'Payment Failed', 'Your card was declined. Please try another card.')
  await field(page, 'Card number').fill('')
  await field(page, 'Card number').pressSequentially('5555555555554444')
  await payButton(page).click()
  await expectToast(page, 'Subscription Updated')
})

test('checkout: a real card number never leaves the page', async ({ page }) => {
  await signUp(page)
  await openCheckout(page)
  const sent: string[] = []
  page.on('request', request => sent.push(request.postData() ?? ''))
  // A valid number that is not a test card.
  await typeCard(page, '4111111111111111')
  await payButton(page).click()
  await expect(page.getByText(/test card/i).first()).toBeVisible()
  expect(sent.filter(body => body.replace(/\D/g, '').includes('4111111111111111'))).toEqual([])
})

test('checkout: a card that requires confirmation is declined first, then confirmed', async ({ page }) => {
  await signUp(page)
  await openCheckout(page)
  await typeCard(page, '4000002760003184')
  await payButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expectToast(page, 'Payment Failed')
  await payButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm payment' }).click()
  await expectToast(page, 'Subscription Updated')
  await expect(page).toHaveURL(/\/profile/)
})

test('PAY-03 PAY-04 checkout: shows no form and sends no request without an amount; Go Back leaves it', async ({
  page,
}) => {
  await signUp(page)
  const calls: string[] = []
  page.on('request', request => {
    if (request.url().includes('create-payment-intent')) calls.push(request.url())
  })
  await page.goto('/premium/plans')
  await page.goto('/checkout?planId=2')
  await expect(heading(page, 'Payment Setup Failed')).toBeVisible()
  await expect(main(page).getByText('No amount specified for checkout')).toBeVisible()
  expect(calls).toEqual([])
  await button(page, 'Go Back').click()
  await expect(page).not.toHaveURL(/checkout/)
})

test('SUB-07 SUB-08 SUB-09 subscription: is changed, managed, canceled and resumed', async ({ page }) => {
  await signUp(page)
  await buy(page)
  await openCheckout(page, 'planId=3&amount=9.99')
  await expect(main(page).getByText('Unused time on your Basic plan')).toBeVisible()
  await expect(main(page).getByText('Visa ending in 4242')).toBeVisible()
  await payButton(page).click()
  await expectToast(page, 'Subscription Updated')
  await page.goto('/profile?section=subscription')
  await expect(main(page).getByText(/Your Pro plan will renew on/)).toBeVisible()

  await button(page, 'Cancel subscription').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await expectToast(
    page,
    'Subscription Cancelled',
    'Your access continues until the current billing period ends.',
  )
  await expect(main(page).getByText(/ends on/)).toBeVisible()
  await button(page, 'Resume subscription').click()
  await expect(main(page).getByText(/renew on/)).toBeVisible()

  await button(page, 'Manage Billing').click()
  await expect(page).toHaveURL('/test-billing')
  await expect(main(page).getByText(/4242/)).toBeVisible()
})

test('PLAN-25 subscription: can be refunded within 14 days', async ({ page }) => {
  await signUp(page)
  await buy(page)
  await page.goto('/profile?section=subscription')
  await button(page, 'Request refund').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Request refund' }).click()
  await expectToast(page, 'Refund issued')
  await expect(main(page).getByText('Refunded')).toBeVisible()
})

test('PRICE-01 PRICE-06 PRICE-07 PRICE-08 PRICE-09 pricing page: marks the current plan of a signed-in user', async ({
  page,
}) => {
  await page.goto('/pricing')
  await expect(heading(page, 'Choose Your Perfect Plan')).toBeVisible()
  await expect(page.getByText('Current Plan')).toHaveCount(0)
  await expect(main(page).getByRole('link', { name: 'Contact Sales' })).toHaveAttribute('href', '/contact')
  await signUp(page)
  await buy(page)
  await page.goto('/pricing')
  await expect(main(page).getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  await main(page).getByRole('button', { name: /Pro/ }).click()
  await expect(page).toHaveURL('/checkout?planId=3&amount=9.99')
})
