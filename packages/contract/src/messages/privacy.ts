/** The Privacy Policy. It describes what the software actually stores; change both together. */
import { onEachPlan } from '../help/describe-limits.ts'
import { type Instance, onlyPublic } from '../instance.ts'
import { formatStorage } from '../plan-offers.ts'
import { plans } from '../plans.ts'
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

const sections = (instance: Instance): readonly TextSection[] => [
  {
    id: 'who-we-are',
    heading: 'Who we are',
    blocks: [
      `${productName} is a service that converts, edits and reads files. "We" means the operator of the server you are using; "you" means everyone who uses it, with or without an account. See the contact page for how to reach us.`,
      `The software is open source and anyone can run it. This policy describes what the software does; the retention times are its defaults.`,
    ],
  },
  {
    id: 'what-we-keep',
    heading: 'What we keep, and why',
    blocks: [
      'We only keep what the service needs to work.',
      {
        facts: [
          {
            label: 'Your files',
            value:
              'your uploads and their results, so that we can convert them and you can download them. We do not view them or use them for anything else.',
          },
          {
            label: 'Conversions',
            value:
              'the name, type, format and size of the file, your options, timestamps and the outcome, to show you your history and let you repeat a conversion.',
          },
          {
            label: 'Deletion receipts',
            value:
              'for each conversion, which files were stored (type, format and size only) and when and why each was deleted, so that you can look it up later. No file names, no content and no fingerprint of it.',
          },
          {
            label: 'Your account',
            value:
              'username, email address, a hash of your password, and whether you have confirmed the address. With two-step sign-in: its secret, encrypted, and hashes of your recovery codes. With Google, GitHub or your organization: the name of your account there.',
          },
          {
            label: 'Sessions',
            value:
              'the type of device and browser you signed in with and when it was last active, so that you can sign it out.',
          },
          {
            label: 'Counts',
            value:
              instance === 'public'
                ? 'how many conversions you made per day and month, for your allowance.'
                : 'how many conversions you made per day and month, to show you your usage.',
          },
          {
            label: 'Network addresses',
            value:
              'never in plain form. We keep a keyed hash, which is enough to count usage and stop abuse but does not reveal where you are.',
          },
          ...onlyPublic(instance, {
            label: 'Advertising',
            value:
              'that an ad was shown before a conversion: which one, on which page, on a phone or a desktop, with the hash of the network address.',
          }),
          ...onlyPublic(instance, {
            label: 'Payments',
            value:
              'your plan, its billing periods, payments and invoices. We never see or store your card number.',
          }),
          {
            label: 'Messages to us',
            value:
              'name, email address, subject and text of what you send through the contact form, and what you write in the chat of your account, so that we can reply.',
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
          'Texts you translate: they are discarded once the translation is done.',
          'Passwords of protected files and archives: they are used for one conversion and encrypted until then.',
          'Images in the image editor: they stay in your browser, except for formats your browser cannot read or write.',
          'Location and other private metadata in photos and videos: they are removed from the result.',
          'What you do on our pages: we use no analytics and do not build profiles.',
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
            value: `${onEachPlan(instance, plan => formatStorage(plans[plan].storageHours))}${instance === 'public' ? `; visitors same as ${plans.free.label}` : ''}. Unfinished uploads: ${abandonedUploadHours} hours. You can delete them at any time.`,
          },
          {
            label: 'Conversion history',
            value: `${expiredDays} days longer than its files, or until you delete it.`,
          },
          {
            label: 'Deletion receipts',
            value: `${receiptsDays} days after the last file of a conversion is deleted, or until you delete your account.`,
          },
          { label: 'Conversion counts', value: `${countersKeptDays} days.` },
          ...onlyPublic(instance, { label: 'Ads shown', value: `${impressionsDays} days.` }),
          {
            label: 'Messages to us',
            value: `${contactsDays} days; those of the chat at most until you delete your account.`,
          },
          {
            label: 'Sessions',
            value: `until you sign out; ${rememberedDays} days if you chose "Remember me", otherwise one day after the last use.`,
          },
          { label: 'Your account', value: 'until you delete it.' },
          ...onlyPublic(instance, {
            label: 'Invoices',
            value:
              'as long as the law requires the operator to keep accounting records. If you delete your account they are kept, without your name and without any link to you.',
          }),
        ],
      },
    ],
  },
  {
    id: 'where',
    heading: 'Where we keep it, and who else gets it',
    blocks: [
      'Everything is stored on our own server, or in storage we rent for it. We never sell your data. Third parties only receive data if we have set up their service, and only what it needs:',
      {
        points: [
          ...onlyPublic(
            instance,
            'Payment provider (Stripe): your email address and what you enter at checkout. Without it there are only test payments, in which no money moves.',
            'Advertising network: only if you consent. None of its scripts are loaded before that, and never for paying customers.',
          ),
          'Translation services (DeepL or a LibreTranslate server): the text to translate. The page names the service before you send anything; otherwise texts are translated on our server.',
          'Transcription server, if one is set up instead of our own: the audio of a video you want as text.',
          'Google, GitHub or your organization: only if you choose to sign in with them.',
          'The mail server that delivers our emails to you.',
          'Authorities: only what the law requires us to disclose.',
        ],
      },
    ],
  },
  {
    id: 'cookies',
    heading: 'Cookies and your browser',
    blocks: [
      'We only set cookies the service cannot work without. They are signed, cannot be read by scripts, and are not shared with anyone.',
      {
        facts: [
          {
            label: 'Visitor (filesmith_visitor)',
            value: `recognizes you without an account, so that only you see your files. Up to ${visitorDays} days.`,
          },
          {
            label: 'Session (filesmith_session)',
            value: `keeps you signed in. Until you close the browser, or ${rememberedDays} days if you chose "Remember me".`,
          },
          {
            label: 'Known device (filesmith_device)',
            value: `remembers that you signed in with this browser, so that failed attempts by others cannot lock you out. ${knownDeviceDays} days after your last sign-in.`,
          },
          {
            label: 'Organization (filesmith_organisation)',
            value:
              'if your organization requires it: that signing out here also signs you out there. Until you close the browser.',
          },
          {
            label: 'Sign-in steps (filesmith_code_wanted, filesmith_errand)',
            value:
              'remember where you were while you enter a code or sign in with Google, GitHub or your organization. Ten minutes.',
          },
        ],
      },
      `If the site uses HTTPS, the names of these cookies start with __Host-. "${recentMessages.forget.open}" under ${recentMessages.heading} deletes your files and the visitor cookie immediately.`,
      ...(instance === 'public'
        ? [
            'Your browser also stores, for this site only, your color theme, your choice about ads, and unfinished work. An advertising network only sets its cookies after you consent.',
            `You can change that choice at any time with "${frameMessages.adChoices}" at the bottom of every page, which is shown if you were asked.`,
          ]
        : ['Your browser also stores, for this site only, your color theme and unfinished work.']),
    ],
  },
  {
    id: 'rights',
    heading: 'Your rights',
    blocks: [
      'Wherever you live, you have these rights with us:',
      {
        points: [
          'Access and export: "Download my data" in your account gives you everything we keep about you, including your files.',
          'Correct: you can change your username and email address in your account.',
          'Delete: files and conversions at any time, and your account with everything in it under Security. Deletion is immediate.',
          'Object and complain: contact us. You can also contact the data protection authority of your country.',
        ],
      },
      `Without an account you can delete each of your files yourself, or all of them with "${recentMessages.forget.open}". Everything else is deleted after the times above.`,
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
      `Our services are not intended for people under ${minimumAge}. We do not knowingly keep personal data of anyone under ${minimumAge}. If you believe that someone under ${minimumAge} has given us personal data, please contact us and we will delete it.`,
    ],
  },
  {
    id: 'security',
    heading: 'Security',
    blocks: [
      {
        points: [
          'Programs that process your files run in a sandbox without network access, with limits on time and memory.',
          'Passwords are stored as Argon2id hashes, sessions, links and API keys as hashes, and authenticator secrets are encrypted.',
          'Every access to a file checks its owner. For everyone else the file does not exist.',
          'Our logs contain neither file names nor network addresses.',
        ],
      },
      'Nothing on the internet is perfectly safe. If your data is ever at risk, we will inform you as soon as we know.',
    ],
  },
  {
    id: 'changes',
    heading: 'Changes to this policy',
    blocks: [
      'When we change this policy, the date at the top changes with it. We announce material changes on this site, and by email if you have an account, 30 days before they take effect.',
    ],
  },
]

export function privacyMessages(instance: Instance) {
  return {
    heading: 'Privacy Policy',
    lead: 'What we keep about you and your files, why, for how long, and how to delete it.',
    sections: sections(instance),
  }
}
