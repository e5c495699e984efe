/** Security headers: a Content Security Policy for pages, and one that allows nothing for the API. */
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** API replies are data: if a browser renders one, it runs no scripts and has an opaque origin. */
const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/**
 * A web worker has the policy with which its script is served. Only the one that draws PDFs compiles WebAssembly; as it parses
 * untrusted files, it may load nothing else.
 */
const wasmWorkerPath = /^\/assets\/pdfium\.worker-[\w-]+\.js$/
const wasmWorkerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

/** Features that no page uses are off, so that an injected script cannot request them either. Names that browsers do not know cause console warnings. */
const unusedFeatures = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
]

/** For URLs so malformed that no route or hook runs. */
export const minimalHeaders = {
  'content-security-policy': apiPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': unusedFeatures.map(feature => `${feature}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

interface SecurityFacts {
  readonly isStripeUsed: boolean
  readonly isAdNetworkUsed: boolean
  readonly publicOrigin: string
  readonly basePath: string
}

export async function registerSecurityHeaders(app: FastifyInstance, facts: SecurityFacts): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: contentPolicy(facts),
    // The ad network verifies the site that shows its ads: it gets the origin, never the path.
    referrerPolicy: { policy: facts.isAdNetworkUsed ? 'strict-origin-when-cross-origin' : 'no-referrer' },
    // Browsers ignore HSTS over http, and it would lock out installations without a certificate. It applies to all ports and
    // subdomains of a host, so below a base path it is for the owner of the host to decide.
    strictTransportSecurity: facts.publicOrigin.startsWith('https:') && facts.basePath === '',
    // Stripe's and the ad network's frames do not send CORP headers, and nothing here needs cross-origin isolation.
    crossOriginEmbedderPolicy: false,
  })
  const features = [...unusedFeatures, ...(facts.isStripeUsed ? [] : ['payment'])]
  const permissions = features.map(feature => `${feature}=()`).join(', ')
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissions)
    if (request.url.startsWith('/api/')) reply.header('content-security-policy', apiPolicy)
    else if (wasmWorkerPath.test(request.url)) reply.header('content-security-policy', wasmWorkerPolicy)
  })
}

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

/** Content Security Policy of the pages: own origin only, plus Stripe and the ad network where they are configured. */
function contentPolicy({ isStripeUsed, isAdNetworkUsed }: ThirdParties) {
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
