/** Words of the home page around its converters. */

export const homeMessages = {
  hero: 'All-in-one Media Conversion Tool',
  lead: 'Hand over a file, watch it being worked, take it home. Free, and no signup required.',
  tabsLabel: 'Kind of file',
  moreTools: 'More Tools',
  extractMode: 'Extract audio from video',
  account: {
    heading: 'Keep your conversions in one place',
    text: 'A free account remembers what you converted, on every device you use.',
    action: 'Sign Up Free',
  },
} as const
