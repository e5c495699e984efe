/** Help article: file privacy and retention. */
import { type Instance, onlyPublic } from '../../instance.ts'
import { conversionMessages } from '../../messages/conversion.ts'
import { profileMessages } from '../../messages/profile.ts'
import { securityMessages } from '../../messages/profile-security.ts'
import { receiptMessages } from '../../messages/receipt.ts'
import { defaultRetention } from '../../retention.ts'
import { paths } from '../../routes.ts'
import type { TextSection } from '../../text-section.ts'
import { imageEditorMessages } from '../../tools/image/messages.ts'
import { keptFact } from '../describe-limits.ts'

export const privacyArticle = (instance: Instance): readonly TextSection[] => [
  {
    id: 'who-sees',
    heading: 'Who can see your files',
    blocks: [
      'Only you. Every file belongs to your account or, if you have none, to your browser, which is identified by a signed cookie. Anyone else who opens the link to your result gets a "not found" error.',
      'Files are processed by software, not by people. Each conversion runs in an isolated sandbox on the server, without internet access.',
    ],
  },
  {
    id: 'how-long',
    heading: 'How long they are kept',
    blocks: [
      { facts: [keptFact(instance)] },
      `${instance === 'public' ? 'Without an account, the Free period applies. ' : ''}Afterwards, your upload and its result are deleted from storage.`,
      `Your list shows the name of an expired conversion for another ${defaultRetention.expiredDays} days for reference; the file itself is deleted.`,
    ],
  },
  {
    id: 'delete-now',
    heading: 'Deleting files yourself',
    blocks: [
      {
        points: [
          `Press "${conversionMessages.result.deleteNow}" on a result, or the trash icon in the list of recent conversions. This deletes the result and your upload.`,
          'With an account, you can delete any past conversion under Usage History.',
          `"${securityMessages.deletion.action}" under Security immediately deletes your account with all its files.`,
        ],
      },
    ],
  },
  {
    id: 'receipts',
    heading: 'Deletion receipts',
    blocks: [
      `Every conversion has a deletion receipt. It lists which files were stored, and when and why each one was deleted: at your request, or because it expired. A file is listed as deleted only after it has been removed from storage.`,
      `Press "${receiptMessages.open}" in the notification after a deletion, on an expired conversion in your recent list, or under Usage History. You can copy or save the receipt.`,
      `It contains no file names or file contents, and is kept for ${defaultRetention.receiptsDays} days after the last file is deleted.`,
    ],
  },
  {
    id: 'not-uploaded',
    heading: 'What is never uploaded',
    blocks: [
      `In the Image Editor, your image stays in your browser, except for formats the browser cannot read or write. ${imageEditorMessages.private}`,
    ],
  },
  {
    id: 'in-browser',
    heading: 'What stays in your browser',
    blocks: [
      'So that your work is still there when you come back, your browser keeps copies of the files you select, for previews, for at most a day. Texts you translate and images you edit are kept in their tab until you close it. Removing a file, signing out and "Forget this device" delete these copies.',
    ],
  },
  {
    id: 'not-kept',
    heading: 'What is not stored',
    blocks: [
      {
        points: [
          'Passwords of protected files and archives: they are used for one conversion only.',
          'Text you translate: it is discarded as soon as the translation is done.',
          'Location data in photos and videos: it is removed from the result.',
          'Your IP address: only a keyed hash of it is stored, to enforce limits and prevent abuse.',
          ...onlyPublic(
            instance,
            'Card numbers: they go directly to the payment provider and never reach us.',
          ),
        ],
      },
    ],
  },
  {
    id: 'your-data',
    heading: 'Exporting your data',
    blocks: [
      `"${profileMessages.account.data.download}" in your account gives you all the data we store about you in one archive: account details, sessions, usage, ${instance === 'public' ? 'invoices ' : ''}and files.`,
      { links: [{ label: 'Privacy Policy', to: paths.privacy }] },
    ],
  },
]
