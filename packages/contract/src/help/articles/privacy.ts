/** Help: who sees one's files, and for how long. */
import { conversionMessages } from '../../messages/conversion.ts'
import { imageEditorMessages } from '../../messages/image-editor.ts'
import { profileMessages } from '../../messages/profile.ts'
import { securityMessages } from '../../messages/profile-security.ts'
import { receiptMessages } from '../../messages/receipt.ts'
import { defaultRetention } from '../../retention.ts'
import { paths } from '../../routes.ts'
import type { TextSection } from '../../text-section.ts'
import { keptFact } from '../describe-limits.ts'

export const privacyArticle: readonly TextSection[] = [
  {
    id: 'who-sees',
    heading: 'Who can see your files',
    blocks: [
      'You alone. Every file belongs to your account or, without one, to your browser, which is known by a signed cookie. Somebody else who has the address of your result is told that there is nothing.',
      'Programs do the work, not people. Each runs shut in on the server, without a connection to the internet.',
    ],
  },
  {
    id: 'how-long',
    heading: 'How long they are kept',
    blocks: [
      { facts: [keptFact] },
      'Visitors have what Free has. When the time is over, the file you sent and its result are deleted from storage.',
      `Your list still shows the name of an expired conversion for ${defaultRetention.expiredDays} days, so that you know what you did; the file itself is gone.`,
    ],
  },
  {
    id: 'delete-now',
    heading: 'Deleting at once',
    blocks: [
      {
        points: [
          `Press "${conversionMessages.result.deleteNow}" on a result, or the bin in the list of recent conversions. The result goes, and the file you sent with it.`,
          'With an account, every past conversion can be deleted under Usage History.',
          `"${securityMessages.deletion.action}" under Security deletes the account with all its files at once.`,
        ],
      },
    ],
  },
  {
    id: 'receipts',
    heading: 'Knowing that it is gone',
    blocks: [
      `Every conversion has a deletion receipt. It lists what was stored, and when and why each of it was deleted: because you asked, or because its time was over. It says so only after the bytes are gone.`,
      `Press "${receiptMessages.open}" in the notice after a deletion, on an expired conversion in your recent list, or under Usage History. The receipt can be copied and saved.`,
      `It holds no file name and nothing of the content, and is kept for ${defaultRetention.receiptsDays} days after the last file is gone.`,
    ],
  },
  {
    id: 'not-uploaded',
    heading: 'What is never uploaded',
    blocks: [
      `In the Image Editor your picture stays in your browser, except for formats it cannot read or write. ${imageEditorMessages.private}`,
    ],
  },
  {
    id: 'not-kept',
    heading: 'What is not kept',
    blocks: [
      {
        points: [
          'Passwords of protected files and of archives: they are used for one conversion.',
          'Texts you translate: they are gone when the translation is there.',
          'Places in photos and videos: they are left out of the result.',
          'Your network address: only a keyed hash of it is kept, to count by.',
          'Card numbers: they go to the payment provider and never to us.',
        ],
      },
    ],
  },
  {
    id: 'your-data',
    heading: 'Taking your data with you',
    blocks: [
      `"${profileMessages.account.data.download}" in your account gives you everything that is kept about you in one archive: details, sessions, usage, invoices and files.`,
      { links: [{ label: 'Privacy Policy', to: paths.privacy }] },
    ],
  },
]
