/** The Terms of Service. */
import { moneyBackDays, yearlyPrice } from '../plan-offers.ts'
import { plans } from '../plans.ts'
import { productName } from '../product-name.ts'
import { paths } from '../routes.ts'
import type { TextSection } from '../text-section.ts'
import { minimumAge } from './privacy.ts'

/** Before a material change of the terms holds. */
const noticeDays = 30

const paid = `${plans.basic.label} and ${plans.pro.label}`
/** What 20 % off is worth, on a round price. */
const yearlySaving = Math.round((1 - yearlyPrice(1000) / (12 * 1000)) * 100)

const sections: readonly TextSection[] = [
  {
    id: 'agreement',
    heading: 'What this is',
    blocks: [
      `These terms are the agreement between you and us about using ${productName}. "We" means whoever operates the server you are using. By using it you agree to them; if you do not agree, please do not use it.`,
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
          'Give an email address that is yours, keep your password to yourself, and tell us if somebody else uses your account.',
          'An account is for one person. What is done with it counts as done by you, unless you could not prevent it.',
          'You can delete your account at any time, in the account itself.',
        ],
      },
    ],
  },
  {
    id: 'your-files',
    heading: 'Your files stay yours',
    blocks: [
      'What you upload and what is made of it belongs to you, or to whom it belonged before. You allow us only what is needed to do what you asked: to store the file, to work on it, and to hand you the result. That permission ends when the file is deleted.',
      'You say that you are allowed to have your files converted. Please check before you convert what others have made.',
      'We are not an archive. Files are deleted when their time is over, so keep your own copies of what matters to you.',
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
          'to get around limits, for example with many accounts or by dropping cookies;',
          'to get at files or accounts of others;',
          'in a way that leaves too little of it for everybody else.',
        ],
      },
      'We may stop a conversion, or block or close an account that breaks these rules. Where we can, we tell you why and give you time to put it right first.',
    ],
  },
  {
    id: 'plans',
    heading: 'Plans, prices and renewal',
    blocks: [
      `${plans.free.label} costs nothing and is paid for by advertising. ${paid} cost what the plans page says at the time you buy, by the month or by the year; a year costs ${yearlySaving}% less than twelve months.`,
      'What a plan includes, and its limits, stands on the plans page. Limits are counted by file and by day; the day ends at midnight UTC.',
      'A paid plan renews by itself at the end of each period and is charged in advance, until you cancel it. If a payment does not go through, we tell you and try again; if it stays unpaid, the account goes back to Free.',
      'When you change your plan, the new one holds at once, and what you have paid and not used of the old one is credited.',
      'Where this server runs in test mode, no money moves and nothing is owed.',
      { links: [{ label: 'Plans and prices', to: paths.plans }] },
    ],
  },
  {
    id: 'cancelling',
    heading: 'Cancelling',
    blocks: [
      'You can cancel at any time in your account, under Subscription. You keep all benefits to the end of the billing period you have paid for, and nothing more is charged. If a payment is still owed, the plan ends at once instead.',
    ],
  },
  {
    id: 'money-back',
    heading: `${moneyBackDays} days money back`,
    blocks: [
      `Within ${moneyBackDays} days from the first payment for a paid plan you can have all your money back, without giving a reason, once for each account. You ask for it in your account. The amount goes back the way it came, and your account is on ${plans.free.label} at once. Rights that the law gives you beyond this stay as they are.`,
    ],
  },
  {
    id: 'availability',
    heading: 'Availability',
    blocks: [
      'We work to keep the service running, but we do not promise that it is always there, free of errors, or that every file can be converted. We may change, add or remove tools. Some need programs or services that a server may not have; the page says so.',
      'If we take away something essential that you have paid for, you get the unused part of your money back.',
    ],
  },
  {
    id: 'results',
    heading: 'Results are made by machines',
    blocks: [
      'Conversions, recognised texts, transcripts and translations are made by programs and may contain mistakes. Check them before you rely on them, above all in medical, legal and financial matters.',
    ],
  },
  {
    id: 'liability',
    heading: 'Liability',
    blocks: [
      'We are liable without limit where the law says so, for example for intent, gross negligence, and harm to life and health.',
      'For everything else, we are liable only for damage that could be foreseen, and at most for what you have paid us in the twelve months before. We are not liable for files you have no other copy of.',
      'The software itself is open source under the MIT licence and comes without warranty.',
    ],
  },
  {
    id: 'ending',
    heading: 'Ending the agreement',
    blocks: [
      'You can stop at any time by not using the service and deleting your account. We can end the agreement with 30 days’ notice; what you have paid for time after that is returned. For a serious breach of these terms we can end it at once.',
    ],
  },
  {
    id: 'changes',
    heading: 'Changes to these terms',
    blocks: [
      `We may change these terms. We give ${noticeDays} days' notice of material changes before they hold: on this site, and by email if you have an account. If you do not agree, you can cancel and delete your account before then, and get back what you have paid for time after it. Whoever goes on using the service after that agrees to the new terms.`,
    ],
  },
  {
    id: 'law',
    heading: 'The rest',
    blocks: [
      'If a part of these terms does not hold, the others still do. The law of the place where the operator has its seat applies; if you are a consumer, you keep the protection that the law of your own country gives you.',
    ],
  },
]

export const termsMessages = {
  heading: 'Terms of Service',
  lead: 'The agreement between you and us, kept as short and plain as we could.',
  sections,
} as const
