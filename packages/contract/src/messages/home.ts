/** Texts of the home page around its converters. */

export const homeMessages = {
  hero: 'All-in-one Media Conversion Tool',
  lead: 'Convert images, video and audio online. Free, no sign-up.',
  tabsLabel: 'File type',
  moreTools: 'More Tools',
  extractMode: 'Extract audio from video',
  account: {
    heading: 'Keep your conversions in one place',
    text: 'A free account keeps your conversions available on all your devices.',
    action: 'Sign Up Free',
  },
} as const
