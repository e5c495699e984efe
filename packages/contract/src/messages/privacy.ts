/** The Privacy Policy: what is really kept, why, for how long, and what one can do about it. */
import { formatStorage } from '../plan-offers.ts'
import { planIds, plans } from '../plans.ts'
import { productName } from '../product-name.ts'
import {
  countersKeptDays,
  defaultRetention,
  knownDeviceDays,
  rememberedDays,
  visitorDays,
} from '../retention.ts'
import { paths } from '../routes.ts'
import type { TextSection } from '../text-section.ts'
import { frameMessages } from './frame.ts'
import { recentMessages } from './recent.ts'

const { expiredDays, receiptsDays, impressionsDays, contactsDays, abandonedUploadHours } = defaultRetention

export const minimumAge = 16

const sections: readonly TextSection[] = [
  {
    id: 'who-we-are',
    heading: 'Who we are',
    blocks: [
      `${productName} is a service that converts, edits and reads files. "We" means whoever operates the server you are using; "you" means everybody who uses it, with or without an account. The contact page says how to reach us.`,
      `The software is open source and can be run by anybody. This policy describes what the software does; the times in it are those it is delivered with.`,
    ],
  },
  {
    id: 'what-we-keep',
    heading: 'What we keep, and why',
    blocks: [
      'We keep what the service needs to work, and nothing to find out more about you.',
      {
        facts: [
          {
            label: 'Your files',
            value:
              'what you upload and what is made of it, to convert it and hand you the result. We do not look into them, and use them for nothing else.',
          },
          {
            label: 'Conversions',
            value:
              'the name, kind, format and size of the file, your choices, the times and how it ended, to show you your list and to repeat it.',
          },
          {
            label: 'Deletion receipts',
            value:
              'of each conversion which files were stored (only kind, format and size), and when and why each of them was deleted, so that you can look it up afterwards. No names, nothing of the content and no fingerprint of it.',
          },
          {
            label: 'Your account',
            value:
              'username, email address, a hash of your password, and whether you have confirmed the address. With two-step sign-in: its secret, encrypted, and hashes of your recovery codes. With sign-in by Google, GitHub or your organisation: the name of your account there.',
          },
          {
            label: 'Sessions',
            value:
              'which kind of device and browser you signed in with and when it was last active, so that you can end it.',
          },
          {
            label: 'Counts',
            value: 'how many conversions you made on a day and in a month, for your allowance.',
          },
          {
            label: 'Network addresses',
            value:
              'never as they are. We keep a keyed hash, which is enough to count by and to stop abuse, and not to know where you are.',
          },
          {
            label: 'Advertising',
            value:
              'that an advertisement was shown before a conversion: which one, on which page, on a phone or a desktop, with the hash of the network.',
          },
          {
            label: 'Payments',
            value:
              'your plan, its times, the payments and the invoices. We never see or store the number of your card.',
          },
          {
            label: 'Messages to us',
            value:
              'name, email address, subject and text of what you send by the contact form, to answer it.',
          },
        ],
      },
    ],
  },
  {
    id: 'not-kept',
    heading: 'What we do not keep',
    blocks: [
      {
        points: [
          'Texts that you translate: they are gone when the translation is there.',
          'Passwords of protected files and of archives: they are used for one conversion and sealed until then.',
          'Pictures in the image editor: they stay in your browser, except for formats your browser cannot read or write.',
          'Places and other private data in photos and videos: they are left out of the result.',
          'What you do on our pages: there is no analytics and no profile of you.',
        ],
      },
    ],
  },
  {
    id: 'how-long',
    heading: 'How long we keep it',
    blocks: [
      {
        facts: [
          {
            label: 'Files',
            value: `${planIds.map(plan => `${formatStorage(plans[plan].storageHours)} on ${plans[plan].label}`).join(', ')}; visitors as ${plans.free.label}. Unfinished uploads: ${abandonedUploadHours} hours. You can delete them at once.`,
          },
          {
            label: 'The record of a conversion',
            value: `${expiredDays} days longer than its files, or until you delete it.`,
          },
          {
            label: 'Deletion receipts',
            value: `${receiptsDays} days after the last file of a conversion is gone, or until you delete your account.`,
          },
          { label: 'Counts of conversions', value: `${countersKeptDays} days.` },
          { label: 'Seen advertisements', value: `${impressionsDays} days.` },
          { label: 'Messages to us', value: `${contactsDays} days.` },
          {
            label: 'Sessions',
            value: `until you sign out; ${rememberedDays} days when you asked to be remembered, otherwise a day after the last use.`,
          },
          { label: 'Your account', value: 'until you delete it.' },
          {
            label: 'Invoices',
            value:
              'as long as the law asks the operator to keep books. When you delete your account they stay, without your name and without a way back to you.',
          },
        ],
      },
    ],
  },
  {
    id: 'where',
    heading: 'Where it is, and who else gets it',
    blocks: [
      'Everything is kept on our own server, or in the storage we rent for it. We sell nothing to anybody. Others get something only where we have set their service up, and only what it needs:',
      {
        points: [
          'Payment provider (Stripe): your email address and what you enter at the checkout. Without it there are test payments, in which no money moves.',
          'Advertising network: only if you agree when you are asked. No script of it is loaded before, and never for paying customers.',
          'Translation services (DeepL or a LibreTranslate server): the text to be translated. The page names the service before you send anything; otherwise texts are translated on our server.',
          'A transcription server, where one is set up in place of our own: the sound of a video you want as text.',
          'Google, GitHub or your organisation: only if you choose to sign in with them.',
          'The mail server that delivers our messages to you.',
          'Authorities: only what the law forces us to hand over.',
        ],
      },
    ],
  },
  {
    id: 'cookies',
    heading: 'Cookies and your browser',
    blocks: [
      'We set only cookies the service cannot work without. They are signed, cannot be read by scripts, and go to nobody else.',
      {
        facts: [
          {
            label: 'Visitor (filesmith_visitor)',
            value: `knows you again without an account, so that only you see your files. Up to ${visitorDays} days.`,
          },
          {
            label: 'Session (filesmith_session)',
            value: `keeps you signed in. Until you close the browser, or ${rememberedDays} days when you asked to be remembered.`,
          },
          {
            label: 'Known device (filesmith_device)',
            value: `remembers that you signed in with this browser, so that attempts of others cannot keep you out. ${knownDeviceDays} days after you last signed in.`,
          },
          {
            label: 'Organisation (filesmith_organisation)',
            value:
              'if you came from your organisation and it wants to know: that signing out here signs you out there. Until you close the browser.',
          },
          {
            label: 'On the way (filesmith_code_wanted, filesmith_errand)',
            value:
              'hold your place while you enter a code or come back from Google, GitHub or your organisation. Ten minutes.',
          },
        ],
      },
      `Where the site is reached by https, the names of these cookies begin with __Host-. "${recentMessages.forget.open}" under ${recentMessages.heading} deletes your files and ends the visitor cookie at once.`,
      'Your browser also remembers, for this site alone, your colour theme, your choice about advertising, and the work you have not finished. An advertising network sets cookies of its own only after you have agreed.',
      `You can change that choice at any time with "${frameMessages.adChoices}" at the foot of every page, which is there wherever you were asked.`,
    ],
  },
  {
    id: 'rights',
    heading: 'Your rights',
    blocks: [
      'Whatever the law of your country says, everybody has these rights with us:',
      {
        points: [
          'See and take away: "Download my data" in your account gives you everything we keep about you, with your files.',
          'Correct: username and email address can be changed in your account.',
          'Delete: single files and conversions at any time; your account with everything in it under Security. It is done at once.',
          'Object and complain: write to us. You can also turn to the data protection authority of your country.',
        ],
      },
      `Without an account you can delete each of your files yourself, or all of them with "${recentMessages.forget.open}". What is left ends with the times above.`,
      {
        links: [
          { label: 'Your account', to: paths.profile },
          { label: 'Contact Us', to: paths.contact },
        ],
      },
    ],
  },
  {
    id: 'age',
    heading: 'Not for people under 16',
    blocks: [
      `Our services are not meant for people under ${minimumAge}. We do not knowingly keep personal data of anybody under ${minimumAge}. If you believe that somebody under ${minimumAge} has given us such data, please write to us, and we delete it.`,
    ],
  },
  {
    id: 'security',
    heading: 'Security',
    blocks: [
      {
        points: [
          'Programs that work on your files run in a sandbox without a network, with limits on time and memory.',
          'Passwords are kept as Argon2id hashes, sessions, links and API keys as hashes, and secrets of authenticator apps encrypted.',
          'Every look at a file asks whose it is. A stranger is told that there is nothing.',
          'Our logs hold neither file names nor network addresses.',
        ],
      },
      'Nothing on the internet is perfectly safe. If data of yours should ever be at risk, we tell you as soon as we know.',
    ],
  },
  {
    id: 'changes',
    heading: 'Changes to this policy',
    blocks: [
      'When we change this policy, the date at the top changes with it. If a change matters to you, we say so on this site, and by email if you have an account, 30 days before it holds.',
    ],
  },
]

export const privacyMessages = {
  heading: 'Privacy Policy',
  lead: 'What we keep about you and your files, why, for how long, and how to have it deleted. In plain words.',
  sections,
} as const
