/** Header, footer and side panels around every screen, and the not-found screen. */
import { expect, type Locator, test } from '@playwright/test'

async function linksOf(area: Locator): Promise<string[][]> {
  return area
    .getByRole('link')
    .evaluateAll(links =>
      links.map(link => [link.textContent?.trim() ?? '', link.getAttribute('href') ?? '']),
    )
}

for (const path of ['/', '/no-such-page']) {
  test(`FRAME-01 FRAME-02 ${path}: has header and footer and a title with Filesmith`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Left sidebar' })).toBeVisible()
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Right sidebar' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page).toHaveTitle(/Filesmith/)
    await expect(page.getByRole('banner')).toContainText('Filesmith')
  })
}

test('FRAME-05 FRAME-06 header: links to Home, Tools, Pricing, Help, Sign In and Sign Up', async ({
  page,
}) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  expect(await linksOf(header.getByRole('navigation', { name: 'Main' }))).toEqual([
    ['Home', '/'],
    ['Tools', '/tools'],
    ['Pricing', '/premium/plans'],
    ['Help', '/help'],
  ])
  await expect(header.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/sign-in')
  await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/sign-up')
  await expect(header.getByRole('link', { name: 'Profile' })).toHaveCount(0)
})

test('FRAME-09 phone menu: opens, closes and has the same links', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const menuButton = page.getByRole('button', { name: 'Menu' })
  await expect(page.getByRole('banner').getByRole('link', { name: 'Pricing' })).toHaveCount(0)
  await menuButton.click()
  await expect(menuButton).toHaveAttribute('aria-expanded', 'true')
  const header = page.getByRole('banner')
  for (const [name, href] of [
    ['Home', '/'],
    ['Tools', '/tools'],
    ['Pricing', '/premium/plans'],
    ['Help', '/help'],
    ['Sign In', '/sign-in'],
    ['Sign Up', '/sign-up'],
  ] as const) {
    const link = header.getByRole('link', { name, exact: true }).locator('visible=true')
    await expect(link).toHaveAttribute('href', href)
  }
  await page.keyboard.press('Escape')
  await expect(menuButton).toHaveAttribute('aria-expanded', 'false')
})

test('FRAME-11 footer: links in order', async ({ page }) => {
  await page.goto('/')
  const links = await linksOf(page.getByRole('contentinfo').getByRole('navigation'))
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

test('FRAME-12 FRAME-13 FRAME-14 FRAME-15 FRAME-16 FRAME-17 side panels: show the specified texts', async ({
  page,
}) => {
  await page.goto('/')
  const left = page.getByRole('complementary', { name: 'Left sidebar' })
  const right = page.getByRole('complementary', { name: 'Right sidebar' })
  for (const side of [left, right]) {
    await expect(side.getByText('Advertisement', { exact: true })).toBeVisible()
    await expect(side.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/premium/plans')
  }
  await expect(left).toContainText(/optimized images can cut page load times by up to 70%/i)
  await expect(left.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact')
  for (const claim of [
    /ad-free/i,
    /file sizes up to 2GB/i,
    /advanced conversion options/i,
    /priority processing/i,
  ]) {
    await expect(right).toContainText(claim)
  }
  expect(await linksOf(right.getByRole('navigation', { name: 'Looking For More' }))).toEqual([
    ['All Tools', '/tools'],
    ['Premium Plans', '/premium/plans'],
    ['Help Center', '/help'],
  ])
})

test('NF-01 NF-02 unknown path: shows the not-found screen with status 404', async ({ page }) => {
  const response = await page.goto('/some/unknown/path')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
})
