/** All screens of the site: pages of the contract, tools, profile and admin sections, states of the checkout. */
import { adminPath, adminSections } from '@filesmith/contract/admin-sections'
import { apiPaths } from '@filesmith/contract/api-paths'
import { anyFileMessages } from '@filesmith/contract/messages/any-file'
import { anyFileTab } from '@filesmith/contract/messages/any-file-tab'
import { chatSection, type ProfileSectionId, profileSectionsOf } from '@filesmith/contract/messages/profile'
import { pairPath } from '@filesmith/contract/pair-pages'
import { pages, paths } from '@filesmith/contract/routes'
import { hubToolPath, hubTools } from '@filesmith/contract/tools/hub'
import type { Page } from '@playwright/test'

/** `member` is on Free and has converted a file; `customer` has paid for Pro; `operator` has admin access. */
export type Role = 'visitor' | 'member' | 'customer' | 'operator'

export interface SiteScreen {
  /** Unique and valid as a file name. */
  readonly name: string
  readonly path: string
  readonly role: Role
  /** The main heading, if the page has several states. */
  readonly heading?: string
  /** Runs before the page is opened. */
  prepare?(page: Page): Promise<void>
  /** User actions before the screen is inspected. */
  act?(page: Page): Promise<unknown>
}

/** Pages with several states at the same path. */
const pagesWithStates: readonly string[] = [paths.profile, paths.checkout, paths.testBilling, paths.admin]

export const screens: readonly SiteScreen[] = [
  ...Object.keys(pages)
    .filter(path => !pagesWithStates.includes(path))
    .map(path => visitorScreen(nameOf(path), path)),
  visitorScreen('tools', paths.tools),
  ...hubTools.map(({ id }) => visitorScreen(`tools-${id}`, hubToolPath(id))),
  // One page for all pairs.
  visitorScreen('pair', pairPath({ from: 'heic', to: 'jpg' })),
  {
    ...visitorScreen('home-any', paths.home),
    act: async page => {
      await page.getByRole('tab', { name: anyFileTab.label }).click()
      await page.getByRole('heading', { name: anyFileMessages.heading }).waitFor()
    },
  },
  visitorScreen('reset-password-form', `${paths.resetPassword}?token=anything`),
  visitorScreen('not-found', '/no/such/page'),
  { ...visitorScreen('checkout-failed', paths.checkout), heading: 'Payment Setup Failed' },
  {
    ...visitorScreen('developers-call', paths.developers),
    act: async page => {
      await page.getByLabel('Your API key').fill('fsk_wrong')
      await page.getByRole('button', { name: /Get account/ }).click()
      await page.getByRole('button', { name: 'Send request' }).click()
      await page.getByText('key-invalid').waitFor()
    },
  },
  { name: 'home-member', path: paths.home, role: 'member' },
  { name: 'home-customer', path: paths.home, role: 'customer' },
  { name: 'plans-customer', path: paths.plans, role: 'customer' },
  { name: 'pricing-customer', path: paths.pricing, role: 'customer' },
  ...profileSectionsOf('public').map(({ id }) => profileScreen(id, 'member')),
  // The account section does not depend on the plan; security is covered below with a new key.
  profileScreen('subscription', 'customer'),
  profileScreen('usage', 'customer'),
  profileScreen(chatSection.id, 'member'),
  profileScreen(chatSection.id, 'customer'),
  {
    name: 'profile-new-key',
    path: `${paths.profile}?section=security`,
    role: 'customer',
    act: async page => {
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Build server')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('button', { name: 'I have copied it' }).waitFor()
    },
  },
  {
    ...visitorScreen('verify-email-sign-in', `${paths.verifyEmail}?token=anything`),
    heading: 'Sign in to confirm your email address',
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

/** Opens a screen and waits until it is fully rendered. */
export async function openScreen(page: Page, { path, heading, prepare, act }: SiteScreen): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await prepare?.(page)
  await page.goto(path)
  await waitForContent(page, heading)
  await act?.(page)
}

/**
 * As openScreen, but within the document that the page already has: loading the app again takes most of the time. A
 * state of a page, which depends on how it was loaded, is opened from the server.
 */
export async function navigateToScreen(page: Page, screen: SiteScreen): Promise<void> {
  const isAppOpen = await page.locator('main h1').first().isVisible()
  if (!isAppOpen || screen.heading !== undefined || screen.prepare !== undefined)
    return openScreen(page, screen)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // As a click on a link would; the router renders on popstate before the next frame.
  await page.evaluate(async path => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
    await new Promise(requestAnimationFrame)
  }, screen.path)
  await waitForContent(page)
  await screen.act?.(page)
}

/** Skeletons are shown while data loads; they stay on screens that show the loading state itself. */
export async function waitForContent(page: Page, heading?: string): Promise<void> {
  const h1 = page.locator('main h1')
  await (heading === undefined ? h1 : h1.filter({ hasText: heading })).waitFor()
  if (heading === undefined) await page.waitForFunction(() => !document.querySelector('main .breathe'))
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

function profileScreen(section: ProfileSectionId | typeof chatSection.id, role: Role): SiteScreen {
  return { name: `profile-${section}-${role}`, path: `${paths.profile}?section=${section}`, role }
}

/** Expands the first row of a list, if there is one. */
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
