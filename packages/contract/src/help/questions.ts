/** The ten questions of the help FAQ. Figures are read from the plans, the tools and the settings of the operator. */
import type { Instance } from '../instance.ts'
import { conversionMessages } from '../messages/conversion.ts'
import { convertPdf } from '../operations/convert-pdf.ts'
import { formatMegabytes, formatStorage } from '../plan-offers.ts'
import { type ConversionsPerDay, defaultConversionsPerDay, type OfferedPlanId, plans } from '../plans.ts'
import { homeTools } from '../tools/registry.ts'
import { allOutputs } from '../tools/tool.ts'
import { conversionsByPlan, formatNames } from './describe-limits.ts'

export interface HelpQuestion {
  readonly id: string
  readonly question: string
  readonly answer: string
}

const { free, basic, pro, private: everybody } = plans
const { image, video, audio } = homeTools
const size = formatMegabytes
const kept = ({ label, storageHours }: (typeof plans)[OfferedPlanId]) =>
  `${formatStorage(storageHours)} on ${label}`

/** By question; null if it does not arise. */
const privateAnswers: Readonly<Record<string, string | null>> = {
  account: `No, every tool works without one. An account gives you your conversions on all your devices. Conversions you made before signing in are moved to your account.`,
  size: `It depends on the tool, and each one shows its limit: at least ${size(everybody.raisesFileLimitToBytes)}. A file of exactly that size is still accepted.`,
  allowance: 'As many as you like: there is no daily or monthly limit.',
  batch: `Yes, with the Batch Converter: any number of files of up to ${size(everybody.batchFileBytes)}. You can download everything as one ZIP file.`,
  storage: `Converted files and your uploads are kept for ${formatStorage(everybody.storageHours)}, and then deleted. You can delete them immediately at any time with "${conversionMessages.result.deleteNow}".`,
  cancel: null,
  failed:
    'Check the error message first: it says what went wrong, such as a damaged or password-protected file. Then try again, or try another format. If it keeps failing, contact us and include the file type and the output format.',
}

export const helpQuestions = (instance: Instance, perDay: ConversionsPerDay): readonly HelpQuestion[] =>
  instance === 'public' ? publicQuestions(perDay) : privateQuestions

const publicQuestions = (perDay: ConversionsPerDay): readonly HelpQuestion[] => [
  {
    id: 'how',
    question: 'How do I convert a file?',
    answer: `Open the home page, choose ${image.label}, ${video.label} or ${audio.label}, and drop your file. Choose the output format and press the convert button. The download starts automatically when the conversion is done. For PDFs, archives, scans and more, open the tools page.`,
  },
  {
    id: 'account',
    question: 'Do I need an account?',
    answer: `No, every tool works without one. A free account gives you your conversions on all your devices, and you need one to buy a plan. Conversions you made before signing in are moved to your account.`,
  },
  {
    id: 'formats',
    question: 'Which formats are supported?',
    answer: `On the home page you can convert images to ${formatNames(allOutputs(image))}, videos to ${formatNames(video.outputs)}, and audio to ${formatNames(audio.outputs)}, from many more input formats. PDFs convert to ${formatNames(convertPdf.outputs)}. Each tutorial lists the formats its tool supports.`,
  },
  {
    id: 'size',
    question: 'How large can my files be?',
    answer: `It depends on the tool. On the home page the limit is ${size(image.call.maxBytes)} for an image, ${size(video.call.maxBytes)} for a video and ${size(audio.call.maxBytes)} for an audio file. ${basic.label} raises the limit of every tool to at least ${size(basic.raisesFileLimitToBytes)}, ${pro.label} to ${size(pro.raisesFileLimitToBytes)}. A file of exactly that size is still accepted.`,
  },
  {
    id: 'allowance',
    question: 'How many files can I convert?',
    answer: `Conversions per day: ${conversionsByPlan(perDay)}. Without an account, the ${free.label} limits apply. Each file counts as one conversion; failed and canceled conversions do not count. The allowance resets at midnight UTC. Text translation does not count.`,
  },
  {
    id: 'batch',
    question: 'Can I convert several files at once?',
    answer: `Yes, with the Batch Converter: up to ${free.batchFiles} files of ${size(free.batchFileBytes)} on ${free.label}, up to ${basic.batchFiles} files of ${size(basic.batchFileBytes)} on ${basic.label}, and any number of files of up to ${size(pro.batchFileBytes)} on ${pro.label}. You can download everything as one ZIP file.`,
  },
  {
    id: 'storage',
    question: 'How long are my files kept?',
    answer: `Converted files and your uploads are kept for ${kept(free)}, ${kept(basic)} and ${kept(pro)}, and then deleted. Without an account, the ${free.label} period applies. You can delete them immediately at any time with "${conversionMessages.result.deleteNow}".`,
  },
  {
    id: 'safety',
    question: 'Are my files safe?',
    answer:
      'Only you can open your files: each one belongs to your account or, if you have none, to your browser. Other people cannot open it, even with the link. Each conversion runs in an isolated sandbox without internet access, and files are deleted automatically.',
  },
  {
    id: 'cancel',
    question: 'What happens when I cancel my subscription?',
    answer: `You keep all the benefits of your plan until the end of the billing period you have paid for, and you are not charged again. Your account then moves to ${free.label}. To cancel, open your account and go to Subscription.`,
  },
  {
    id: 'failed',
    question: 'My conversion failed. What can I do?',
    answer:
      'Check the error message first: it says what went wrong, such as a damaged or password-protected file. Then try again, or try another format. Failed conversions do not count toward your allowance. If it keeps failing, contact us and include the file type and the output format.',
  },
]

/** The questions of a public instance without those about plans, answered for everybody. */
const privateQuestions: readonly HelpQuestion[] = publicQuestions(defaultConversionsPerDay).flatMap(asked => {
  const answer = privateAnswers[asked.id]
  return answer === null ? [] : [{ ...asked, answer: answer ?? asked.answer }]
})
