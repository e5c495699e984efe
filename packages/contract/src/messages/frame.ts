/** Words of the page frame: header, menu, side panels, footer. */

export const frameMessages = {
  skipToContent: 'Skip to content',
  brandHome: 'Filesmith, home',
  mainNavigation: 'Main',
  footerNavigation: 'Footer',
  menu: 'Menu',
  signIn: 'Sign In',
  signUp: 'Sign Up',
  /** Followed by the username. */
  accountMenu: 'Account menu of',
  profile: 'Profile',
  /** Seen by operators only. */
  admin: 'Administration',
  logOut: 'Log out',
  signedOutToast: { title: 'Logged Out', description: 'You have been successfully logged out' },
  leftSidebar: 'Left sidebar',
  rightSidebar: 'Right sidebar',
  advertisement: 'Advertisement',
  /** Where a choice about foreign advertising can be changed. */
  adChoices: 'Ad choices',
  upgrade: 'Upgrade',
  contactUs: 'Contact Us',
  lookingForMore: 'Looking For More',
  tagline: 'A workshop for files.',
  forDevelopers: 'For developers',
  toasts: 'Notifications ({hotkey})',
  closeToast: 'Close notification',
  screenError: {
    heading: 'This page could not be shown',
    text: 'Something on our side broke, or the connection was lost on the way. Your files are safe.',
    reload: 'Load it again',
  },
  loadingPage: 'Loading page...',
  theme: {
    system: 'Theme: as the system. Switch to light',
    light: 'Theme: light. Switch to dark',
    dark: 'Theme: dark. Switch to the system’s',
  },
} as const

export const promotions = {
  lighterPages: {
    heading: 'Lighter pictures, faster pages',
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
