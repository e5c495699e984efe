/** Texts of the page frame: header, menu, sidebars, footer. */

export const frameMessages = {
  skipToContent: 'Skip to content',
  brandHome: 'Filesmith, home',
  mainNavigation: 'Main',
  toolsNavigation: 'Tools',
  footerNavigation: 'Footer',
  menu: 'Menu',
  signIn: 'Sign In',
  signUp: 'Sign Up',
  /** Followed by the username. */
  accountMenu: 'Account menu of',
  profile: 'Profile',
  /** Shown to operators only. */
  admin: 'Administration',
  logOut: 'Log out',
  signedOutToast: { title: 'Logged Out', description: 'You have been successfully logged out' },
  leftSidebar: 'Left sidebar',
  rightSidebar: 'Right sidebar',
  advertisement: 'Advertisement',
  /** Reopens the consent banner for third-party advertising. */
  adChoices: 'Ad choices',
  upgrade: 'Upgrade',
  contactUs: 'Contact Us',
  lookingForMore: 'Looking For More',
  tagline: 'Convert, compress and edit your files.',
  forDevelopers: 'For developers',
  toasts: 'Notifications ({hotkey})',
  closeToast: 'Close notification',
  screenError: {
    heading: 'This page could not be loaded',
    text: 'Something went wrong on our side, or you lost your connection. Your files are safe.',
    reload: 'Reload',
  },
  loadingPage: 'Loading page...',
  loadingTool: 'Loading tool...',
  theme: {
    system: 'Theme: system. Switch to light',
    light: 'Theme: light. Switch to dark',
    dark: 'Theme: dark. Switch to system',
  },
} as const

export const promotions = {
  lighterPages: {
    heading: 'Lighter images, faster pages',
    text: 'Optimized images can cut page load times by up to 70%.',
    before: 'Original images',
    after: 'Optimized, at best',
  },
  premium: {
    heading: 'Filesmith Premium',
    text: 'For people who convert every day.',
    points: ['Ad-free', 'File sizes up to 2GB', 'Advanced conversion options', 'Priority processing'],
  },
} as const

export const contactPrompt = {
  heading: 'Something missing?',
  text: 'Tell us which format you need, or what went wrong.',
} as const
