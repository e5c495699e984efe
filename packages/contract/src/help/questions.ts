/** What people ask most: ten questions with their answers, figures taken from the plans and the tools. */
import { conversionMessages } from '../messages/conversion.ts'
import { convertPdf } from '../operations/convert-pdf.ts'
import { formatMegabytes, formatStorage } from '../plan-offers.ts'
import { plans } from '../plans.ts'
import { homeTools } from '../tools/registry.ts'
import { conversionsByPlan, formatNames } from './describe-limits.ts'

export interface HelpQuestion {
  readonly id: string
  readonly question: string
  readonly answer: string
}

const { free, basic, pro } = plans
const { image, video, audio } = homeTools
const size = formatMegabytes
const kept = ({ label, storageHours }: (typeof plans)[keyof typeof plans]) =>
  `${formatStorage(storageHours)} on ${label}`

export const helpQuestions: readonly HelpQuestion[] = [
  {
    id: 'how',
    question: 'How do I convert a file?',
    answer: `Open the home page, choose ${image.label}, ${video.label} or ${audio.label}, and drop your file. Choose the format you want and press the button. The download starts by itself as soon as the work is done. For PDF files, archives, scans and more, open the tools page.`,
  },
  {
    id: 'account',
    question: 'Do I need an account?',
    answer: `No. All tools work without one. With a free account you find your conversions on every device, and you need one to buy a plan. What you converted before signing in moves into your account.`,
  },
  {
    id: 'formats',
    question: 'Which formats are supported?',
    answer: `On the home page, images become ${formatNames(image.outputs)}, videos ${formatNames(video.outputs)}, and recordings ${formatNames(audio.outputs)}; many more formats are taken in. PDF files become ${formatNames(convertPdf.outputs)}. Every article in this help lists the formats of its tool.`,
  },
  {
    id: 'size',
    question: 'How large may my files be?',
    answer: `That depends on the tool. On the home page it is ${size(image.call.maxBytes)} for an image, ${size(video.call.maxBytes)} for a video and ${size(audio.call.maxBytes)} for a recording. ${basic.label} raises the limit of every tool to at least ${size(basic.raisesFileLimitToBytes)}, ${pro.label} to ${size(pro.raisesFileLimitToBytes)}. Exactly the limit is still accepted.`,
  },
  {
    id: 'allowance',
    question: 'How many files can I convert?',
    answer: `Conversions a day: ${conversionsByPlan()}. Visitors have what ${free.label} has. One file is one conversion, and what fails or is cancelled is given back. The day ends at midnight UTC. Translating text is not counted.`,
  },
  {
    id: 'batch',
    question: 'Can I convert several files at once?',
    answer: `Yes, with the Batch Converter: up to ${free.batchFiles} files of ${size(free.batchFileBytes)} on ${free.label}, up to ${basic.batchFiles} files of ${size(basic.batchFileBytes)} on ${basic.label}, and any number of files of up to ${size(pro.batchFileBytes)} on ${pro.label}. Everything comes home in one ZIP archive.`,
  },
  {
    id: 'storage',
    question: 'How long are my files kept?',
    answer: `Converted files and the files you sent are kept for ${kept(free)}, ${kept(basic)} and ${kept(pro)}, then they are deleted. Visitors have what ${free.label} has. You can delete them at once at any time, with "${conversionMessages.result.deleteNow}".`,
  },
  {
    id: 'safety',
    question: 'Are my files safe?',
    answer:
      'Only you can see them: a file belongs to your account or, without one, to your browser, and nobody else can open it, even with its address. Each conversion runs shut in, without a connection to the internet. Files are deleted when their time is over.',
  },
  {
    id: 'cancel',
    question: 'What happens when I cancel my subscription?',
    answer: `You keep all benefits of your plan to the end of the billing period you have paid for, and nothing more is charged. After that your account goes on with ${free.label}. You cancel in your account, under Subscription.`,
  },
  {
    id: 'failed',
    question: 'My conversion failed. What can I do?',
    answer:
      'Read the message first: it says what was wrong, for example a damaged or protected file. Then try again, or try another format. A failed conversion costs you nothing. If it fails again, write to us and tell us which file and which format.',
  },
]
