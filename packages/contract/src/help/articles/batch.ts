/** Help: the Batch Converter. */
import { batchKindIds, batchKinds } from '../../batch.ts'
import { type FormatId, formatIds, formats } from '../../formats.ts'
import { maxFilesPerBatch } from '../../limits.ts'
import { batchMessages } from '../../messages/batch.ts'
import { operations } from '../../operations/registry.ts'
import { formatMegabytes } from '../../plan-offers.ts'
import { plans } from '../../plans.ts'
import { factsByPlan, formatNames, joinWith, keptFact } from '../describe-limits.ts'
import { toolSections } from '../tool-guide.ts'

/** What a tab takes, by the endings it accepts: an operation may take more than its tab. */
function inputsOf(kind: (typeof batchKindIds)[number]): FormatId[] {
  const endings: readonly string[] = batchKinds[kind].extensions
  const { inputs } = operations[batchKinds[kind].operation]
  return formatIds.filter(
    id =>
      (inputs as readonly FormatId[]).includes(id) &&
      formats[id].extensions.some(ending => endings.includes(ending)),
  )
}

export const batchArticle = toolSections({
  what: [
    'It converts several files of one kind into one format, all with one press.',
    'Every file is followed on its own: you see how far each one is. A file that fails does not stop the others, and can be tried again alone.',
    'Nothing is given up that nobody asked to give up: images and documents are made in high quality, audio at the highest bitrate, video in its own size.',
  ],
  steps: [
    `Choose the tab: ${joinWith(
      'or',
      batchKindIds.map(kind => batchKinds[kind].label),
    )}.`,
    'Drop the files or a whole folder, or choose them.',
    'Choose the target format.',
    `Press "${batchMessages.convert}".`,
    `Take the files home one by one, or press "${batchMessages.downloadAll}" for one ZIP archive.`,
  ],
  formats: [
    {
      facts: batchKindIds.flatMap(kind => [
        { label: `${batchKinds[kind].label} in`, value: formatNames(inputsOf(kind)) },
        { label: `${batchKinds[kind].label} out`, value: formatNames(batchKinds[kind].outputs) },
      ]),
    },
  ],
  limits: [
    ...factsByPlan('Files at once', plan => {
      const { batchFiles } = plans[plan]
      return batchFiles === null
        ? `any number, ${maxFilesPerBatch.toLocaleString('en')} in one go`
        : `up to ${batchFiles}`
    }),
    ...factsByPlan('Size of each file', plan => `up to ${formatMegabytes(plans[plan].batchFileBytes)}`),
    { label: 'Counts as', value: 'one conversion a file' },
    keptFact,
  ],
  tips: [
    'Hidden system files in a folder are left out by themselves.',
    'A batch of one is fine: it is the way to turn a single document into a PDF.',
    'Your choice and the files are still there after a reload.',
  ],
  troubles: [
    {
      problem: 'Some files were left out.',
      answer: 'A tab takes one kind of file. The note above the list says which files were left out and why.',
    },
    {
      problem: 'One file failed.',
      answer:
        'The list says why. Try it again there, or remove it; the other results are not touched. A failed file is given back to your allowance.',
    },
    {
      problem: 'I cannot add more files.',
      answer: `On ${plans.free.label} and ${plans.basic.label} a batch has up to ${plans.free.batchFiles} files. Convert the rest afterwards, or choose ${plans.pro.label}, which has no such limit.`,
    },
  ],
})
