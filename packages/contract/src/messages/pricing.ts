/** Words of the pricing page. */

export const pricingMessages = {
  heading: 'Choose Your Perfect Plan',
  lead: 'Three plans, plain prices, no small print. Free stays free.',
  plans: 'Plans and prices',
  perDay: (count: number) => `${count} conversions a day`,
  unlimited: 'Unlimited conversions',
  fileSize: (size: string) => `Files up to ${size}`,
  ads: { free: 'With ads', basic: 'No ads', pro: 'No ads' },
  speed: { free: 'Standard speed', basic: 'Faster processing', pro: 'Priority processing' },
  signUpFree: 'Sign Up Free',
  backToFree: 'Switch to Free',
  yearly: 'Pay by the year and save 20%.',
  comparePlans: 'Compare all features',
  terms: (days: number) => `Cancel at any time. ${days} days money back on paid plans. Prices in US dollars.`,
  sales: {
    heading: 'A team, or something out of the ordinary?',
    text: 'Tell us what you work with, and we find out together what fits.',
    action: 'Contact Sales',
  },
} as const
