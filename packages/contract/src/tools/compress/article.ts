/** Help article: File Compressor. */

import { type ArchiveFormat, archiveFormats } from '../../archive-formats.ts'
import { canBeProtected, compressionLevels, isPaidFormat, paidFromLevel } from '../../compression.ts'
import { formats } from '../../formats.ts'
import { factsByPlan, joinWith, keptFact } from '../../help/describe-limits.ts'
import { toolSections } from '../../help/tool-guide.ts'
import { type Instance, onlyPublic } from '../../instance.ts'
import { maxFilesPerArchive } from '../../limits.ts'
import { formatMegabytes } from '../../plan-offers.ts'
import { plans } from '../../plans.ts'
import { compressMessages } from './messages.ts'

const { lowest, default: usual, highest } = compressionLevels
const labelsOf = (ids: readonly ArchiveFormat[]) => ids.map(id => formats[id].label)
const paidPlans = `${plans.basic.label} or ${plans.pro.label}`

export const compressArticle = (instance: Instance) =>
  toolSections({
    what: [
      'The File Compressor packs files and folders of any kind into one archive that is smaller and easier to send.',
      'Folder structure is preserved. You can protect an archive with a password; its contents are then encrypted with AES-256.',
    ],
    steps: [
      'Drop files or folders on the page, or select them.',
      `Choose a format: ${joinWith('or', labelsOf(archiveFormats))}.`,
      `Choose a compression level from ${lowest} (fastest) to ${highest} (smallest). The default is ${usual}. The size estimate is based on a sample of your files.`,
      `To protect the archive, turn on "${compressMessages.protect}" and enter a password.`,
      `Press "${compressMessages.compress}", then download the archive.`,
    ],
    formats: [
      {
        facts: [
          { label: 'Input', value: 'any files and folders' },
          ...archiveFormats.map(format => ({
            label: `Output: ${formats[format].label}`,
            value: compressMessages.formatNote(format),
          })),
        ],
      },
    ],
    limits: [
      ...factsByPlan(instance, 'Size per file', plan => {
        const { archiveFileBytes } = plans[plan]
        return archiveFileBytes === null ? 'unlimited' : `up to ${formatMegabytes(archiveFileBytes)}`
      }),
      { label: 'Files per archive', value: `up to ${maxFilesPerArchive.toLocaleString('en')}` },
      ...onlyPublic(instance, {
        label: `Only with ${paidPlans}`,
        value: `${labelsOf(archiveFormats.filter(isPaidFormat)).join(', ')}, and levels ${paidFromLevel} to ${highest}`,
      }),
      {
        label: 'Password',
        value: `for ${joinWith('and', labelsOf(archiveFormats.filter(canBeProtected)))}`,
      },
      ...onlyPublic(instance, { label: 'Counts as', value: 'one conversion per file in the archive' }),
      keptFact(instance),
    ],
    tips: [
      'Photos, videos, audio files and PDFs are already compressed and barely get smaller. Text, spreadsheets and bitmaps shrink a lot.',
      'ZIP opens on any computer. 7Z usually gives the smallest archive.',
      'Use several words as the password, and do not send it together with the archive.',
      'To make an image itself smaller, use the Image Resizer or convert it to WEBP.',
    ],
    troubles: [
      {
        problem: 'I forgot the password of an archive.',
        answer: compressMessages.passwordKept,
      },
      {
        problem: 'My password is not accepted for a ZIP archive.',
        answer:
          'In ZIP archives only unaccented letters, digits and symbols work in every program. Choose another password, or use 7Z or RAR.',
      },
      {
        problem: 'I cannot set a password for a TAR archive.',
        answer:
          'TAR does not support passwords. Use ZIP, 7Z or RAR instead. TAR archives are always saved as .tar.gz.',
      },
      {
        problem: 'The archive is barely smaller than the files.',
        answer:
          'Files that are already compressed cannot be reduced much further. The estimate shows this before you start.',
      },
    ],
  })
