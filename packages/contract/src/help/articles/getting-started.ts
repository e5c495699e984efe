/** Help: the first steps. */
import { conversionMessages } from '../../messages/conversion.ts'
import { homeMessages } from '../../messages/home.ts'
import { recentMessages } from '../../messages/recent.ts'
import { formatMegabytes, formatStorage } from '../../plan-offers.ts'
import { plans } from '../../plans.ts'
import { defaultRetention } from '../../retention.ts'
import { paths } from '../../routes.ts'
import type { TextSection } from '../../text-section.ts'
import { hubTools } from '../../tools/hub.ts'
import { homeTools } from '../../tools/registry.ts'
import { conversionsByPlan, joinWith, keptFact } from '../describe-limits.ts'

const { image, video, audio } = homeTools
const tabs = joinWith(
  'and',
  Object.values(homeTools).map(tool => tool.label),
)

export const gettingStartedArticle: readonly TextSection[] = [
  {
    id: 'first-file',
    heading: 'Your first file',
    blocks: [
      'You need no account and nothing to install. A browser and a file are enough.',
      {
        steps: [
          `Open the home page and choose what you have: ${tabs} are three tabs.`,
          'Drop the file anywhere on the page, choose it with the button, or paste it from the clipboard. It is sent at once, and the bar shows the bytes that have arrived.',
          `Choose the format you want and the quality. If you are not sure, leave them: what stands there is a good choice for most files.`,
          `Press the button below, for example "${image.convertLabel}". You see how far the work really is, and can cancel it at any time.`,
          `The download starts by itself. The result also stays on the page, with "${conversionMessages.result.download}" and "${conversionMessages.result.deleteNow}".`,
        ],
      },
    ],
  },
  {
    id: 'waiting',
    heading: 'The short wait before it starts',
    blocks: [
      `Advertising keeps the free use free: visitors and people on ${plans.free.label} wait ${image.waitSeconds} seconds before an image is converted and ${video.waitSeconds} seconds before a video or a recording. On ${plans.basic.label} and ${plans.pro.label} there is no wait and no advertising.`,
    ],
  },
  {
    id: 'other-tools',
    heading: 'More than converting',
    blocks: [
      `The tools page has ${hubTools.length} tools. Each has an article of its own in this help.`,
      { points: hubTools.map(({ label, summary }) => `${label}: ${summary}`) },
      { links: [{ label: 'All tools', to: paths.tools }] },
    ],
  },
  {
    id: 'find-again',
    heading: 'Finding a result again',
    blocks: [
      `What you converted stands under "${recentMessages.heading}" on the home page and on the tools page, as long as it is kept. A visitor is known by a cookie: in another browser, or after you delete the cookies of this site, the list is empty.`,
      `With a free account your conversions are the same on every device. What you converted before signing in moves into the account.`,
      { facts: [keptFact] },
      { links: [{ label: homeMessages.account.action, to: paths.signUp }] },
    ],
  },
  {
    id: 'how-much',
    heading: 'How much you can convert',
    blocks: [
      `Conversions a day: ${conversionsByPlan()}. Visitors have what ${plans.free.label} has. One file is one conversion; what fails or is cancelled is given back. The day ends at midnight UTC.`,
      `How large a file may be depends on the tool, and each tool says it before you hand anything over. ${plans.basic.label} raises it to at least ${formatMegabytes(plans.basic.raisesFileLimitToBytes)} in every tool, ${plans.pro.label} to ${formatMegabytes(plans.pro.raisesFileLimitToBytes)}.`,
    ],
  },
  {
    id: 'interrupted',
    heading: 'If the connection breaks',
    blocks: [
      {
        points: [
          'An upload goes on where it stopped as soon as the connection is back.',
          'A conversion runs on the server. You can reload the page, or close it and come back later: the work goes on.',
          `An upload that is never finished is swept away after ${defaultRetention.abandonedUploadHours} hours. Results stay for ${formatStorage(plans.free.storageHours)} at least, unless you delete them.`,
        ],
      },
    ],
  },
  {
    id: 'extract-sound',
    heading: 'The sound of a video',
    blocks: [
      `On the ${audio.label} tab you find "${homeMessages.extractMode}": it takes a video and gives you its sound as a recording.`,
    ],
  },
]
