/** Words of the question whether foreign advertising may be shown. */

export const advertisingMessages = {
  heading: 'May Google show ads here?',
  text: 'Ads pay for the free plan. If you accept, Google shows them here and uses cookies to choose and count them. If you decline, you see our own panels, and everything works the same.',
  choiceSoFar: {
    accepted: 'So far you accept ads in this browser.',
    declined: 'So far you decline ads in this browser.',
  },
  privacy: 'Privacy Policy',
  accept: 'Accept',
  decline: 'Decline',
  /** For those who do not see the bar appear. */
  announcement: 'There is a question about advertising at the start of the page.',
} as const
