/** Texts of the consent banner for third-party advertising. */

export const advertisingMessages = {
  heading: 'May Google show ads here?',
  text: 'Ads pay for the free plan. If you accept, Google shows ads here and uses cookies to select and measure them. If you decline, you see our own promotions instead, and everything works the same.',
  currentChoice: {
    accepted: 'You currently accept ads in this browser.',
    declined: 'You currently decline ads in this browser.',
  },
  privacy: 'Privacy Policy',
  accept: 'Accept',
  decline: 'Decline',
  /** Announced to screen readers when the banner appears. */
  announcement: 'There is a question about ads at the top of the page.',
} as const
