/** Pages of the site, and links of its header and footer. */
import type { Instance } from './instance.ts'

export const paths = {
  home: '/',
  tools: '/tools',
  plans: '/premium/plans',
  help: '/help',
  about: '/about',
  contact: '/contact',
  developers: '/developers',
  /** Everything that can be converted. */
  formats: '/formats',
  /** Pages of single conversions are below this path. */
  pairs: '/convert',
  terms: '/terms',
  privacy: '/privacy',
  signIn: '/sign-in',
  signUp: '/sign-up',
  /** Target of invitation links. */
  invitation: '/invitation',
  /** Target of the set-up link, which creates the first operator. */
  setUp: '/set-up',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  profile: '/profile',
  pricing: '/pricing',
  checkout: '/checkout',
  /** Billing page of the test payments. */
  testBilling: '/test-billing',
  /** For operators; its sections are below this path. */
  admin: '/admin',
} as const

interface Link {
  readonly label: string
  readonly to: string
}

export const headerLinks: readonly Link[] = [
  { label: 'Home', to: paths.home },
  { label: 'Tools', to: paths.tools },
  { label: 'Pricing', to: paths.plans },
  { label: 'Help', to: paths.help },
]

export const footerLinks: readonly Link[] = [
  { label: 'Tools', to: paths.tools },
  { label: 'Pricing', to: paths.plans },
  { label: 'Help', to: paths.help },
  { label: 'About', to: paths.about },
  { label: 'Contact', to: paths.contact },
  { label: 'Terms', to: paths.terms },
  { label: 'Privacy', to: paths.privacy },
]

/** In the footer beside the navigation, whose links are specified. */
export const formatsLink: Link = { label: 'Formats', to: paths.formats }

export const lookingForMoreLinks: readonly Link[] = [
  { label: 'All Tools', to: paths.tools },
  { label: 'Premium Plans', to: paths.plans },
  { label: 'Help Center', to: paths.help },
]

/** Pages about plans and payments. A private instance has none of them. */
const moneyPaths: ReadonlySet<string> = new Set([
  paths.plans,
  paths.pricing,
  paths.checkout,
  paths.testBilling,
])

export function hasPage(instance: Instance, path: string): boolean {
  return instance === 'public' || !moneyPaths.has(path)
}

/** The links to pages that the instance has. */
export function linksOf(instance: Instance, links: readonly Link[]): readonly Link[] {
  return links.filter(({ to }) => hasPage(instance, to))
}

export interface PageName {
  readonly title: string
  /** Canonical path if the page has several. */
  readonly canonical?: string
  /** False for steps of a flow and private pages. */
  readonly isIndexed?: boolean
}

export interface PageTexts extends PageName {
  readonly description: string
  readonly keywords?: readonly string[]
}

/** All pages; the server returns 404 for other paths. A new page needs a row here and one in page-descriptions.ts. */
export const pages = {
  '/': {
    title: 'Free Online File Converter, No Signup Required | Filesmith',
  },
  '/sign-in': {
    title: 'Sign In | Filesmith',
  },
  '/sign-up': {
    title: 'Sign Up | Filesmith',
  },
  '/invitation': {
    title: 'Accept Your Invitation | Filesmith',
    isIndexed: false,
  },
  '/set-up': {
    title: 'Set Up | Filesmith',
    isIndexed: false,
  },
  '/forgot-password': {
    title: 'Forgot Password | Filesmith',
    isIndexed: false,
  },
  '/reset-password': {
    title: 'Set a New Password | Filesmith',
    isIndexed: false,
  },
  '/verify-email': {
    title: 'Confirm Your Email | Filesmith',
    isIndexed: false,
  },
  '/profile': {
    title: 'Your Account | Filesmith',
    isIndexed: false,
  },
  '/premium/plans': {
    title: 'Plans: Free, Basic and Pro | Filesmith',
  },
  '/pricing': {
    title: 'Pricing | Filesmith',
  },
  '/help': {
    title: 'Help Center | Filesmith',
  },
  '/about': {
    title: 'About | Filesmith',
  },
  '/contact': {
    title: 'Contact Us | Filesmith',
  },
  '/developers': {
    title: 'API for Developers | Filesmith',
  },
  '/formats': {
    title: 'Supported Formats: What Can Be Converted | Filesmith',
  },
  '/privacy': {
    title: 'Privacy Policy | Filesmith',
  },
  '/terms': {
    title: 'Terms of Service | Filesmith',
  },
  '/checkout': {
    title: 'Checkout | Filesmith',
    isIndexed: false,
  },
  '/test-billing': {
    title: 'Manage Billing (Test Mode) | Filesmith',
    isIndexed: false,
  },
  '/admin': {
    title: 'Overview, Administration | Filesmith',
    isIndexed: false,
  },
} as const satisfies Record<string, PageName>

type Pages = Readonly<Record<keyof typeof pages, PageName>>

const pagesByInstance: Readonly<Record<Instance, Pages>> = {
  public: pages,
  private: { ...pages, '/': { title: 'File Converter | Filesmith' } },
}

/** All pages with their titles; see `hasPage` for those that the instance has. */
export function pagesOf(instance: Instance): Pages {
  return pagesByInstance[instance]
}

const redirects: Readonly<Record<string, string>> = {
  '/plans': paths.plans,
  '/premium': paths.plans,
}

/** Redirects of short paths. */
export function redirectsOf(instance: Instance): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(redirects).filter(([, to]) => hasPage(instance, to)))
}

export const notFoundPage: PageTexts = {
  title: '404 Page Not Found | Filesmith',
  description: 'Page not found.',
  isIndexed: false,
}
