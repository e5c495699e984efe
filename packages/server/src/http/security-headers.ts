/** Headers that tell browsers what replies may do: the pages little, everything else nothing. */
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { contentPolicy } from './content-policy.ts'

/** Whatever comes from the API is data. If a browser shows it all the same, it runs nothing and belongs to no site. */
const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** What no page of ours asks for, nobody who gets a script into one can ask for either. */
const unusedFeatures = [
  'accelerometer',
  'bluetooth',
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

/** For addresses so broken that no route and no hook ever sees them. */
export const leastHeaders = {
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
}

export async function registerSecurityHeaders(app: FastifyInstance, facts: SecurityFacts): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: contentPolicy(facts),
    // The network checks on which site its advertisements stand: it is told the site, never the page.
    referrerPolicy: { policy: facts.isAdNetworkUsed ? 'strict-origin-when-cross-origin' : 'no-referrer' },
    // Said over http it is ignored by every browser, and would lock out whoever has no certificate.
    strictTransportSecurity: facts.publicOrigin.startsWith('https:'),
    // The frames of Stripe and of advertisements do not send what it asks for; nothing here needs what it gives.
    crossOriginEmbedderPolicy: false,
  })
  const features = [...unusedFeatures, ...(facts.isStripeUsed ? [] : ['payment'])]
  const permissions = features.map(feature => `${feature}=()`).join(', ')
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissions)
    if (request.url.startsWith('/api/')) reply.header('content-security-policy', apiPolicy)
  })
}
