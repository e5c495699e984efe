/** Texts of the wait screen before a conversion on the Free plan. */

export const waitMessages = {
  title: 'One moment before we start',
  text: 'Ads keep Filesmith free. Your file is safe.',
  secondsLeft: (seconds: number) => (seconds === 1 ? 'second to go' : 'seconds to go'),
  pleaseWait: (seconds: number) => `Please wait ${seconds} seconds.`,
  ready: 'Ready when you are.',
  continue: 'Continue',
  notNow: 'Not now',
} as const
