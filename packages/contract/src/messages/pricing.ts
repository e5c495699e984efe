/** Texts of the pricing page. */

export const pricingMessages = {
  heading: 'Choose Your Perfect Plan',
  lead: 'Simple pricing. Free stays free.',
  plans: 'Plans and prices',
  perDay: (count: number) => `${count} conversions a day`,
  unlimited: 'Unlimited conversions',
  fileSize: (size: string) => `Files up to ${size}`,
  ads: { free: 'With ads', basic: 'No ads', pro: 'No ads' },
  speed: { free: 'Standard speed', basic: 'Faster processing', pro: 'Priority processing' },
  signUpFree: 'Sign Up Free',
  backToFree: 'Switch to Free',
  yearly: 'Pay yearly and save 20%.',
  comparePlans: 'Compare all features',
  terms: (days: number) =>
    `Cancel anytime. ${days}-day money-back guarantee on paid plans. Prices in US dollars.`,
  sales: {
    heading: 'Have a team or special needs?',
    text: 'Tell us what you need, and we will find the right plan.',
    action: 'Contact Sales',
  },
} as const
