/** Texts of /about. */
import { joinWith } from '../help/describe-limits.ts'
import type { Instance } from '../instance.ts'
import { formatStorage } from '../plan-offers.ts'
import { plans, plansOf } from '../plans.ts'
import { productName } from '../product-name.ts'

const kept = (instance: Instance) =>
  joinWith(
    'or',
    plansOf(instance).map(plan => formatStorage(plans[plan].storageHours)),
  )

export const aboutMessages = (instance: Instance) => ({
  heading: `About ${productName}`,
  lead: `${productName} converts, compresses and edits files online. Upload a file, pick what you need, and download the result.`,
  story: {
    heading: 'Who we are',
    paragraphs: [
      'We were tired of converters that fake their progress bars and do not say how long they keep your files.',
      'So we built the one we wanted to use, for everyone who has a file in one format and needs it in another: images, video, audio, documents, scans, archives and text. It works in your browser, without an account.',
    ],
  },
  principles: {
    heading: 'How we work',
    items: [
      {
        id: 'honest',
        title: 'Honest progress',
        text: 'The progress bar shows bytes uploaded and work done, as reported by the engine. It is never simulated, and it reaches 100% only when your file is ready.',
      },
      {
        id: 'alone',
        title: 'Private by default',
        text: 'Only you can open your files. Each conversion runs in an isolated sandbox without internet access.',
      },
      {
        id: 'deleted',
        title: 'Deleted on time',
        text: `Files are deleted after ${kept(instance)}${instance === 'public' ? ', depending on your plan' : ''}. You can delete them, or your whole account, at any time.`,
      },
      {
        id: 'words',
        title: 'Clear errors',
        text: 'When something goes wrong, we tell you what happened, why, and what you can do. A failed conversion never counts.',
      },
      {
        id: 'quality',
        title: 'Best possible quality',
        text: 'Streams that already fit are copied, not re-encoded. Colors, animation, audio tracks and layout are kept; location and other private metadata are removed.',
      },
      {
        id: 'open',
        title: 'Open source',
        text: 'The whole product is free software under the MIT license. Anyone can read, change and run it.',
      },
    ],
  },
  selfHosting: {
    heading: 'Run it yourself',
    text: 'On a Debian machine with Node and npm, one command installs what is missing, starts everything and prints the address. No cloud, no tracking.',
    command: 'npm start',
  },
  join: {
    heading: 'Get started',
    text: `An account ${instance === 'public' ? 'is free and keeps' : 'keeps'} your conversions in one place. If something is missing, let us know.`,
    signUp: 'Create an Account',
    contact: 'Contact Us',
  },
})
