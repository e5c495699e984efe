/** The Terms of Service. */
import { type Instance, onlyPublic } from '../instance.ts'
import { moneyBackDays, yearlyPrice } from '../plan-offers.ts'
import { plans } from '../plans.ts'
import { productName } from '../product-name.ts'
import { paths } from '../routes.ts'
import type { TextSection } from '../text-section.ts'
import { minimumAge } from './privacy.ts'

/** Notice period before a material change takes effect. */
const noticeDays = 30

const paid = `${plans.basic.label} and ${plans.pro.label}`
/** Yearly discount in percent, computed on a round price. */
const yearlySaving = Math.round((1 - yearlyPrice(1000) / (12 * 1000)) * 100)

const moneySections: readonly TextSection[] = [
  {
    id: 'plans',
    heading: 'Plans, prices and renewal',
    blocks: [
      `${plans.free.label} costs nothing and is paid for by advertising. The prices of ${paid} are those on the plans page at the time you buy, monthly or yearly; a year costs ${yearlySaving}% less than twelve months.`,
      'The plans page shows what each plan includes and its limits. Limits are counted per file and per day; a day ends at midnight UTC.',
      'A paid plan renews automatically at the end of each period and is charged in advance, until you cancel it. If a payment fails, we notify you and try again; if it stays unpaid, the account moves to Free.',
      'When you change your plan, the new one starts immediately, and unused time on the old one is credited.',
      'If this server is in test mode, no money moves and nothing is owed.',
      { links: [{ label: 'Plans and prices', to: paths.plans }] },
    ],
  },
  {
    id: 'cancelling',
    heading: 'Cancellation',
    blocks: [
      'You can cancel at any time in your account, under Subscription. You keep all benefits until the end of the billing period you have paid for, and you will not be charged again. If a payment is overdue, the plan ends immediately instead.',
    ],
  },
  {
    id: 'money-back',
    heading: `${moneyBackDays}-day money-back guarantee`,
    blocks: [
      `Within ${moneyBackDays} days of the first payment for a paid plan you can get a full refund, without giving a reason, once per account. Request it in your account. We refund the original payment method, and your account moves to ${plans.free.label} immediately. Your statutory rights are not affected.`,
    ],
  },
]

const sections = (instance: Instance): readonly TextSection[] => [
  {
    id: 'agreement',
    heading: 'About these terms',
    blocks: [
      `These terms are the agreement between you and us about using ${productName}. "We" means the operator of the server you are using. By using it you agree to these terms; if you do not agree, please do not use it.`,
      'How we handle your data is described in the Privacy Policy, which is part of this agreement.',
      { links: [{ label: 'Privacy Policy', to: paths.privacy }] },
    ],
  },
  {
    id: 'accounts',
    heading: 'Accounts',
    blocks: [
      {
        points: [
          `You may use most of the service without an account. You must be at least ${minimumAge} years old.`,
          'Use your own email address, keep your password secret, and let us know if someone else uses your account.',
          'An account is for one person. You are responsible for what is done with it, unless you could not prevent it.',
          'You can delete your account at any time in its settings.',
        ],
      },
    ],
  },
  {
    id: 'your-files',
    heading: 'Your files stay yours',
    blocks: [
      'Your uploads and their results belong to you or their original owner. You only allow us to do what you asked for: store the file, process it, and give you the result. This permission ends when the file is deleted.',
      'You confirm that you have the right to convert your files. Please check before you convert the work of others.',
      'We are not an archive. Files are deleted when they expire, so keep your own copies of what matters to you.',
    ],
  },
  {
    id: 'acceptable-use',
    heading: 'Acceptable use',
    blocks: [
      'Please do not use the service:',
      {
        points: [
          'for anything the law forbids, or with files you have no right to use;',
          'to spread malware, or to attack this service or others through it;',
          'to get around limits, for example with multiple accounts or by deleting cookies;',
          'to access files or accounts of others;',
          'in a way that degrades it for everyone else.',
        ],
      },
      'We may stop a conversion, or block or close an account that breaks these rules. Where possible, we explain why and give you time to fix it first.',
    ],
  },
  ...onlyPublic(instance, ...moneySections),
  {
    id: 'availability',
    heading: 'Availability',
    blocks: [
      'We work to keep the service running, but we do not promise that it is always available or free of errors, or that every file can be converted. We may change, add or remove tools. Some need programs or services that a server may not have; the page says so.',
      ...onlyPublic(
        instance,
        'If we remove something essential that you have paid for, we refund the unused part.',
      ),
    ],
  },
  {
    id: 'results',
    heading: 'Automated results',
    blocks: [
      'Conversions, recognized text, transcripts and translations are made by programs and may contain errors. Check them before you rely on them, especially in medical, legal and financial matters.',
    ],
  },
  {
    id: 'liability',
    heading: 'Liability',
    blocks: [
      'We are liable without limit where the law requires it, for example for intent, gross negligence, and injury to life or health.',
      `In all other cases, we are only liable for foreseeable damage${instance === 'public' ? ', and at most for what you paid us in the previous twelve months' : ''}. We are not liable for files of which you have no other copy.`,
      'The software itself is open source under the MIT license and comes without warranty.',
    ],
  },
  {
    id: 'ending',
    heading: 'Termination',
    blocks: [
      `You can stop at any time by no longer using the service and deleting your account. We can end the agreement with 30 days’ notice${instance === 'public' ? ' and refund what you have paid for the time after that' : ''}. For a serious breach of these terms we can end it immediately.`,
    ],
  },
  {
    id: 'changes',
    heading: 'Changes to these terms',
    blocks: [
      `We may change these terms. We give ${noticeDays} days' notice of material changes before they take effect: on this site, and by email if you have an account. If you do not agree, you can ${instance === 'public' ? 'cancel and delete your account before then and get a refund for the time after it' : 'delete your account before then'}. If you continue to use the service after that, you agree to the new terms.`,
    ],
  },
  {
    id: 'law',
    heading: 'Other provisions',
    blocks: [
      'If part of these terms is invalid, the rest remains in effect. The law of the operator’s place of business applies; if you are a consumer, you keep the protection of the law of your country.',
    ],
  },
]

export function termsMessages(instance: Instance) {
  return {
    heading: 'Terms of Service',
    lead: 'The agreement between you and us, in plain language.',
    sections: sections(instance),
  }
}
