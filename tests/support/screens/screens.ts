/** Every screen of the site: pages of the contract, tools, sections of an account and of the admin area, faces of the checkout. */
import { adminPath, adminSections } from '@filesmith/contract/admin-sections'
import { apiPaths } from '@filesmith/contract/api-paths'
import { type ProfileSectionId, profileSections } from '@filesmith/contract/messages/profile'
import { pages, paths } from '@filesmith/contract/routes'
import { hubToolPath, hubTools } from '@filesmith/contract/tools/hub'
import type { Page } from '@playwright/test'

/** `member` is on Free and has converted something; `customer` has paid for Pro; `operator` runs the site. */
export type Role = 'visitor' | 'member' | 'customer' | 'operator'

export interface SiteScreen {
  /** Unique, and fit for the name of a file. */
  readonly name: string
  readonly path: string
  readonly role: Role
  /** Its main heading, where the page of this address has several faces. */
  readonly heading?: string
  /** What must be so before it is opened. */
  prepare?(page: Page): Promise<void>
  /** What somebody does on it before it is looked at. */
  act?(page: Page): Promise<unknown>
}

/** Pages that are told apart by more than their address. */
const severalFaces: readonly string[] = [paths.profile, paths.checkout, paths.testBilling, paths.admin]

export const screens: readonly SiteScreen[] = [
  ...Object.keys(pages)
    .filter(path => !severalFaces.includes(path))
    .map(path => visitorScreen(nameOf(path), path)),
  visitorScreen('tools', paths.tools),
  ...hubTools.map(({ id }) => visitorScreen(`tools-${id}`, hubToolPath(id))),
  visitorScreen('reset-password-form', `${paths.resetPassword}?token=anything`),
  visitorScreen('not-found', '/no/such/page'),
  { ...visitorScreen('checkout-failed', paths.checkout), heading: 'Payment Setup Failed' },
  {
    ...visitorScreen('developers-call', paths.developers),
    act: async page => {
      await page.getByLabel('Your API key').fill('fsk_wrong')
      await page.getByRole('button', { name: /Get account/ }).click()
      await page.getByRole('button', { name: 'Send call' }).click()
      await page.getByText('key-invalid').waitFor()
    },
  },
  { name: 'home-member', path: paths.home, role: 'member' },
  { name: 'home-customer', path: paths.home, role: 'customer' },
  { name: 'plans-customer', path: paths.plans, role: 'customer' },
  { name: 'pricing-customer', path: paths.pricing, role: 'customer' },
  ...profileSections.map(({ id }) => profileScreen(id, 'member')),
  // An account says the same on every plan; security is looked at below, with a new key.
  profileScreen('subscription', 'customer'),
  profileScreen('usage', 'customer'),
  {
    name: 'profile-new-key',
    path: `${paths.profile}?section=security`,
    role: 'customer',
    act: async page => {
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Build server')
      await page.getByRole('button', { name: 'Make key' }).click()
      await page.getByRole('button', { name: 'I have copied it' }).waitFor()
    },
  },
  {
    ...visitorScreen('verify-email-sign-in', `${paths.verifyEmail}?token=anything`),
    heading: 'Sign in to confirm your address',
    prepare: page =>
      answerWith(page, `**${apiPaths.verifyEmail}`, 202, { isSignInNeeded: true, canSetPassword: true }),
  },
  {
    name: 'checkout-loading',
    path: `${paths.checkout}?planId=2&amount=4.99`,
    role: 'member',
    heading: 'Preparing Your Checkout',
    prepare: page => neverAnswer(page, '**/api/create-payment-intent'),
  },
  {
    name: 'checkout-ready',
    path: `${paths.checkout}?planId=2&amount=4.99`,
    role: 'member',
    heading: 'Complete Your Purchase',
  },
  {
    name: 'checkout-refused',
    path: `${paths.checkout}?planId=3&amount=0.01`,
    role: 'member',
    heading: 'Payment Setup Failed',
  },
  {
    name: 'checkout-change',
    path: `${paths.checkout}?planId=2&amount=4.99`,
    role: 'customer',
    heading: 'Complete Your Purchase',
  },
  { name: 'test-billing', path: paths.testBilling, role: 'customer' },
  ...adminSections.map(({ id }) => ({
    name: `admin-${id}`,
    path: adminPath(id),
    role: 'operator' as const,
    act: openFirstRow,
  })),
]

async function answerWith(page: Page, url: string, status: number, json: object): Promise<void> {
  await page.route(url, route => route.fulfill({ status, json }))
}

/** Opens a screen and waits until everything on it is there. */
export async function openScreen(page: Page, { path, heading, prepare, act }: SiteScreen): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await prepare?.(page)
  await page.goto(path)
  await untilThere(page, heading)
  await act?.(page)
}

/** Skeletons are on screen as long as something is on its way; where the loading itself is the face, they stay. */
async function untilThere(page: Page, heading: string | undefined): Promise<void> {
  const h1 = page.locator('main h1')
  await (heading === undefined ? h1 : h1.filter({ hasText: heading })).waitFor()
  if (heading === undefined) await page.waitForFunction(() => !document.querySelector('main .breathe'))
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

function profileScreen(section: ProfileSectionId, role: Role): SiteScreen {
  return { name: `profile-${section}-${role}`, path: `${paths.profile}?section=${section}`, role }
}

/** Where there is a list: what a row says when it is opened. */
async function openFirstRow(page: Page): Promise<void> {
  const row = page.locator('main li button[aria-expanded=false]').first()
  if (await row.isVisible()) await row.click()
}

function visitorScreen(name: string, path: string): SiteScreen {
  return { name, path, role: 'visitor' }
}

function nameOf(path: string): string {
  return path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')
}

async function neverAnswer(page: Page, url: string): Promise<void> {
  await page.route(url, () => new Promise(() => undefined))
}
