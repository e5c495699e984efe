/** API keys in the account settings, and the API reference with its console. */
import { expect, type Page, test } from '@playwright/test'
import { expectToast, signUp, signUpOnPlan } from './accounts.ts'
import { button, field, main } from './locators.ts'

async function createKey(page: Page, name: string): Promise<string> {
  await page.goto('/profile?section=security')
  await button(page, 'New key').click()
  await field(page, 'Name').fill(name)
  await button(page, 'Create key').click()
  const key = await page.getByLabel('API key', { exact: true }).textContent()
  await button(page, 'I have copied it').click()
  return key ?? ''
}

async function tryAccountCall(page: Page, key: string): Promise<void> {
  await page.goto('/developers')
  await page.getByLabel('Your API key').fill(key)
  await page.getByRole('button', { name: /Get account/ }).click()
  await button(page, 'Send request').click()
}

test('API-35 API keys: a key is created in the profile, tried on /developers, revoked and then rejected', async ({
  page,
}) => {
  const { username } = await signUpOnPlan(page, 'pro')
  const key = await createKey(page, 'Build server')
  expect(key).toMatch(/^fsk_/)
  await expect(page.getByText(key)).toHaveCount(0)
  await expect(main(page).getByText('never used')).toBeVisible()

  await tryAccountCall(page, key)
  const answer = page.getByRole('region', { name: 'Try it' }).getByRole('status')
  await expect(answer.getByText('200', { exact: true })).toBeVisible()
  await expect(answer.getByText(`"username": "${username}"`)).toBeVisible()
  await answer.getByText('Headers').click()
  await expect(answer.getByText('ratelimit-remaining:')).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain(key)

  await page.goto('/profile?section=security')
  await expect(main(page).getByText('used just now')).toBeVisible()
  await button(page, 'Revoke key Build server').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await expectToast(page, 'Key revoked')
  await tryAccountCall(page, key)
  await expect(answer.getByText('401', { exact: true })).toBeVisible()
  await expect(answer.getByText('key-invalid')).toBeVisible()
})

test('API-35 API reference: every operation opens, also by URL, and is reachable by keyboard', async ({
  page,
}) => {
  await page.goto('/developers#listOperations')
  const call = page.getByRole('button', { name: /List operations/ })
  await expect(call).toHaveAttribute('aria-expanded', 'true')
  await expect(call).toBeFocused()
  await expect(main(page).getByText('maxFileBytes')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(call).toHaveAttribute('aria-expanded', 'false')
  const described = (await (await page.request.get('/api/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string; summary: string }>>
  }
  for (const { operationId, summary } of Object.values(described.paths).flatMap(path => Object.values(path)))
    await expect(main(page).locator(`button#${operationId}`)).toContainText(summary)
})

test('API-35 API keys: an account without Pro sees what a key requires; the footer links to the reference', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/profile?section=security')
  await expect(page.getByRole('heading', { name: 'The API is part of Pro' })).toBeVisible()
  await expect(button(page, 'New key')).toHaveCount(0)
  await page.getByRole('contentinfo').getByRole('link', { name: 'For developers' }).click()
  await expect(page.getByRole('heading', { name: 'API for developers', level: 1 })).toBeVisible()
})
