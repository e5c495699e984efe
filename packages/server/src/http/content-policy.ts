/** Content Security Policy of the pages: own origin only, plus Stripe and the ad network where they are configured. */

const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com']

/** The ad network's hosts load, call and frame each other. */
const adNetwork = [
  'https://*.googlesyndication.com',
  'https://*.doubleclick.net',
  'https://*.adtrafficquality.google',
  'https://www.googletagservices.com',
  'https://fundingchoicesmessages.google.com',
  'https://www.google.com',
]

interface ThirdParties {
  readonly isStripeUsed: boolean
  readonly isAdNetworkUsed: boolean
}

export function contentPolicy({ isStripeUsed, isAdNetworkUsed }: ThirdParties) {
  const ads = isAdNetworkUsed ? adNetwork : []
  /** Stripe requires its card form to be an iframe loaded by its own script. */
  const stripe = (...origins: readonly string[]) => (isStripeUsed ? origins : [])
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...stripe(...stripeScripts), ...ads],
      frameSrc: ["'self'", ...stripe(...stripeScripts, 'https://hooks.stripe.com'), ...ads],
      connectSrc: ["'self'", ...stripe('https://api.stripe.com'), ...ads],
      imgSrc: ["'self'", 'blob:', 'data:', ...stripe('https://*.stripe.com'), ...ads],
      // Advertisements need inline styles.
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
