/** Help article: accounts, plans and payments. */
import { usernameRule } from '../../account-rules.ts'
import { type Instance, onlyPublic } from '../../instance.ts'
import { accountMessages } from '../../messages/account.ts'
import { billingMessages } from '../../messages/billing.ts'
import { profileMessages } from '../../messages/profile.ts'
import { securityMessages } from '../../messages/profile-security.ts'
import { formatMegabytes, moneyBackDays, premiumFormatsText } from '../../plan-offers.ts'
import { allowanceDaysPerMonth, type PlanId, planIds, plans } from '../../plans.ts'
import { rememberedDays } from '../../retention.ts'
import { paths } from '../../routes.ts'
import type { TextFact, TextSection } from '../../text-section.ts'
import { joinWith, keptFact, onEachPlan } from '../describe-limits.ts'

const onEach = (describe: (plan: PlanId) => string) => onEachPlan('public', describe)

const plansWith = (isIncluded: (plan: PlanId) => boolean) =>
  joinWith(
    'and',
    planIds.filter(isIncluded).map(plan => plans[plan].label),
  )

const planFacts: readonly TextFact[] = [
  { label: 'Conversions per day', value: 'shown on the plans page' },
  { label: 'Conversions per month', value: `${allowanceDaysPerMonth} times those per day` },
  {
    label: 'File size',
    value: onEach(plan => {
      const bytes = plans[plan].raisesFileLimitToBytes
      return bytes === 0 ? 'the limit of each tool' : `at least ${formatMegabytes(bytes)} in every tool`
    }),
  },
  { label: 'Simultaneous conversions', value: onEach(plan => String(plans[plan].concurrentJobs)) },
  keptFact('public'),
  {
    label: 'Batch size',
    value: onEach(plan => {
      const { batchFiles, batchFileBytes } = plans[plan]
      return `${batchFiles ?? 'any number of'} files of ${formatMegabytes(batchFileBytes)}`
    }),
  },
  {
    label: 'Size per file in an archive',
    value: onEach(plan => {
      const { archiveFileBytes } = plans[plan]
      return archiveFileBytes === null ? 'unlimited' : formatMegabytes(archiveFileBytes)
    }),
  },
  { label: 'Advanced options', value: plansWith(plan => plans[plan].hasAdvancedOptions) },
  { label: 'Premium formats', value: premiumFormatsText },
  { label: 'API access', value: plansWith(plan => plans[plan].hasApi) },
  { label: 'Priority email', value: plansWith(plan => plans[plan].hasPriorityEmail) },
  { label: 'Chat support', value: plansWith(plan => plans[plan].hasChat) },
  { label: 'Ads and wait screen', value: plansWith(plan => plans[plan].hasAdvertising) },
]

const billingSections: readonly TextSection[] = [
  {
    id: 'plans',
    heading: 'What each plan includes',
    blocks: [
      { facts: planFacts },
      'Each file counts as one conversion. Failed and canceled conversions do not count. The allowance resets at midnight UTC; Usage History in your account shows what is left.',
      { links: [{ label: 'Compare plans', to: paths.plans }] },
    ],
  },
  {
    id: 'paying',
    heading: 'Payments and invoices',
    blocks: [
      'You pay by card, monthly, or yearly with 20% off. The payment provider processes your card; we never see its number. If the server runs in test mode, the checkout says so and no real charges are made.',
      'Plans renew automatically until you cancel. We email you a receipt for each payment, and all invoices are available as PDFs in your account, under Subscription.',
      `If a payment fails, we let you know and keep your plan active for a few days. Update your card under "${billingMessages.manage}" in the meantime.`,
    ],
  },
  {
    id: 'changing',
    heading: 'Changing your plan',
    blocks: [
      'You can upgrade, downgrade, or switch between monthly and yearly billing at any time. The new plan takes effect immediately, and the unused part of what you paid is credited.',
    ],
  },
  {
    id: 'cancelling',
    heading: 'Canceling your plan',
    blocks: [
      `Open your account, go to Subscription and press "${billingMessages.cancel}". You are not charged again, and you keep your plan until the end of the billing period you have paid for. Your account then moves to ${plans.free.label}.`,
      `If you change your mind before then, press "${billingMessages.resume}".`,
    ],
  },
  {
    id: 'refunds',
    heading: 'Refunds',
    blocks: [
      `${plans.basic.label} and ${plans.pro.label} come with a money-back guarantee for ${moneyBackDays} days from the first payment, once per account. Press "${billingMessages.refund.action}" in your account, under Subscription. The full amount is refunded to your card, and your account returns to ${plans.free.label}.`,
    ],
  },
]

/** Also without billing, in a private instance. */
export const accountAndBillingArticle = (instance: Instance): readonly TextSection[] => [
  {
    id: 'account',
    heading: 'Creating an account',
    blocks: [
      `An account is ${instance === 'public' ? 'free and optional' : 'optional'}. It gives you your conversions on all your devices, including those you made before you signed up.`,
      {
        steps: [
          `Press Sign Up and enter a username, an email address and a password. ${usernameRule}`,
          'Agree to the terms and press the button. You are signed in right away.',
          'Open the link in the email we send you to confirm your address. Password resets are sent there.',
        ],
      },
      { links: [{ label: accountMessages.signUp.action, to: paths.signUp }] },
    ],
  },
  {
    id: 'signing-in',
    heading: 'Signing in',
    blocks: [
      `Sign in with your username or your email address. "${accountMessages.signIn.rememberMe}" keeps you signed in on this device for ${rememberedDays} days. Without it, you are signed out when you close the browser or after a day of inactivity.`,
      `Forgot your password? Request a reset link on the sign-in page. It works once and expires after one hour. Setting a new password signs you out everywhere else.`,
      `For better security, turn on "${securityMessages.twoStep.heading}" under Security and store the recovery codes in a safe place. You can also see where you are signed in there, and end any session.`,
      { links: [{ label: accountMessages.signIn.forgot, to: paths.forgotPassword }] },
    ],
  },
  ...onlyPublic(instance, ...billingSections),
  {
    id: 'data',
    heading: 'Your data and deleting your account',
    blocks: [
      `"${profileMessages.account.data.download}" gives you all the data we store about you in one archive.`,
      `"${securityMessages.deletion.action}" under Security immediately and permanently deletes your account with its files, sessions and personal data.${instance === 'public' ? ' An active subscription is canceled. Invoices are kept for accounting, without your name.' : ''}`,
    ],
  },
]
