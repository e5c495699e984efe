/** Help: the File Compressor. */
import { type ArchiveFormat, archiveFormats } from '../../archive-formats.ts'
import { canBeProtected, compressionLevels, isPaidFormat, paidFromLevel } from '../../compression.ts'
import { formats } from '../../formats.ts'
import { maxFilesPerArchive } from '../../limits.ts'
import { compressMessages } from '../../messages/compress.ts'
import { compressFiles } from '../../operations/compress-files.ts'
import { plans } from '../../plans.ts'
import { joinWith, keptFact, sizeFacts } from '../describe-limits.ts'
import { toolSections } from '../tool-guide.ts'

const { lowest, default: usual, highest } = compressionLevels
const labelsOf = (ids: readonly ArchiveFormat[]) => ids.map(id => formats[id].label)
const paidPlans = `${plans.basic.label} or ${plans.pro.label}`

export const compressArticle = toolSections({
  what: [
    'It packs files and folders of any kind into one archive: smaller to send, and in one piece.',
    'Folders keep their structure. An archive can be protected by a password; its content is then encrypted with AES-256.',
  ],
  steps: [
    'Drop files or folders on the page, or choose them.',
    `Choose the format: ${joinWith('or', labelsOf(archiveFormats))}.`,
    `Choose the level, from ${lowest} (fast) to ${highest} (small). ${usual} is the usual one. A sample of your files shows what to expect.`,
    `Turn on "${compressMessages.protect}" and enter a password if you want one.`,
    `Press "${compressMessages.compress}", then take the archive home.`,
  ],
  formats: [
    {
      facts: [
        { label: 'In', value: 'files of any kind, and folders' },
        ...archiveFormats.map(format => ({
          label: `Out: ${formats[format].label}`,
          value: compressMessages.formatNote(format),
        })),
      ],
    },
  ],
  limits: [
    ...sizeFacts(compressFiles.maxBytes, 'Size of each file'),
    { label: 'Files in one archive', value: `up to ${maxFilesPerArchive.toLocaleString('en')}` },
    {
      label: `Only with ${paidPlans}`,
      value: `${labelsOf(archiveFormats.filter(isPaidFormat)).join(', ')}, and the levels ${paidFromLevel} to ${highest}`,
    },
    {
      label: 'Password',
      value: `for ${joinWith('and', labelsOf(archiveFormats.filter(canBeProtected)))}`,
    },
    { label: 'Counts as', value: 'one conversion for each file in it' },
    keptFact,
  ],
  tips: [
    'Photos, videos, recordings and PDF files are compressed already and hardly get smaller. Texts, tables and bitmaps shrink a lot.',
    'For people whose computer you do not know, choose ZIP. For the smallest archive, choose 7Z.',
    'Use several words as a password, and send it by another way than the archive.',
    'To make a picture itself smaller, use the Image Resizer or convert it to WEBP.',
  ],
  troubles: [
    {
      problem: 'I forgot the password of an archive.',
      answer: compressMessages.passwordKept,
    },
    {
      problem: 'The password is refused for a ZIP.',
      answer:
        'In a ZIP only letters without accents, digits and signs work in every program. Change the password, or choose 7Z or RAR.',
    },
    {
      problem: 'I cannot protect a TAR.',
      answer:
        'The format has no place for a password. Choose ZIP, 7Z or RAR. A TAR is always written as .tar.gz.',
    },
    {
      problem: 'The archive is hardly smaller than the files.',
      answer:
        'What is compressed already cannot be compressed again. The sample tells you so before you start.',
    },
  ],
})
