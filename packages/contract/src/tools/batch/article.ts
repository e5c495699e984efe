/** Help article: Batch Converter. */

import { batchKindIds, batchKinds, batchOutputs } from '../../batch.ts'
import { type FormatId, formatIds, formats } from '../../formats.ts'
import { factsByPlan, formatNames, joinWith, keptFact } from '../../help/describe-limits.ts'
import { toolSections } from '../../help/tool-guide.ts'
import { type Instance, onlyPublic } from '../../instance.ts'
import { maxFilesPerBatch } from '../../limits.ts'
import { operations } from '../../operations/registry.ts'
import { formatMegabytes } from '../../plan-offers.ts'
import { plans } from '../../plans.ts'
import { batchMessages } from './messages.ts'

/** Input formats of a tab, by its file extensions; the operation may accept more. */
function inputsOf(kind: (typeof batchKindIds)[number]): FormatId[] {
  const extensions: readonly string[] = batchKinds[kind].extensions
  const { inputs } = operations[batchKinds[kind].operation]
  return formatIds.filter(
    id =>
      (inputs as readonly FormatId[]).includes(id) &&
      formats[id].extensions.some(extension => extensions.includes(extension)),
  )
}

export const batchArticle = (instance: Instance) =>
  toolSections({
    what: [
      'The Batch Converter converts several files of the same kind to one format in a single run.',
      'You see the progress of each file. If one fails, the others continue, and you can retry it separately.',
      'Quality stays as high as possible: images and documents in high quality, audio at the highest bitrate, video at its original resolution.',
    ],
    steps: [
      `Choose a tab: ${joinWith(
        'or',
        batchKindIds.map(kind => batchKinds[kind].label),
      )}.`,
      'Drop files or a whole folder, or select them.',
      'Choose the target format.',
      `Press "${batchMessages.convert}".`,
      `Download the files one by one, or press "${batchMessages.downloadAll}" to get one ZIP file.`,
    ],
    formats: [
      {
        facts: batchKindIds.flatMap(kind => [
          { label: `${batchKinds[kind].label} input`, value: formatNames(inputsOf(kind)) },
          { label: `${batchKinds[kind].label} output`, value: formatNames(batchOutputs(kind)) },
        ]),
      },
    ],
    limits: [
      ...factsByPlan(instance, 'Files at once', plan => {
        const { batchFiles } = plans[plan]
        return batchFiles === null
          ? `unlimited (up to ${maxFilesPerBatch.toLocaleString('en')} per batch)`
          : `up to ${batchFiles}`
      }),
      ...factsByPlan(
        instance,
        'Size per file',
        plan => `up to ${formatMegabytes(plans[plan].batchFileBytes)}`,
      ),
      ...onlyPublic(instance, { label: 'Counts as', value: 'one conversion per file' }),
      keptFact(instance),
    ],
    tips: [
      'Hidden system files in a folder are skipped automatically.',
      'A batch can consist of a single file. Use it to convert one document to PDF.',
      'Your settings and files are still there after you reload the page.',
    ],
    troubles: [
      {
        problem: 'Some files were skipped.',
        answer:
          'Each tab accepts one kind of file. The note above the list shows which files were skipped and why.',
      },
      {
        problem: 'One file failed.',
        answer: `The list shows the reason. Retry the file or remove it; the other results are not affected.${instance === 'public' ? ' Failed files do not count toward your allowance.' : ''}`,
      },
      {
        problem: 'I am asked for a password.',
        answer:
          'A document is password-protected. Enter the password you use to open it, or leave it out: the other results are not affected. It is used for this conversion only and is not stored.',
      },
      ...onlyPublic(instance, {
        problem: 'I cannot add more files.',
        answer: `On ${plans.free.label} and ${plans.basic.label}, a batch can have up to ${plans.free.batchFiles} files. Convert the rest in another batch, or upgrade to ${plans.pro.label} for unlimited files.`,
      }),
    ],
  })
