/** Words of the wait screen, which stands before a conversion for those who do not pay. */

export const waitMessages = {
  title: 'One moment before we start',
  text: 'Advertising keeps Filesmith free. Your file stays where it is meanwhile.',
  secondsLeft: (seconds: number) => (seconds === 1 ? 'second to go' : 'seconds to go'),
  pleaseWait: (seconds: number) => `Please wait ${seconds} seconds.`,
  ready: 'Ready when you are.',
  continue: 'Continue',
  notNow: 'Not now',
} as const
