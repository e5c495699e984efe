/** Help article: getting started. */
import { type Instance, onlyPublic } from '../../instance.ts'
import { allowanceMessages } from '../../messages/allowance.ts'
import { anyFileMessages } from '../../messages/any-file.ts'
import { anyFileTab } from '../../messages/any-file-tab.ts'
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
import { joinWith, keptFact } from '../describe-limits.ts'

const { image, video, audio } = homeTools
const tabs = joinWith(
  'and',
  Object.values(homeTools).map(tool => tool.label),
)

const howMuch: Readonly<Record<Instance, TextSection>> = {
  public: {
    id: 'how-much',
    heading: 'Limits',
    blocks: [
      `The plans page shows how many conversions each plan includes per day. Without an account, the ${plans.free.label} limits apply. Each file counts as one conversion; failed and canceled conversions do not count. The allowance resets at midnight UTC.`,
      `The maximum file size depends on the tool and is shown before you upload. ${plans.basic.label} raises it to at least ${formatMegabytes(plans.basic.raisesFileLimitToBytes)} in every tool, ${plans.pro.label} to ${formatMegabytes(plans.pro.raisesFileLimitToBytes)}.`,
      { links: [{ label: allowanceMessages.seePlans, to: paths.plans }] },
    ],
  },
  private: {
    id: 'how-much',
    heading: 'Limits',
    blocks: [
      'There is no limit on the number of conversions.',
      `The maximum file size depends on the tool and is shown before you upload: at least ${formatMegabytes(plans.private.raisesFileLimitToBytes)} in every tool.`,
    ],
  },
}

export const gettingStartedArticle = (instance: Instance): readonly TextSection[] => [
  {
    id: 'first-file',
    heading: 'Your first file',
    blocks: [
      'All you need is a browser and a file: no account, nothing to install.',
      {
        steps: [
          `Open the home page and choose a tab: ${tabs}.`,
          'Drop a file anywhere on the page, select it with the button, or paste it from the clipboard. The upload starts right away, and the bar shows its progress.',
          `Choose the output format and the quality. If you are not sure, keep the defaults: they work well for most files.`,
          `Press the button, for example "${image.convertLabel}". You see the actual progress and can cancel at any time.`,
          `The download starts automatically. The result also stays on the page, with "${conversionMessages.result.download}" and "${conversionMessages.result.deleteNow}".`,
        ],
      },
    ],
  },
  {
    id: 'any-file',
    heading: 'Files of other kinds, or of several',
    blocks: [
      `The tab "${anyFileTab.label}" takes everything: drop mixed files or a folder. Each file is recognized by its content and shows what it will become; press that button to choose another format or options.`,
      `"${anyFileMessages.bulkHeading}" changes all images, documents or other files at once. "${anyFileMessages.convert}" converts them together, and the results come in one ZIP file.`,
      { links: [{ label: anyFileMessages.seeFormats, to: paths.formats }] },
    ],
  },
  ...onlyPublic(instance, {
    id: 'waiting',
    heading: 'The wait screen',
    blocks: [
      `Ads keep the service free. Without an account or on ${plans.free.label}, you wait ${image.waitSeconds} seconds before an image is converted and ${video.waitSeconds} seconds before a video or an audio file. ${plans.basic.label} and ${plans.pro.label} have no wait and no ads.`,
    ],
  }),
  {
    id: 'other-tools',
    heading: 'More tools',
    blocks: [
      `There are ${hubTools.length} tools on the tools page, each with its own tutorial.`,
      { points: hubTools.map(({ label, summary }) => `${label}: ${summary}`) },
      { links: [{ label: 'All tools', to: paths.tools }] },
    ],
  },
  {
    id: 'find-again',
    heading: 'Finding your results',
    blocks: [
      `Your results are listed under "${recentMessages.heading}" on the home page and on the tools page until they expire. Without an account, a cookie links the list to your browser: in another browser, or after you clear the cookies of this site, it is empty.`,
      `With ${instance === 'public' ? 'a free' : 'an'} account, you see your conversions on all your devices. Conversions you made before signing in are moved to your account.`,
      { facts: [keptFact(instance)] },
      { links: [{ label: homeMessages(instance).account.action, to: paths.signUp }] },
    ],
  },
  howMuch[instance],
  {
    id: 'interrupted',
    heading: 'If your connection drops',
    blocks: [
      {
        points: [
          'Uploads resume where they stopped as soon as you are back online.',
          'Conversions run on the server. You can reload the page, or close it and come back later.',
          `Unfinished uploads are deleted after ${defaultRetention.abandonedUploadHours} hours. Results are kept for at least ${formatStorage(plans[instance === 'public' ? 'free' : 'private'].storageHours)}, unless you delete them.`,
        ],
      },
    ],
  },
  {
    id: 'extract-sound',
    heading: 'Audio from a video',
    blocks: [
      `Use "${homeMessages(instance).extractMode}" on the ${audio.label} tab to save the audio track of a video as an audio file.`,
    ],
  },
]
