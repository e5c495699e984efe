/** Texts of the home page around its converters. */
import type { Instance } from '../instance.ts'

const shared = {
  hero: 'All-in-one Media Conversion Tool',
  tabsLabel: 'File type',
  moreTools: 'More Tools',
  extractMode: 'Extract audio from video',
} as const

const texts = {
  public: {
    ...shared,
    lead: 'Convert images, video and audio online. Free, no sign-up.',
    account: {
      heading: 'Keep your conversions in one place',
      text: 'A free account keeps your conversions available on all your devices.',
      action: 'Sign Up Free',
    },
  },
  private: {
    ...shared,
    lead: 'Convert images, video and audio. Your files stay on this server.',
    account: {
      heading: 'Keep your conversions in one place',
      text: 'An account keeps your conversions available on all your devices.',
      action: 'Sign Up',
    },
  },
} as const satisfies Record<Instance, object>

export function homeMessages(instance: Instance) {
  return texts[instance]
}
