/** Pages of the site and the links of its frame. */

export const paths = {
  home: '/',
  tools: '/tools',
  plans: '/premium/plans',
  help: '/help',
  about: '/about',
  contact: '/contact',
  developers: '/developers',
  terms: '/terms',
  privacy: '/privacy',
  signIn: '/sign-in',
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  profile: '/profile',
  pricing: '/pricing',
  checkout: '/checkout',
  /** Where a payment of the installation itself is managed. */
  testBilling: '/test-billing',
  /** For operators; its sections stand below it. */
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

export const lookingForMoreLinks: readonly Link[] = [
  { label: 'All Tools', to: paths.tools },
  { label: 'Premium Plans', to: paths.plans },
  { label: 'Help Center', to: paths.help },
]

export interface PageName {
  readonly title: string
  /** The address this page should be known by, where it stands at several. */
  readonly canonical?: string
  /** False where search engines have nothing to find: steps of a way, and what is somebody's own. */
  readonly isIndexed?: boolean
}

export interface PageTexts extends PageName {
  readonly description: string
  readonly keywords?: readonly string[]
}

/** Pages that exist; the server answers 404 for every other path. Adding a page adds its row, and one in page-descriptions.ts. */
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

/** Short addresses of pages that stand elsewhere. */
export const redirects: Readonly<Record<string, string>> = {
  '/plans': paths.plans,
  '/premium': paths.plans,
}

export const notFoundPage: PageTexts = {
  title: '404 Page Not Found | Filesmith',
  description: 'Page not found.',
  isIndexed: false,
}
