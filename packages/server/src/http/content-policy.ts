/** What the pages may load and from where: themselves only, and Stripe where it takes the payments. */

const ourselves = {
  defaultSrc: ["'self'"],
  imgSrc: ["'self'", 'blob:', 'data:'],
  mediaSrc: ["'self'", 'blob:'],
  workerSrc: ["'self'", 'blob:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/** Its card form is a frame of its own, loaded by its own script, as it demands. */
const withStripe = {
  ...ourselves,
  scriptSrc: ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
  frameSrc: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connectSrc: ["'self'", 'https://api.stripe.com'],
  imgSrc: [...ourselves.imgSrc, 'https://*.stripe.com'],
}

export function contentPolicy(isStripeUsed: boolean) {
  return { useDefaults: false, directives: isStripeUsed ? withStripe : ourselves }
}
