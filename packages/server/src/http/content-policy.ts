/** What the pages may load and from where: themselves only, Stripe where it takes the payments, the ad network where there is one. */

const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com']

/** Its scripts come from several places, and each of them loads, calls and frames the others. */
const adNetwork = [
  'https://*.googlesyndication.com',
  'https://*.doubleclick.net',
  'https://*.adtrafficquality.google',
  'https://www.googletagservices.com',
  'https://fundingchoicesmessages.google.com',
  'https://www.google.com',
]

interface Outsiders {
  readonly isStripeUsed: boolean
  readonly isAdNetworkUsed: boolean
}

export function contentPolicy({ isStripeUsed, isAdNetworkUsed }: Outsiders) {
  const ads = isAdNetworkUsed ? adNetwork : []
  /** Stripe's card form is a frame of its own, loaded by its own script, as it demands. */
  const stripe = (...origins: readonly string[]) => (isStripeUsed ? origins : [])
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...stripe(...stripeScripts), ...ads],
      frameSrc: ["'self'", ...stripe(...stripeScripts, 'https://hooks.stripe.com'), ...ads],
      connectSrc: ["'self'", ...stripe('https://api.stripe.com'), ...ads],
      imgSrc: ["'self'", 'blob:', 'data:', ...stripe('https://*.stripe.com'), ...ads],
      // Advertisements bring their looks along; nobody else may write styles into the page.
      styleSrc: isAdNetworkUsed ? ["'self'", "'unsafe-inline'"] : ["'self'"],
      mediaSrc: ["'self'", 'blob:'],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  }
}
