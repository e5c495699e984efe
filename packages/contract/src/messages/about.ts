/** Words of /about. */
import { formatStorage } from '../plan-offers.ts'
import { planIds, plans } from '../plans.ts'
import { productName } from '../product-name.ts'

const times = planIds.map(plan => formatStorage(plans[plan].storageHours))
const kept = `${times.slice(0, -1).join(', ')} or ${times.at(-1)}`

export const aboutMessages = {
  heading: `About ${productName}`,
  lead: `${productName} is a workshop for files. You hand something over the counter, see it being worked, and take it home.`,
  story: {
    heading: 'Who we are',
    paragraphs: [
      'We are people who were tired of converters that show a bar moving by a clock, hide the download between advertisements, and keep your files for who knows how long.',
      'So we built the one we wanted to use: for anybody who has a file in one shape and needs it in another. Images, video, audio, documents, scans, archives, texts. In the browser, and without an account.',
    ],
  },
  principles: {
    heading: 'How we work',
    items: [
      {
        id: 'honest',
        title: 'Honest progress',
        text: 'The bar shows bytes that arrived and work that was done, told by the engine itself. It never moves by a clock, and it reaches the end only when your file is there.',
      },
      {
        id: 'alone',
        title: 'Yours alone',
        text: 'Nobody but you can open your files. Each conversion runs in a sandbox of its own, without a connection to the internet.',
      },
      {
        id: 'deleted',
        title: 'Gone when it is over',
        text: `Files are deleted after ${kept}, as your plan says. You can delete them at once, and your account with everything in it.`,
      },
      {
        id: 'words',
        title: 'Plain words',
        text: 'When something goes wrong, we say what happened, why, and what you can do. A conversion that fails costs you nothing.',
      },
      {
        id: 'quality',
        title: 'As little loss as possible',
        text: 'What already fits is copied and not encoded again. Colours, animation, sound tracks and layout stay; places and other private data go.',
      },
      {
        id: 'open',
        title: 'Open source',
        text: 'The whole product is free software under the MIT licence. Anybody may read it, change it, and run it.',
      },
    ],
  },
  selfHosting: {
    heading: 'Run it yourself',
    text: 'On a Debian machine with Node and npm, one command installs what is missing, starts everything and prints the address. It needs no cloud, and sends nothing to anybody.',
    command: 'npm start',
  },
  join: {
    heading: 'Come in',
    text: 'An account is free and keeps your conversions in one place. And if something is missing, we would like to hear it.',
    signUp: 'Create an Account',
    contact: 'Contact Us',
  },
} as const
