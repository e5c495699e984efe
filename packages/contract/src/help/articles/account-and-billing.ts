/** Help: accounts, plans and payments. */
import { usernameRule } from '../../account-rules.ts'
import { accountMessages } from '../../messages/account.ts'
import { billingMessages } from '../../messages/billing.ts'
import { profileMessages } from '../../messages/profile.ts'
import { securityMessages } from '../../messages/profile-security.ts'
import { formatMegabytes, moneyBackDays } from '../../plan-offers.ts'
import { allowanceDaysPerMonth, type PlanId, planIds, plans } from '../../plans.ts'
import { rememberedDays } from '../../retention.ts'
import { paths } from '../../routes.ts'
import type { TextFact, TextSection } from '../../text-section.ts'
import { keptFact } from '../describe-limits.ts'

const onEach = (describe: (plan: PlanId) => string) =>
  planIds.map(plan => `${describe(plan)} on ${plans[plan].label}`).join(', ')
const perDay = (plan: PlanId) => plans[plan].conversionsPerDay

const planFacts: readonly TextFact[] = [
  { label: 'Conversions a day', value: onEach(plan => String(perDay(plan) ?? 'any number')) },
  {
    label: 'Conversions a month',
    value: onEach(plan => String((perDay(plan) ?? 0) * allowanceDaysPerMonth || 'any number')),
  },
  {
    label: 'File size',
    value: onEach(plan => {
      const bytes = plans[plan].raisesFileLimitToBytes
      return bytes === 0 ? 'as each tool says' : `at least ${formatMegabytes(bytes)} in every tool`
    }),
  },
  { label: 'Running at once', value: onEach(plan => String(plans[plan].concurrentJobs)) },
  keptFact,
  {
    label: 'One batch',
    value: onEach(plan => {
      const { batchFiles, batchFileBytes } = plans[plan]
      return `${batchFiles ?? 'any number of'} files of ${formatMegabytes(batchFileBytes)}`
    }),
  },
  {
    label: 'Advertising and waiting',
    value: `on ${plans.free.label} only`,
  },
]

export const accountAndBillingArticle: readonly TextSection[] = [
  {
    id: 'account',
    heading: 'Creating an account',
    blocks: [
      'An account is free and optional. It keeps your conversions in one place on every device, and what you converted before moves into it.',
      {
        steps: [
          `Press Sign Up and choose a username, an email address and a password. ${usernameRule}`,
          'Agree to the terms and press the button. You are signed in at once.',
          'Open the link we send you, to confirm that the address is yours. Links to a new password go there.',
        ],
      },
      { links: [{ label: accountMessages.signUp.action, to: paths.signUp }] },
    ],
  },
  {
    id: 'signing-in',
    heading: 'Signing in',
    blocks: [
      `Your username or your email address works. "${accountMessages.signIn.rememberMe}" keeps you signed in for ${rememberedDays} days on this device; without it, until you close the browser or have been away for a day.`,
      `Forgot your password? Ask for a link on the sign-in page. It works once, for one hour. Setting a new password signs you out everywhere else.`,
      `For more safety, turn on "${securityMessages.twoStep.heading}" under Security, and keep the recovery codes in a safe place. There you also see where you are signed in and can end any session.`,
      { links: [{ label: accountMessages.signIn.forgot, to: paths.forgotPassword }] },
    ],
  },
  {
    id: 'plans',
    heading: 'What each plan includes',
    blocks: [
      { facts: planFacts },
      'One file is one conversion. What fails or is cancelled is given back. The day ends at midnight UTC; your account shows what is left under Usage History.',
      { links: [{ label: 'Compare the plans', to: paths.plans }] },
    ],
  },
  {
    id: 'paying',
    heading: 'Paying',
    blocks: [
      'You pay by card, by the month or by the year with 20% off. The card is handled by the payment provider; we never see its number. Where a server runs in test mode, the checkout says so and no money moves.',
      'A plan renews by itself until you cancel it. You get a receipt by email for each payment, and find every invoice as a PDF in your account, under Subscription.',
      `If a payment does not go through, you are told, and your plan goes on for some days. Check your card under "${billingMessages.manage}" meanwhile.`,
    ],
  },
  {
    id: 'changing',
    heading: 'Changing your plan',
    blocks: [
      'You can go up or down, and between monthly and yearly, at any time. The new plan holds at once. What you have paid and not used is credited.',
    ],
  },
  {
    id: 'cancelling',
    heading: 'Cancelling',
    blocks: [
      `Open your account, then Subscription, and press "${billingMessages.cancel}". Nothing more is charged, and you keep your plan to the end of the billing period you have paid for. After that the account goes on with ${plans.free.label}.`,
      `Until then you can change your mind with "${billingMessages.resume}".`,
    ],
  },
  {
    id: 'refunds',
    heading: 'Getting your money back',
    blocks: [
      `${plans.basic.label} and ${plans.pro.label} have a money-back guarantee of ${moneyBackDays} days from the first payment, once for each account. Press "${billingMessages.refund.action}" in your account, under Subscription: everything you paid for the plan goes back to your card, and you are on ${plans.free.label} again.`,
    ],
  },
  {
    id: 'data',
    heading: 'Your data, and leaving',
    blocks: [
      `"${profileMessages.account.data.download}" gives you everything that is kept about you in one archive.`,
      `"${securityMessages.deletion.action}" under Security deletes the account, its files, sessions and personal data at once and for good. Invoices stay in the books without your name. A running subscription ends with it.`,
    ],
  },
]
